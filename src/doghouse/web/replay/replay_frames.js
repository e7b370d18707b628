// A replay as the house sends it, unfolded: how everything stood after each of its frames.

/**
 * @typedef {Record<string, string[]>} BySeat
 * @typedef {{kind: "deal"|"exchange"|"play"|"stop", round: number, seat?: string, play?: string, marbles?: BySeat, hands?: BySeat,
 *   sent_home?: {seat: string, field: string}[], laid_down?: string[], taken?: string, dealt?: number, given?: Record<string, string>}} Frame
 * @typedef {{place: number, frame: Frame, before: BySeat, marbles: BySeat, hands: BySeat}} Moment
 * @typedef {{number: number, first: number, last: number, starter: string}} RoundSpan
 * @typedef {{code: string, edition: string, rules: any, seats: Record<string, any>, result: any, frames: Frame[], statistics: Record<string, any>}} Replay
 */

/** A frame tells only of the seats for which something changed. @param {Frame[]} frames @returns {Moment[]} */
export function momentsOf(frames) {
  /** @type {BySeat} */
  let marbles = {};
  /** @type {BySeat} */
  let hands = {};
  return frames.map((frame, place) => {
    const before = marbles;
    if (frame.marbles) marbles = { ...marbles, ...frame.marbles };
    if (frame.hands) hands = { ...hands, ...frame.hands };
    return { place, frame, before, marbles, hands };
  });
}

/** From where to where each round goes, and who begins it. @param {Frame[]} frames @returns {RoundSpan[]} */
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
