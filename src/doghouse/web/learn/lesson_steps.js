// The lesson as data: positions of docs/notation.md, what is to be reached, and a play that reaches it.
// The texts are in the catalogue under the name of the step. A test plays every solution by the real rules.
/** @import { Position, Seating, Tried } from "../app/protocol.js" */

/**
 * @typedef {{on?: string[], gone?: string[], finished?: number, home?: string, won?: boolean}} Goal what has to hold
 *   after the play: marbles of the learner on these fields, none on those, so many in the finish, whose marble was
 *   sent home, the game won
 * @typedef {{name: string, rule: string, position: Position, goal: Goal, solution: string}} Step
 */

/** The seats of the lesson. @type {Seating} */
export const SEATING = {
  seats: ["A", "B", "C", "D"],
  sections: 4,
  teams: ["AC", "BD"],
  receivers: { A: "C", B: "D", C: "A", D: "B" },
};

/**
 * Four players, and the learner is A.
 * @param {Record<string, string[]>} marbles
 * @param {string[]} hand
 * @returns {Position}
 */
const position = (marbles, hand) => ({
  rules: { players: 4 },
  marbles: Object.fromEntries(SEATING.seats.map((seat) => [seat, filled(seat, marbles[seat] ?? [])])),
  hands: { A: hand, B: ["5"], C: ["K"], D: ["9"] },
  turn: "A",
  phase: "play",
});

/** The marbles that are not named are in the kennel. @param {string} seat @param {string[]} fields */
const filled = (seat, fields) => [...fields, ...Array(4 - fields.length).fill(`${seat}-`)];

/** @type {Step[]} */
export const STEPS = [
  {
    name: "leave",
    rule: "R6",
    position: position({ B: ["B6"], C: ["C0!"], D: ["C13"] }, ["5", "K", "9"]),
    goal: { on: ["A0!"] },
    solution: "K A->A0",
  },
  {
    name: "blockade",
    rule: "R7.1",
    position: position({ A: ["A0!", "D11"], B: ["B9"], D: ["C6"] }, ["8", "5", "K"]),
    goal: { gone: ["A0!"] },
    solution: "5 A0>A5",
  },
  {
    name: "four",
    rule: "R6",
    position: position({ A: ["A0!"], B: ["A9"], C: ["C3"] }, ["6", "4", "10"]),
    goal: { on: ["D12"] },
    solution: "4 A0>D12",
  },
  {
    name: "finish",
    rule: "R8.1",
    position: position({ A: ["D12", "A+4", "A6"], B: ["B3"], D: ["D5"] }, ["9", "6", "2"]),
    goal: { finished: 2 },
    solution: "6 D12>A+2",
  },
  {
    name: "seven",
    rule: "R10",
    position: position({ A: ["A3", "D14", "A+4"], B: ["A4"], C: ["B12"] }, ["10", "7"]),
    goal: { home: "B", finished: 2 },
    solution: "7 A3>A5 D14>A+3",
  },
  {
    name: "jack",
    rule: "R9",
    position: position({ A: ["A4"], B: ["D13"], C: ["C7"], D: ["D0!"] }, ["J", "5"]),
    goal: { on: ["D13"] },
    solution: "J A4<>D13",
  },
  {
    name: "joker",
    rule: "R6",
    position: position({ A: ["A4"], B: ["A13"], C: ["C0!"], D: ["D2"] }, ["3", "X"]),
    goal: { home: "B" },
    solution: "X=9 A4>A13",
  },
  {
    name: "partner",
    rule: "R11",
    position: position(
      { A: ["A+1", "A+2", "A+3", "A+4"], B: ["B+4", "A7"], C: ["C+2", "C+3", "C+4", "B12"], D: ["D8"] },
      ["8", "5"],
    ),
    goal: { won: true },
    solution: "5 B12>C+1",
  },
];

/**
 * Whether a play has reached what the step asks for.
 * @param {Goal} goal
 * @param {Pick<Tried, "marbles"|"sent_home"|"view">} tried
 */
export function isReached(goal, tried) {
  const own = tried.marbles.A;
  return (
    (goal.on ?? []).every((field) => own.includes(field)) &&
    !(goal.gone ?? []).some((field) => own.includes(field)) &&
    own.filter((field) => field.includes("+")).length >= (goal.finished ?? 0) &&
    (!goal.home || tried.sent_home.some(({ seat }) => seat === goal.home)) &&
    (!goal.won || Boolean(tried.view.outcome?.winners.includes("A")))
  );
}
