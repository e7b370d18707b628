// One step of the lesson under way: a position on a board, with the same way of choosing a play as at a table.
import { effect, signal } from "../app/html.js";
import { t } from "../app/i18n.js";
import { actsAs, isFinish, isKennel, plain, readPlay } from "../app/notation.js";
import * as sounds from "../app/sounds.js";
import { Chooser } from "../board/play_builder.js";
import { isReached } from "./lesson_steps.js";
import { tryPlay, whatNext } from "./practice_api.js";

/** @typedef {{kind: "why", why: any}|{kind: "say", key: string}|{kind: "other"}|{kind: "done"}|{kind: "hint"}} Feedback */

export class LessonModel {
  /** @param {import("./lesson_steps.js").Step} step */
  constructor(step) {
    this.step = step;
    /** What a table would tell; so that the chooser and the glowing fields are those of a table. */
    this.state = signal(stateOf(step.position));
    this.shown = this.state;
    this.lookingBack = signal(/** @type {number|null} */ (null));
    this.feedback = signal(/** @type {Feedback|null} */ (null));
    /** @type {import("../board/board.js").Board|null} */
    this.board = null;
    // The chooser asks and plays through whatever has these two words; at a table it is the socket.
    this.chooser = new Chooser(/** @type {any} */ (this));
    this.chooser.failed = (error) => this._refused(error);
    /** A card that was tapped before the house had said what can be played. @type {string|null} */
    this._early = null;
    this._stops = [
      effect(() => {
        this.chooser.follow(this.state.value);
      }),
      effect(() => {
        if (!this.chooser.ready.value || this._early === null) return;
        const card = this._early;
        this._early = null;
        queueMicrotask(() => this.tapCard(card));
      }),
    ];
  }

  close() {
    this._stops.forEach((stop) => stop());
  }

  get company() {
    const names = { B: t("lesson.name_B"), C: t("lesson.name_C"), D: t("lesson.name_D") };
    return { rules: this.state.value.view.rules, names: /** @type {Record<string, string>} */ (names), you: "A" };
  }

  get isDone() {
    return this.feedback.value?.kind === "done";
  }

  /** @param {string} partial */
  explore(partial) {
    return whatNext(this.step.position, partial);
  }

  /** @param {string} _kind @param {{play: string}} act */
  async decide(_kind, { play }) {
    const tried = await tryPlay(this.step.position, play);
    this.feedback.value = null;
    const seven = actsAs(readPlay(play)) === "7";
    sounds.play(tried.sent_home.length ? "home" : "marble");
    // A 7 has already been seen chunk by chunk.
    if (seven) this.board?.show(tried.marbles);
    else await this.board?.animate({ play: tried.play, seat: "A", sent_home: tried.sent_home }, tried.marbles);
    const reached = isReached(this.step.goal, tried);
    if (reached && tried.view.outcome) sounds.play("won");
    const hand = [...this.step.position.hands.A];
    hand.splice(hand.indexOf(readPlay(play).card), 1);
    const { view } = this.state.value;
    this.state.value = { ...this.state.value, view: { ...view, marbles: tried.marbles, hand, turn: null } };
    this.feedback.value = { kind: reached ? "done" : "other" };
  }

  /** Back to how the step began. */
  again() {
    this.feedback.value = null;
    this.state.value = stateOf(this.step.position);
    this.chooser.reset();
    this.board?.show(this.step.position.marbles);
  }

  /** A card that cannot be played, or one that can. @param {string} card */
  tapCard(card) {
    if (!this.chooser.ready.value) {
      this._early = card;
      return;
    }
    const blocked = this.chooser.blocked.value[card];
    this.feedback.value = blocked ? { kind: "why", why: blocked[0] } : null;
    if (!blocked) this.chooser.tapCard(card);
  }

  /** A field that does not glow was tapped: say why it is not possible. @param {string} field */
  async miss(field) {
    if (this.isDone || this.state.value.view.turn === null || this.chooser.sending.value) return;
    const card = this.chooser.card.value;
    if (card === null) {
      this.feedback.value = { kind: "say", key: "card_first" };
      return;
    }
    const attempt = this._attempt(card, field);
    try {
      if (attempt) await whatNext(this.step.position, attempt);
      this.feedback.value = { kind: "say", key: "miss" };
    } catch (error) {
      this._refused(error);
    }
  }

  /** What somebody may have wanted who tapped this field. @param {string} card @param {string} field */
  _attempt(card, field) {
    const marbles = this.chooser.preview.value ?? this.state.value.view.marbles;
    const isOwn = marbles.A.map(plain).includes(field);
    const chosen = this.chooser.marble.value;
    const head = this.chooser.partial.value || card;
    if (card === "X") return null; // it would be anything
    if (card === "J") return chosen && !isOwn ? `J ${chosen}<>${field}` : null;
    if (isKennel(field)) return field === "A-" ? `${head} A->A0` : null;
    if (chosen !== null && !isOwn) return `${head} ${chosen}>${field}`;
    if (!isOwn || isFinish(field) || !this.board) return null;
    const ring = this.board.geometry.ring;
    const steps = { A: 1, K: 13, Q: 12, 7: 1 }[card] ?? Number(card);
    return `${head} ${field}>${ring[(ring.indexOf(field) + steps) % ring.length]}`;
  }

  /** @param {any} error */
  _refused(error) {
    this.feedback.value = error.why ? { kind: "why", why: error.why } : { kind: "say", key: "miss" };
  }
}

/** @param {any} position */
function stateOf(position) {
  const { rules, marbles, hands, turn, phase } = position;
  return {
    status: "playing",
    you: "A",
    stuck: null,
    view: { rules, marbles, hand: hands.A, turn, phase, round: 1, stock: 0 },
  };
}
