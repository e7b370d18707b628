// A table on screen: the connection, the history, and the state that is shown while marbles still move.
/** @import { EventMessage, GameView, Marbles, State, TableAbout, VisibleEvent } from "../app/protocol.js" */
/** @import { Company } from "../app/phrasing.js" */
/** @import { ActFields, ActType } from "../app/table_socket.js" */
/** @import { Board } from "../board/board.js" */
/** @import { HistoryEntry } from "./game_history.js" */

import { notifyDesktop } from "../app/desktop_notification.js";
import { computed, effect, signal } from "../app/html.js";
import { t } from "../app/i18n.js";
import { announcementText, eventText, namesOf, ownersOf } from "../app/phrasing.js";
import * as sounds from "../app/sounds.js";
import { ActRefusedError, TableSocket } from "../app/table_socket.js";
import { isYours } from "../board/highlights.js";
import { PlayBuilder } from "../board/play_builder.js";
import { announce } from "../ui/announcer.js";
import { GameHistory } from "./game_history.js";
import { showRefusal } from "./refusal_notice.js";

const MAX_ANIMATED = 4; // events; if more are waiting, they are not animated
const READING_TIME = 900; // milliseconds to read a play that is shown again
const BUBBLE_TIME = 5000; // milliseconds for which a phrase is shown

export class TableModel {
  /** @param {string} code */
  constructor(code) {
    this.socket = new TableSocket(code);
    this.builder = new PlayBuilder(this.socket);
    /** The state on screen: the newest whose play has been shown. */
    this.shown = signal(/** @type {State|null} */ (null));
    /** The seat of the reader. */
    this.you = computed(() => this.shown.value?.you ?? null);
    this.entries = signal(/** @type {HistoryEntry[]} */ ([]));
    /** What players have just said, by seat. */
    this.bubbles = signal(/** @type {Record<string, string>} */ ({}));
    /** @type {Record<string, number>} */
    this._bubbleTimers = {};
    /** The number of the past event that is being viewed. */
    this.lookingBack = signal(/** @type {number|null} */ (null));
    /** Whether a player who has come back is offered to see the last round. */
    this.offersRound = signal(false);
    this.board = signal(/** @type {Board|null} */ (null));
    /** @type {GameHistory|null} */
    this.history = null;
    /** @type {{messages: EventMessage[], state: State}[]} */
    this._queue = [];
    this._busy = false;
    this._wasYours = false;
    this._wasPlaying = false;
    this.socket.onEvents = (messages, state) => this._enqueue(messages, state);
    this._disposers = [
      effect(() => {
        this.builder.follow(this.shown.value);
      }),
      effect(() => this._notifyTurn(this.shown.value)),
    ];
  }

  close() {
    for (const dispose of this._disposers) dispose();
    this.socket.close();
    document.title = "Doghouse";
  }

  // The screens of a table are rendered once the first state has come; those of a game once it has begun.

  get state() {
    return /** @type {State} */ (this.shown.value);
  }

  get view() {
    return /** @type {GameView} */ (this.state.view);
  }

  get about() {
    return /** @type {TableAbout} */ (this.socket.about.value);
  }

  /** The marbles on the board: those of the play that is being built, or those of the game. @returns {Marbles} */
  get marbles() {
    return this.builder.preview.value ?? this.shown.value?.view?.marbles ?? {};
  }

  get company() {
    return this._companyAt(this.state);
  }

  /** @param {State} state @returns {Company} */
  _companyAt({ seats, you }) {
    const { rules, seating } = this.about;
    return { rules, seating, names: namesOf(seats), you };
  }

  /**
   * Act at the table and return whether the server did it; a refusal is shown.
   * @template {ActType} T
   * @param {T} type
   * @param {ActFields<T>} fields
   */
  async act(type, fields) {
    try {
      await this.socket.act(type, fields);
      return true;
    } catch (error) {
      if (!(error instanceof ActRefusedError)) throw error;
      showRefusal(error, this.company);
      return false;
    }
  }

