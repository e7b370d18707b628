// The story of a game: where the marbles stood after each event. It only follows what the house tells; it judges nothing.
import { isKennel, plain, readPlay } from "../app/notation.js";
import { seatsOf } from "../app/players.js";

/**
 * @typedef {{number: number, at: number, event: any, before: Record<string, string[]>, marbles: Record<string, string[]>, round: number}} Chapter
 */

export class Story {
  /** @param {any} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Chapter[]} */
    this.chapters = [];
  }

  /** @param {any} message an event as the house tells it */
  add({ number, at, event }) {
    const last = this.chapters.at(-1);
    if (last && number <= last.number) return;
    const before = last?.marbles ?? {};
    let marbles = before;
    if (event.type === "started") marbles = beginning(this.rules);
    if (event.type === "played") marbles = moved(before, event);
    const round = (last?.round ?? 0) + (last && (last.event.type === "started" || last.event.dealt) ? 1 : 0);
    this.chapters.push({ number, at, event, before, marbles, round });
  }

  /** The plays of the last round that has any. @returns {Chapter[]} */
  lastRound() {
    const plays = this.chapters.filter((chapter) => chapter.event.type === "played");
    const round = plays.at(-1)?.round;
    return plays.filter((chapter) => chapter.round === round);
  }
}

/** @param {any} rules @returns {Record<string, string[]>} */
function beginning(rules) {
  /** @type {Record<string, string[]>} */
  const marbles = {};
  for (const seat of seatsOf(rules)) {
    const home = `${seat}-`;
    marbles[seat] = rules.quick_start ? [`${seat}0!`, home, home, home] : [home, home, home, home];
  }
  return marbles;
}

/** @param {Record<string, string[]>} before @param {any} event @returns {Record<string, string[]>} */
function moved(before, event) {
  const play = readPlay(event.play);
  /** @type {Record<string, string[]>} */
  const marbles = Object.fromEntries(Object.entries(before).map(([seat, fields]) => [seat, [...fields]]));
  const home = [...event.sent_home];
  const find = (/** @type {string} */ field) => {
    for (const [seat, fields] of Object.entries(marbles)) {
      const at = fields.findIndex((one) => plain(one) === plain(field));
      if (at >= 0) return { seat, at };
    }
    return null;
  };
  const clear = (/** @type {{seat: string, at: number}|null} */ mover) => {
    // Whoever stands where a marble has come to, and is said to be sent home, is.
    for (const sent of [...home]) {
      const fields = marbles[sent.seat];
      const at = fields.findIndex(
        (one, place) => plain(one) === sent.field && !(mover?.seat === sent.seat && mover?.at === place),
      );
      if (at >= 0) {
        fields[at] = `${sent.seat}-`;
        home.splice(home.indexOf(sent), 1);
      }
    }
  };
  for (const move of play.moves) {
    const one = find(move.source);
    if (!one) continue;
    if (move.swap) {
      const other = find(move.target);
      if (other) marbles[other.seat][other.at] = move.source;
      marbles[one.seat][one.at] = move.target;
      continue;
    }
    clear(one);
    marbles[one.seat][one.at] = isKennel(move.source) ? `${move.target}!` : move.target;
  }
  clear(null);
  return marbles;
}
