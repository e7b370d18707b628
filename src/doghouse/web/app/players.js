// How players are told apart: by colour and by mark, never by colour alone.

export const SEATS = ["A", "B", "C", "D", "E", "F"];
/** @type {Record<string, string>} */
export const MARKS = { A: "●", B: "◆", C: "▲", D: "■", E: "★", F: "✚" };

/**
 * The seats of a team, the given one included.
 * @param {any} rules
 * @param {string} seat
 */
export function teamOf(rules, seat) {
  const seats = seatsOf(rules);
  if (rules.teams === "none") return [seat];
  const apart = rules.teams === "trios" || rules.players === 4 ? 2 : 3;
  return seats.filter((other) => (SEATS.indexOf(other) - SEATS.indexOf(seat) + 6) % apart === 0);
}

/** The seats that play, in the order of their turns. @param {any} rules */
export function seatsOf(rules) {
  return { 2: ["A", "C"], 3: ["A", "B", "C"], 4: SEATS.slice(0, 4), 5: SEATS.slice(0, 5), 6: SEATS }[
    /** @type {2|3|4|5|6} */ (rules.players)
  ];
}

/** Who gets the card that a seat gives. @param {any} rules @param {string} seat */
export function receiverOf(rules, seat) {
  const around = rules.exchange === "partner" ? teamOf(rules, seat) : seatsOf(rules);
  const step = rules.exchange === "draw" ? around.length - 1 : 1;
  return around[(around.indexOf(seat) + step) % around.length];
}

/** Who gives a seat its card. @param {any} rules @param {string} seat */
export const giverOf = (rules, seat) => seatsOf(rules).find((other) => receiverOf(rules, other) === seat) ?? seat;

/** @param {any} rules */
export const sectionsOf = (rules) => (rules.players <= 4 ? 4 : 6);

/** The levels of bots, the weakest first, as the server names them. */
export const LEVELS = ["puppy", "companion", "hunter", "wolf"];
