// A table as the page has it: the connection, the story so far, and what is shown while marbles still travel.

import { sendWord } from "../app/desktop_notification.js";
import { effect, signal } from "../app/html.js";
import { t } from "../app/i18n.js";
import { namesOf, ownersOf, tellAloud, tellEvent } from "../app/phrasing.js";
import * as sounds from "../app/sounds.js";
import { TableSocket } from "../app/table_socket.js";
import { isYours } from "../board/highlights.js";
import { Chooser } from "../board/play_builder.js";
import { announce } from "../ui/announcer.js";
import { Story } from "./game_history.js";

const MOST_SHOWN = 4; // events one after the other; if more wait, only the last ones are animated

const READING = 900; // milliseconds for the words of a play that is seen again

export class TableModel {
  /** @param {string} code */
  constructor(code) {
    this.socket = new TableSocket(code);
    this.chooser = new Chooser(this.socket);
    /** The state that the screen shows: the newest whose play has been seen. */
    this.shown = signal(/** @type {any} */ (null));
    /** @type {import("@preact/signals").Signal<import("./game_history.js").Chapter[]>} */
    this.chapters = signal([]);
    /** What players say just now, by seat. */
    this.bubbles = signal(/** @type {Record<string, string>} */ ({}));
    /** @type {Record<string, number>} */
    this._falling = {};
    /** A moment of the past that is being looked at. */
    this.lookingBack = signal(/** @type {number|null} */ (null));
    /** Whoever comes back to a game is offered to see what they have missed. */
    this.offersRound = signal(false);
    /** @type {import("../board/board.js").Board|null} */
    this.board = null;
    /** @type {Story|null} */
    this.story = null;
    /** @type {{messages: any[], state: any}[]} */
    this._queue = [];
    this._busy = false;
    this.socket.happened = (messages, state) => this._happened(messages, state);
    this._stops = [
      effect(() => {
        const state = this.shown.value;
        this.chooser.follow(state);
      }),
      effect(() => this._title(this.shown.value)),
    ];
  }

  close() {
    this._stops.forEach((stop) => stop());
    this.socket.close();
    document.title = "Doghouse";
  }

  /** Who plays and who reads. */
  get company() {
    const state = this.shown.value ?? this.socket.state.value;
    return { rules: this.socket.about.value?.rules, names: namesOf(state), you: state?.you ?? null };
  }

  /** @param {any[]} messages @param {any} state */
  _happened(messages, state) {
    this.story ??= new Story(this.socket.about.value.rules);
    for (const message of messages) this.story.add(message);
    this.chapters.value = [...this.story.chapters];
    this._queue.push({ messages, state });
    this._work();
  }

  async _work() {
    if (this._busy) return;
    this._busy = true;
    while (this._queue.length) {
      const { messages, state } = /** @type {any} */ (this._queue.shift());
      try {
        await this._pass(messages, state);
      } catch (error) {
        // What could not be shown must not keep what comes after it from being shown.
        reportError(error);
      }
    }
    this._busy = false;
  }

  /** @param {any[]} messages @param {any} state */
  async _pass(messages, state) {
    const first = this.shown.value === null;
    const hurry = this._queue.length > MOST_SHOWN || messages.length > MOST_SHOWN;
    try {
      for (const message of messages) if (!first) await this._see(message, state, hurry);
    } finally {
      this.shown.value = state;
      if (first) this.offersRound.value = state.status === "playing" && Boolean(this.story?.lastRound().length);
      else if (messages.some(({ event }) => event.type === "played" && event.seat === state.you))
        this.offersRound.value = false;
      // Whatever it was, a 7 that was begun stays on the board.
      if (this.lookingBack.value === null) this._showNow();
    }
  }

  /** Let one event be seen and heard. @param {any} message @param {any} state @param {boolean} hurry */
  async _see({ event }, state, hurry) {
    const before = this.shown.value?.view?.marbles ?? {};
    const company = { rules: this.socket.about.value.rules, names: namesOf(state), you: state.you };
    const words = [tellEvent(event, company, ownersOf(before)), tellAloud(event, company, state.view)];
    if (event.type === "gave") words.reverse(); // the last card is given before one has the new one
    words.forEach(announce);
    if (event.type === "said") this._say(event.seat, t(`phrase.${event.phrase}`));
    if (event.type !== "played") return;
    sounds.play(event.sent_home.length ? "home" : "marble");
    if (!hurry && this.board && this.lookingBack.value === null && state.view) {
      await this.board.animate(event, state.view.marbles);
    }
  }

  /** @param {string} seat @param {string} text */
  _say(seat, text) {
    this.bubbles.value = { ...this.bubbles.value, [seat]: text };
    clearTimeout(this._falling[seat]); // a new phrase has its own time
    this._falling[seat] = setTimeout(() => {
      const { [seat]: _gone, ...rest } = this.bubbles.value;
      this.bubbles.value = rest;
    }, 5000);
  }

  /** Tell in the title, by sound and outside the page that it is one's turn. @param {any} state */
  _title(state) {
    const mine = isYours(state);
    if (mine && !this._wasMine) {
      sounds.play("turn");
      announce(t("table.your_turn"));
      if (document.hidden) sendWord(t("table.your_turn"), this.socket.code);
    }
    if (state?.status === "over" && this._wasPlaying) sounds.play("won");
    this._wasPlaying = state?.status === "playing";
    this._wasMine = mine;
    document.title = mine ? `● ${t("table.your_turn")} · Doghouse` : "Doghouse";
  }

  /** The event that is looked at. */
  get lookedAt() {
    const number = this.lookingBack.value;
    return number === null ? undefined : this.chapters.value.find((chapter) => chapter.number === number);
  }

  /** Look at an event of the past on the board. @param {number} place in the story */
  async lookAt(place) {
    const chapter = this.story?.chapters[place];
    if (!chapter || !this.board) return;
    this.lookingBack.value = chapter.number;
    this.board.clear();
    this.board.show(chapter.before);
    if (chapter.event.type === "played") await this.board.animate(chapter.event, chapter.marbles);
  }

  /** See the last round again. */
  async replayLastRound() {
    this.offersRound.value = false;
    for (const chapter of this.story?.lastRound() ?? []) {
      await this.lookAt(/** @type {Story} */ (this.story).chapters.indexOf(chapter));
      await new Promise((resolve) => setTimeout(resolve, READING));
      if (this.lookingBack.value !== chapter.number) return; // somebody had enough
    }
    this.backToNow();
  }

  backToNow() {
    this.lookingBack.value = null;
    this._showNow();
  }

  _showNow() {
    this.board?.show(this.chooser.preview.value ?? this.shown.value?.view?.marbles ?? {});
  }
}
