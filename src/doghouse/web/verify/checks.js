// @ts-check
/**
 * Checks everything that a record claims about its chance: the same as `doghouse verify FILE`, but for the moves on the
 * board, since the page does not know the rules. The verdict is data; verdict_view renders it.
 */

import { Chance, commitmentTo, gameSeed, openSeed } from "./chance.js";
import { deals } from "./dealing.js";
import { parseRecord } from "./record_parser.js";
import { Seating, seatingOf } from "./record_seats.js";
import { RoundCheck, RoundFault } from "./round_check.js";

/** @typedef {import("./record_parser.js").Fault} Fault */
/** @typedef {import("./record_parser.js").Recorded} Recorded */
/** @typedef {import("./round_check.js").Part} Part */
/**
 * @typedef {"holds" | "fails" | "unchecked"} State
 * @typedef {Record<string, string | number>} Facts
 *
 * Something that was checked; a fault may be that of a round.
 * @typedef {{name: string, state: State, facts: Facts, fault: Fault | null, round: number | null}} Check
 *
 * The seed of a seat; anyone can compute an open one.
 * @typedef {{seat: string, name: string, seed: string, open: boolean}} SeatSeed
 *
 * @typedef {{
 *   number: number, size: number, shuffle: number | null, draws: number, takes: number,
 *   part: Part | null, fault: Fault | null,
 * }} CheckedRound
 *
 * @typedef {{
 *   holds: boolean, commitment: string, secret: string, seed: string, result: string,
 *   checks: Check[], seats: SeatSeed[], rounds: CheckedRound[],
 * }} Verdict
 */

const COMMITMENT = "Commitment";
const SECRET = "House seed";
const SEED = "Seed";
const SEAT_SEED = "Seed of ";
const AS_WRITTEN = "as written";
/**
 * The parts of a round. A fault in one leaves those of the same place and the later ones unchecked.
 *
 * @type {Record<Part, number>}
 */
const PLACES = { deals: 1, draws: 2, cards: 3, takes: 3 };
const PARTS = /** @type {Part[]} */ (Object.keys(PLACES));

/**
 * @param {string} text a record
 * @returns {Verdict}
 */
export function verify(text) {
  const recorded = parseRecord(text);
  const { headers } = recorded;
  /** @type {Verdict} */
  const verdict = {
    holds: false,
    commitment: headers.get(COMMITMENT) ?? "",
    secret: headers.get(SECRET) ?? "",
    seed: headers.get(SEED) ?? "",
    result: headers.get("Result") ?? "*",
    checks: [],
    seats: [],
    rounds: [],
  };
  verdict.checks = checkAll(recorded, verdict);
  verdict.holds = verdict.checks.every((check) => check.state === "holds");
  return verdict;
}

/**
 * @param {Recorded} recorded
 * @param {Verdict} verdict gets its seats and rounds here
 * @returns {Check[]}
 */
function checkAll(recorded, verdict) {
  const { headers, fault } = recorded;
  const missing = [COMMITMENT, SECRET, SEED].filter((name) => !headers.has(name));
  if (missing.length) {
    return [failed("file", fault ?? { code: "no_proof", headers: missing.join(", ") })];
  }
  const seating = seatingOf(headers);
  if (!(seating instanceof Seating)) {
    return [failed("file", seating)];
  }
  const seeds = seedsOf(headers);
  verdict.seats = seatSeeds(headers, seeds, verdict.commitment);
  const checks = [
    check("commitment", commitmentTo(verdict.secret) === verdict.commitment),
    seatsCheck(seating, verdict.seats),
    check("seed", gameSeed(verdict.secret, seeds) === verdict.seed),
    ...dealChecks(recorded, verdict, seating),
  ];
  return fault ? [...checks, failed("file", fault)] : checks;
}

/**
 * @param {Recorded} recorded
 * @param {Verdict} verdict
 * @param {Seating} seating
 * @returns {Check[]}
 */
function dealChecks(recorded, verdict, seating) {
  const { headers } = recorded;
  if (headers.has("Position") || headers.get("Deals") === AS_WRITTEN) {
    return [failed("deals", { code: headers.has("Position") ? "from_position" : "as_written" })];
  }
  const chance = new Chance(verdict.seed);
  const drawn = chance.firstDealer(seating.seats);
  const found = headers.get("First dealer") ?? drawn;
  const dealer =
    found === drawn ? check("dealer", true, { seat: drawn }) : failed("dealer", { code: "dealer", found, drawn });
  if (!seating.seats.includes(found) || found.length !== 1) {
    return [dealer];
  }
  verdict.rounds = checkedRounds(recorded, chance, seating, found);
  return [dealer, ...partChecks(verdict.rounds, seating)];
}

