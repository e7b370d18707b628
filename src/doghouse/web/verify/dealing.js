// @ts-check
/** The deals that follow from the seed, round by round; they do not depend on how the game is played (R3). */

import { CARDS } from "./chance.js";

/** @typedef {import("./chance.js").Chance} Chance */
/** @typedef {import("./record_seats.js").Seating} Seating */
/**
 * A round as the seed deals it; `shuffle` is the number of the shuffle before it, if there was one.
 *
 * @typedef {{
 *   number: number, size: number, starter: string, dealer: string, shuffle: number | null,
 *   hands: Map<string, string[]>,
 * }} Deal
 */

/**
 * @param {Chance} chance
 * @param {Seating} seating
 * @param {string} firstDealer
 * @returns {Generator<Deal, never>}
 */
export function* deals(chance, seating, firstDealer) {
  const { seats } = seating;
  /** @type {string[]} */
  let stock = [];
  let shuffles = 0;
  for (let number = 1; ; number++) {
    const size = 6 - ((number - 1) % 5);
    const isShuffled = stock.length < size * seats.length;
    if (isShuffled) {
      shuffles += 1;
      stock = chance.shuffle(shuffles);
    }
    const starter = seating.after(firstDealer, number);
    const hands = new Map([...seats].map((seat) => [seat, /** @type {string[]} */ ([])]));
    for (let turn = 0; turn < size * seats.length; turn++) {
      hands.get(seating.after(starter, turn))?.push(stock[turn]);
    }
    stock = stock.slice(size * seats.length);
    hands.forEach((hand, seat) => hands.set(seat, sorted(hand)));
    const dealer = seating.dealerMoves ? seating.after(starter, -1) : firstDealer;
    yield { number, size, starter, dealer, shuffle: isShuffled ? shuffles : null, hands };
  }
}

/**
 * Cards in the order A to K, X.
 *
 * @param {string[]} cards
 */
export function sorted(cards) {
  return [...cards].sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));
}
