// What a new table can be like: what was chosen, what follows from it, and how the house is asked for it.

import { remember, remembered } from "../app/local_storage.js";
import { LEVELS, SEATS, seatsOf, teamOf } from "../app/players.js";

export const EDITIONS = ["xl", "xs", "dog", "kings"];
/** Seconds for each decision; null is without a clock. */
export const PACES = [null, 30, 60, 120, 86_400, 259_200];

/**
 * @typedef {object} Wishes
 * @property {string} edition
 * @property {number} players
 * @property {string} six how six players team up: "pairs" or "trios"
 * @property {boolean} canadian
 * @property {boolean} lastJoker whether a joker may bring in the last marble
 * @property {boolean} quick
 * @property {number} bots on how many of the other seats
 * @property {string} level
 * @property {number|null} pace
 * @property {boolean} isPublic
 * @property {boolean} plays whether the host takes a seat
 */

/** @type {Wishes} */
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

/** What was wished for the last time. @returns {Wishes} */
export function lastWishes() {
  const kept = remembered(KEY, {});
  /** @type {any} */
  const found = { ...DEFAULTS };
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (name === "pace" ? PACES.includes(kept?.pace) : typeof kept?.[name] === typeof value) found[name] = kept[name];
  }
  if (!EDITIONS.includes(found.edition)) found.edition = DEFAULTS.edition;
  if (!LEVELS.includes(found.level)) found.level = DEFAULTS.level;
  if (![2, 3, 4, 5, 6].includes(found.players)) found.players = DEFAULTS.players;
  return possible(found);
}

/** @param {Wishes} wishes */
export const keepWishes = (wishes) => remember(KEY, wishes);

/** @param {string} edition */
export const mostPlayers = (edition) => (edition === "xs" ? 4 : 6);

/** The nearest table that there is. @param {Wishes} wishes @returns {Wishes} */
export function possible(wishes) {
  const players = Math.min(wishes.players, mostPlayers(wishes.edition));
  return { ...wishes, players, bots: Math.max(0, Math.min(wishes.bots, players - (wishes.plays ? 1 : 0))) };
}

/** @param {Wishes} wishes */
export const isAlone = ({ players }) => [2, 3, 5].includes(players);

/** @param {Wishes} wishes */
export function teamsOf(wishes) {
  if (isAlone(wishes)) return "none";
  return wishes.players === 6 ? wishes.six : "pairs";
}

/** The teams, the host's first. @param {Wishes} wishes @returns {string[][]} */
export function allTeams(wishes) {
  const rules = { players: wishes.players, teams: teamsOf(wishes) };
  /** @type {string[][]} */
  const found = [];
  for (const seat of seatsOf(rules)) {
    if (!found.some((team) => team.includes(seat))) found.push(teamOf(rules, seat));
  }
  return found;
}

/** The seats that get a bot: whole teams of opponents first, so that friends play together. @param {Wishes} wishes */
export function botSeats(wishes) {
  const [own, ...others] = allTeams(wishes);
  const order = [...others.flat(), ...own.slice().reverse()]; // A, the host's own, comes last
  return order.slice(0, wishes.bots).sort((one, other) => SEATS.indexOf(one) - SEATS.indexOf(other));
}

/** The request for such a table. @param {Wishes} wishes */
export function requestFor(wishes) {
  const alone = isAlone(wishes);
  /** @type {Record<string, any>} */
  const rules = { players: wishes.players, joker_may_finish: wishes.lastJoker };
  if (wishes.players === 6) rules.teams = wishes.six;
  if (!alone) Object.assign(rules, { canadian_seven: wishes.canadian, quick_start: wishes.quick });
  return {
    edition: wishes.edition,
    rules,
    pace: wishes.pace,
    public: wishes.isPublic,
    bots: Object.fromEntries(botSeats(wishes).map((seat) => [seat, wishes.level])),
    seat: wishes.plays ? "A" : null,
  };
}
