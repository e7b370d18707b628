// @ts-check
/**
 * The chance of a game, as in doghouse/rules/chance.py: every decision has a name, its bytes are HMAC-SHA256 with the
 * seed as the key and name/0, name/1 ... as messages, and numbers are read from them four bytes at a time, skipping
 * those that would favour some results.
 */

import { hex, hmacSha256, sha256, utf8 } from "./sha256.js";

export const CARDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];
const COPIES = 8;
const JOKERS = 6;
const WORD = 2 ** 32;
export const DECK = CARDS.flatMap((card) => Array(card === "X" ? JOKERS : COPIES).fill(card));

export class Chance {
  /** @param {string} seed */
  constructor(seed) {
    this.key = utf8(seed);
  }

  /** @param {string} seats */
  firstDealer(seats) {
    return seats[this.number("dealer", seats.length)];
  }

  /**
   * All cards in the order of a shuffle of the game, counted from 1.
   *
   * @param {number} number
   * @returns {string[]}
   */
  shuffle(number) {
    const cards = [...DECK];
    const words = this.words(`shuffle/${number}`);
    for (let place = cards.length - 1; place > 0; place--) {
      const other = below(words, place + 1);
      [cards[place], cards[other]] = [cards[other], cards[place]];
    }
    return cards;
  }

  /**
   * Which of so many cards a seat draws in a round, counted along the sorted hand.
   *
   * @param {number} round
   * @param {string} seat
   * @param {number} cards
   */
  draw(round, seat, cards) {
    return this.number(`draw/${round}/${seat}`, cards);
  }

  /**
   * Which of so many cards the so-manieth two of the game takes, counted along the sorted hand.
   *
   * @param {number} number
   * @param {number} cards
   */
  take(number, cards) {
    return this.number(`take/${number}`, cards);
  }

  /**
   * @param {string} name
   * @param {number} bound
   */
  number(name, bound) {
    return below(this.words(name), bound);
  }

  /**
   * @param {string} name
   * @returns {Generator<number, never>}
   */
  *words(name) {
    for (let block = 0; ; block++) {
      const digest = hmacSha256(this.key, utf8(`${name}/${block}`));
      const view = new DataView(digest.buffer);
      for (let at = 0; at < digest.length; at += 4) {
        yield view.getUint32(at);
      }
    }
  }
}

/**
 * The next number below a bound.
 *
 * @param {Generator<number, never>} words
 * @param {number} bound
 */
function below(words, bound) {
  const limit = WORD - (WORD % bound);
  let word = words.next().value;
  while (word >= limit) {
    word = words.next().value;
  }
  return word % bound;
}

// The seeds, as in doghouse/server/fairness.py.

/** @param {string} text */
function hash(text) {
  return hex(sha256(utf8(text)));
}

/** @param {string} secret */
export function commitmentTo(secret) {
  return hash(secret);
}

/**
 * The seed of a bot or a silent seat: anyone can compute it.
 *
 * @param {string} commitment
 * @param {string} seat
 */
export function openSeed(commitment, seat) {
  return hash(`${commitment} ${seat}`).slice(0, 32);
}

/**
 * @param {string} secret
 * @param {Map<string, string>} seeds of the seats
 */
export function gameSeed(secret, seeds) {
  const seats = [...seeds].sort(([one], [other]) => (one < other ? -1 : 1));
  return hash(["doghouse 1", secret, ...seats.map(([seat, seed]) => `${seat} ${seed}`)].join("\n"));
}