/**
 * Check every round against the seed, also those after a faulty one. A wrong heading ends the check: the rounds after it
 * may not be those that they claim to be.
 *
 * @param {Recorded} recorded
 * @param {Chance} chance
 * @param {Seating} seating
 * @param {string} firstDealer
 */
function checkedRounds(recorded, chance, seating, firstDealer) {
  const dealing = deals(chance, seating, firstDealer);
  /** @type {CheckedRound[]} */
  const rounds = [];
  let takes = 0;
  for (const [at, round] of recorded.rounds.entries()) {
    const deal = dealing.next().value;
    const checking = new RoundCheck(chance, seating, deal, takes);
    const { number, size, shuffle } = deal;
    /** @type {CheckedRound} */
    const checked = { number, size, shuffle, draws: 0, takes: 0, part: null, fault: null };
    rounds.push(checked);
    try {
      checking.check(round, at === recorded.rounds.length - 1);
    } catch (error) {
      if (!(error instanceof RoundFault)) {
        throw error;
      }
      checked.part = error.part;
      checked.fault = error.fault;
    }
    checked.draws = checking.draws;
    checked.takes = checking.takes;
    takes += round.turns.filter((turn) => turn.takesFrom !== null).length;
    if (checked.fault?.code === "heading") {
      break;
    }
  }
  return rounds;
}

/**
 * The parts of all rounds together.
 *
 * @param {CheckedRound[]} rounds
 * @param {Seating} seating
 * @returns {Check[]}
 */
function partChecks(rounds, seating) {
  const facts = {
    rounds: rounds.length,
    shuffles: rounds.filter((round) => round.shuffle !== null).length,
    draws: sum(rounds.map((round) => round.draws)),
    takes: sum(rounds.map((round) => round.takes)),
  };
  const parts = PARTS.filter(
    (part) => !(part === "draws" && seating.exchange !== "draw") && !(part === "takes" && !seating.alone),
  );
  return parts.map((part) => {
    const broken = rounds.find((round) => round.part === part);
    const isSkipped = rounds.some((round) => round.part !== null && PLACES[round.part] <= PLACES[part]);
    const state = broken ? "fails" : isSkipped ? "unchecked" : "holds";
    return { name: part, state, facts, fault: broken?.fault ?? null, round: broken?.number ?? null };
  });
}

/** @param {Map<string, string>} headers */
function seedsOf(headers) {
  const seeds = [...headers].filter(([name]) => name.startsWith(SEAT_SEED));
  return new Map(seeds.map(([name, seed]) => [name.slice(SEAT_SEED.length), seed]));
}

/**
 * @param {Map<string, string>} headers
 * @param {Map<string, string>} seeds
 * @param {string} commitment
 * @returns {SeatSeed[]}
 */
function seatSeeds(headers, seeds, commitment) {
  return [...seeds].map(([seat, seed]) => ({
    seat,
    name: headers.get(`Player ${seat}`) ?? "",
    seed,
    open: seed === openSeed(commitment, seat),
  }));
}

/**
 * @param {Seating} seating
 * @param {SeatSeed[]} seeds
 */
function seatsCheck(seating, seeds) {
  const isComplete =
    seeds
      .map(({ seat }) => seat)
      .sort()
      .join("") === seating.seats;
  if (!isComplete) {
    return failed("seats", { code: "seats", seats: [...seating.seats].join(", ") });
  }
  const open = seeds.filter((seat) => seat.open).length;
  return check("seats", true, { own: seeds.length - open, open });
}

/**
 * @param {string} name
 * @param {boolean} holds
 * @param {Facts} facts
 * @returns {Check}
 */
function check(name, holds, facts = {}) {
  return { name, state: holds ? "holds" : "fails", facts, fault: holds ? null : { code: name }, round: null };
}

/**
 * @param {string} name
 * @param {Fault} fault
 * @returns {Check}
 */
function failed(name, fault) {
  return { name, state: "fails", facts: {}, fault, round: null };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
