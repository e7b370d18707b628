// The history of a game: where the marbles stood after each event. It follows what the server sends and knows no rules.
/** @import { EventMessage, Marbles, VisibleEvent, VisiblePlayed } from "../app/protocol.js" */
import { isKennel, parsePlay, plain } from "../app/notation.js";

/**
 * @typedef {{number: number, at: number, event: VisibleEvent, before: Marbles, marbles: Marbles, round: number}} HistoryEntry
 * @typedef {HistoryEntry & {event: VisiblePlayed}} PlayedEntry
 */

export class GameHistory {
  /** @param {Marbles} beginning where the marbles stand when the game begins */
  constructor(beginning) {
    this._beginning = beginning;
    /** @type {HistoryEntry[]} */
    this.entries = [];
  }

  /** @param {EventMessage} message */
  add({ number, at, event }) {
    const last = this.entries.at(-1);
    if (last && number <= last.number) return;
    const before = last?.marbles ?? {};
    let marbles = before;
    if (event.type === "started") marbles = this._beginning;
    if (event.type === "played") marbles = marblesAfter(before, event);
    const isNewRound = last && "dealt" in last.event && last.event.dealt;
    this.entries.push({ number, at, event, before, marbles, round: (last?.round ?? 0) + (isNewRound ? 1 : 0) });
  }

  /** The plays of the last round that has any. */
  lastRound() {
    const plays = this.entries.filter((entry) => entry.event.type === "played");
    const round = plays.at(-1)?.round;
    return /** @type {PlayedEntry[]} */ (plays.filter((entry) => entry.round === round));
  }
}

/** @param {Marbles} before @param {VisiblePlayed} event @returns {Marbles} */
function marblesAfter(before, event) {
  const play = parsePlay(event.play);
  /** @type {Marbles} */
  const marbles = Object.fromEntries(Object.entries(before).map(([seat, fields]) => [seat, [...fields]]));
  const sentHome = [...event.sent_home];
  const find = (/** @type {string} */ field) => {
    for (const [seat, fields] of Object.entries(marbles)) {
      const at = fields.findIndex((other) => plain(other) === plain(field));
      if (at >= 0) return { seat, at };
    }
    return null;
  };
  /** Send home those that stand on the fields of the event. @param {{seat: string, at: number}|null} mover */
  const sendHome = (mover) => {
    for (const sent of [...sentHome]) {
      const fields = marbles[sent.seat];
      const at = fields.findIndex(
        (field, place) => plain(field) === sent.field && !(mover?.seat === sent.seat && mover?.at === place),
      );
      if (at >= 0) {
        fields[at] = `${sent.seat}-`;
        sentHome.splice(sentHome.indexOf(sent), 1);
      }
    }
  };
  for (const move of play.moves) {
    const marble = find(move.source);
    if (!marble) continue;
    if (move.swap) {
      const other = find(move.target);
      if (other) marbles[other.seat][other.at] = move.source;
      marbles[marble.seat][marble.at] = move.target;
      continue;
    }
    sendHome(marble);
    marbles[marble.seat][marble.at] = isKennel(move.source) ? `${move.target}!` : move.target;
  }
  sendHome(null);
  return marbles;
}
