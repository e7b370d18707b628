// How strong bots can be, the weakest first; the house has the same names.
export const LEVELS = ["puppy", "companion", "hunter", "wolf"];
