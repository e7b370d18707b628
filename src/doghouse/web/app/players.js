// Seats, their marks, and who plays with whom at a table.
/** @import { Seating } from "./protocol.js" */

export const SEATS = ["A", "B", "C", "D", "E", "F"];

/** Players are told apart by colour and by mark, never by colour alone. @type {Record<string, string>} */
export const MARKS = { A: "●", B: "◆", C: "▲", D: "■", E: "★", F: "✚" };

/** The levels of bots, the weakest first, as the server names them. */
export const LEVELS = ["puppy", "companion", "hunter", "wolf"];

/** The seats of a team, the given one included. @param {Seating} seating @param {string} seat @returns {string[]} */
export const teamOf = (seating, seat) => [...(seating.teams.find((team) => team.includes(seat)) ?? seat)];

/** The team mates of a seat. @param {Seating} seating @param {string} seat */
export const matesOf = (seating, seat) => teamOf(seating, seat).filter((other) => other !== seat);

/** Who gives a seat its card. @param {Seating} seating @param {string} seat */
export const giverOf = ({ receivers }, seat) =>
  Object.keys(receivers).find((giver) => receivers[giver] === seat) ?? seat;
