// The frames of a replay, unfolded: how everything stood after each of them.
/** @import { Frame, Marbles } from "../app/protocol.js" */

/**
 * @typedef {Record<string, string[]>} Hands
 * @typedef {{place: number, frame: Frame, before: Marbles, marbles: Marbles, hands: Hands}} Moment
 * @typedef {{number: number, first: number, last: number, starter: string}} RoundSpan
 */

/** A frame has only the seats for which something changed. @param {Frame[]} frames @returns {Moment[]} */
export function momentsOf(frames) {
  /** @type {Marbles} */
  let marbles = {};
  /** @type {Hands} */
  let hands = {};
  return frames.map((frame, place) => {
    const before = marbles;
    if (frame.marbles) marbles = { ...marbles, ...frame.marbles };
    if (frame.hands) hands = { ...hands, ...frame.hands };
    return { place, frame, before, marbles, hands };
  });
}

/** The first and last moment of each round, and who begins it. @param {Frame[]} frames @returns {RoundSpan[]} */
export function roundsOf(frames) {
  /** @type {RoundSpan[]} */
  const rounds = [];
  frames.forEach((frame, place) => {
    if (frame.kind === "deal") rounds.push({ number: frame.round, first: place, last: place, starter: "" });
    const round = /** @type {RoundSpan} */ (rounds.at(-1));
    round.last = place;
    if (frame.kind === "play" && !round.starter) round.starter = frame.seat ?? "";
  });
  return rounds;
}