  /** @param {EventMessage[]} messages @param {State} state */
  _enqueue(messages, state) {
    this.history ??= new GameHistory(this.about.beginning);
    for (const message of messages) this.history.add(message);
    this.entries.value = [...this.history.entries];
    this._queue.push({ messages, state });
    this._drain();
  }

  async _drain() {
    if (this._busy) return;
    this._busy = true;
    for (let next = this._queue.shift(); next; next = this._queue.shift()) {
      try {
        await this._advance(next.messages, next.state);
      } catch (error) {
        reportError(error); // and go on with the next
      }
    }
    this._busy = false;
  }

  /** @param {EventMessage[]} messages @param {State} state */
  async _advance(messages, state) {
    const isFirst = this.shown.value === null;
    const hurry = this._queue.length > MAX_ANIMATED || messages.length > MAX_ANIMATED;
    try {
      for (const { event } of isFirst ? [] : messages) await this._present(event, state, hurry);
    } finally {
      this.shown.value = state;
      if (isFirst) {
        this.offersRound.value = state.status === "playing" && Boolean(this.history?.lastRound().length);
      } else if (messages.some(({ event }) => event.type === "played" && event.seat === state.you)) {
        this.offersRound.value = false;
      }
      // Whatever the event was, a 7 that was begun stays on the board.
      if (this.lookingBack.value === null) this._showNow();
    }
  }

  /** Announce and animate an event. @param {VisibleEvent} event @param {State} state @param {boolean} hurry */
  async _present(event, state, hurry) {
    const before = this.shown.value?.view?.marbles ?? {};
    const company = this._companyAt(state);
    const texts = [eventText(event, company, ownersOf(before)), announcementText(event, company, state.view)];
    if (event.type === "gave") texts.reverse(); // the last card is given before the new one is received
    texts.forEach(announce);
    if (event.type === "said") this._showBubble(event.seat, t(`phrase.${event.phrase}`));
    if (event.type !== "played") return;
    sounds.play(event.sent_home.length ? "home" : "marble");
    if (!hurry && this.lookingBack.value === null && state.view) {
      await this.board.value?.animate(event, state.view.marbles);
    }
  }

  /** @param {string} seat @param {string} text */
  _showBubble(seat, text) {
    this.bubbles.value = { ...this.bubbles.value, [seat]: text };
    clearTimeout(this._bubbleTimers[seat]); // a new phrase has its own time
    this._bubbleTimers[seat] = setTimeout(() => {
      const { [seat]: _gone, ...rest } = this.bubbles.value;
      this.bubbles.value = rest;
    }, BUBBLE_TIME);
  }

  /** Tell the reader in the title, by sound and by notification that it is their turn. @param {State|null} state */
  _notifyTurn(state) {
    const yours = isYours(state);
    if (yours && !this._wasYours) {
      sounds.play("turn");
      announce(t("table.your_turn"));
      if (document.hidden) notifyDesktop(t("table.your_turn"), this.socket.code);
    }
    if (state?.status === "over" && this._wasPlaying) sounds.play("won");
    this._wasPlaying = state?.status === "playing";
    this._wasYours = yours;
    document.title = yours ? `● ${t("table.your_turn")} · Doghouse` : "Doghouse";
  }

  /** The past event that is being viewed. */
  get viewedEntry() {
    const number = this.lookingBack.value;
    return number === null ? undefined : this.entries.value.find((entry) => entry.number === number);
  }

  /** Show a past event on the board. @param {HistoryEntry|undefined} entry */
  async viewEntry(entry) {
    const board = this.board.value;
    if (!entry || !board) return;
    board.show(entry.before);
    this.lookingBack.value = entry.number; // which also marks the fields of the play
    if (entry.event.type === "played") await board.animate(entry.event, entry.marbles);
  }

  async replayLastRound() {
    this.offersRound.value = false;
    for (const entry of this.history?.lastRound() ?? []) {
      await this.viewEntry(entry);
      await new Promise((resolve) => setTimeout(resolve, READING_TIME));
      if (this.lookingBack.value !== entry.number) return; // the reader went elsewhere
    }
    this.backToNow();
  }

  backToNow() {
    this.lookingBack.value = null;
    this._showNow();
  }

  _showNow() {
    this.board.value?.show(this.marbles);
  }
}
