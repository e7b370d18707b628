// The options of a new table, what follows from them, and the request.
/** @import { NewTableRequest, Rules } from "../app/protocol.js" */

import { maxPlayers, teamsFor } from "../app/editions.js";
import { load, save } from "../app/local_storage.js";
import { LEVELS } from "../app/players.js";

export const EDITIONS = ["xl", "xs", "dog", "kings"];
/** Seconds for each decision; null is without a clock. */
export const PACES = [null, 30, 60, 120, 86_400, 259_200];

/**
 * @typedef {object} TableOptions
 * @property {string} edition
 * @property {number} players
 * @property {"pairs"|"trios"} six how six players team up
 * @property {boolean} canadian
 * @property {boolean} lastJoker whether a joker may bring in the last marble
 * @property {boolean} quick
 * @property {number} bots on how many of the other seats
 * @property {string} level
 * @property {number|null} pace
 * @property {boolean} isPublic
 * @property {boolean} plays whether the host takes a seat
 */

/** @type {TableOptions} */
const DEFAULTS = {
  edition: "xl",
  players: 4,
  six: "pairs",
  canadian: false,
  lastJoker: true,
  quick: false,
  bots: 0,
  level: "companion",
  pace: null,
  isPublic: false,
  plays: true,
};

const KEY = "new_table";

/** The options of the last time. @returns {TableOptions} */
export function loadOptions() {
  const stored = load(KEY, {}) ?? {};
  const isValid = {
    ...Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [name, typeof stored[name] === typeof value]),
    ),
    pace: PACES.includes(stored.pace),
    edition: EDITIONS.includes(stored.edition),
    level: LEVELS.includes(stored.level),
    players: [2, 3, 4, 5, 6].includes(stored.players),
  };
  const valid = Object.entries(stored).filter(([name]) => isValid[/** @type {keyof isValid} */ (name)]);
  return nearestPossible({ ...DEFAULTS, ...Object.fromEntries(valid) });
}

/** @param {TableOptions} options */
export const saveOptions = (options) => save(KEY, options);

/** The nearest table that is possible. @param {TableOptions} options @returns {TableOptions} */
export function nearestPossible(options) {
  const players = Math.min(options.players, maxPlayers(options.edition));
  return { ...options, players, bots: Math.max(0, Math.min(options.bots, players - (options.plays ? 1 : 0))) };
}

/** The `teams` of the rules. @param {TableOptions} options */
export function modeOf({ players, six }) {
  const [mode, ...others] = Object.keys(teamsFor(players));
  return others.length ? six : mode;
}

/** Whether everyone plays alone. @param {TableOptions} options */
export const isAlone = (options) => modeOf(options) === "none";

/** The teams, the host's first. @param {TableOptions} options @returns {string[][]} */
export const teamsOf = (options) => teamsFor(options.players)[modeOf(options)].map((team) => [...team]);

/** @param {TableOptions} options */
export const seatsOf = (options) => teamsOf(options).flat().sort();

/** The seats of bots: whole teams of opponents first, so that friends play together. @param {TableOptions} options */
export function botSeats(options) {
  const [own, ...others] = teamsOf(options);
  const order = [...others.flat(), ...own.slice().reverse()]; // A, the host's own, comes last
  return order.slice(0, options.bots).sort();
}

/** @param {TableOptions} options @returns {NewTableRequest} */
export function requestFor(options) {
  const alone = isAlone(options);
  /** @type {Partial<Rules>} */
  const rules = { players: options.players, joker_may_finish: options.lastJoker };
  if (options.players === 6) rules.teams = options.six;
  if (!alone) Object.assign(rules, { canadian_seven: options.canadian, quick_start: options.quick });
  return {
    edition: options.edition,
    rules,
    pace: options.pace,
    public: options.isPublic,
    bots: Object.fromEntries(botSeats(options).map((seat) => [seat, options.level])),
    seat: options.plays ? "A" : null,
  };
}
