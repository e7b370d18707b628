// A step of the lesson under way: a position on a board, played like at a table.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Rules, Why } from "../app/protocol.js" */
/** @import { Board } from "../board/board.js" */
/** @import { PlayableState, PlayableView } from "../board/play_builder.js" */
/** @import { Step } from "./lesson_steps.js" */
import { effect, signal } from "../app/html.js";
import { t } from "../app/i18n.js";
import { actsAs, isFinish, isKennel, parsePlay, plain } from "../app/notation.js";
import * as sounds from "../app/sounds.js";
import { PlayBuilder } from "../board/play_builder.js";
import { isReached, SEATING } from "./lesson_steps.js";
import { fetchOptions, tryPlay } from "./practice_api.js";

/**
 * @typedef {{kind: "why", why: Why}|{kind: "say", key: string}|{kind: "other"}|{kind: "done"}|{kind: "hint"}} Feedback
 * @typedef {PlayableState & {view: PlayableView & {hand: string[]}}} LessonState
 */

export class LessonModel {
  /** @param {Step} step */
  constructor(step) {
    this.step = step;
    /** The state that a table would have, so that builder and highlights work like there. */
    this.state = signal(stateOf(step));
    this.shown = this.state;
    this.lookingBack = signal(/** @type {number|null} */ (null));
    this.feedback = signal(/** @type {Feedback|null} */ (null));
    this.board = signal(/** @type {Board|null} */ (null));
    this.builder = new PlayBuilder(this);
    this.builder.onError = (error) => this._showReason(error);
    /** A card that was tapped before the options were loaded. @type {string|null} */
    this._early = null;
    this._disposers = [
      effect(() => {
        this.builder.follow(this.state.value);
      }),
      effect(() => {
        if (!this.builder.ready.value || this._early === null) return;
        const card = this._early;
        this._early = null;
        queueMicrotask(() => this.tapCard(card));
      }),
    ];
  }

  close() {
    for (const dispose of this._disposers) dispose();
  }

  /** @returns {Company} */
  get company() {
    const names = { B: t("lesson.name_B"), C: t("lesson.name_C"), D: t("lesson.name_D") };
    const rules = /** @type {Rules} */ (this.step.position.rules); // the texts do not need the others
    return { rules, seating: SEATING, names, you: "A" };
  }

  get isDone() {
    return this.feedback.value?.kind === "done";
  }

  /** @param {string} partial */
  explore(partial) {
    return fetchOptions(this.step.position, partial);
  }

  /** @param {string} play */
  async play(play) {
    const tried = await tryPlay(this.step.position, play);
    const board = this.board.value;
    this.feedback.value = null;
    sounds.play(tried.sent_home.length ? "home" : "marble");
    // The pieces of a 7 have been shown one by one.
    if (actsAs(parsePlay(play)) === "7") board?.show(tried.marbles);
    else await board?.animate({ play: tried.play, seat: "A", sent_home: tried.sent_home }, tried.marbles);
    const reached = isReached(this.step.goal, tried);
    if (reached && tried.view.outcome) sounds.play("won");
    const hand = [...this.step.position.hands.A];
    hand.splice(hand.indexOf(parsePlay(play).card), 1);
    const state = this.state.value;
    this.state.value = { ...state, view: { ...state.view, marbles: tried.marbles, hand, turn: null } };
    this.feedback.value = { kind: reached ? "done" : "other" };
  }

  /** Go back to the beginning of the step. */
  restart() {
    this.feedback.value = null;
    this.state.value = stateOf(this.step);
    this.builder.reset();
    this.board.value?.show(this.step.position.marbles);
  }

  /** Choose a card, or show why it cannot be played. @param {string} card */
  tapCard(card) {
    if (!this.builder.ready.value) {
      this._early = card;
      return;
    }
    const blocked = this.builder.blocked.value[card];
    this.feedback.value = blocked ? { kind: "why", why: blocked[0] } : null;
    if (!blocked) this.builder.tapCard(card);
  }

  /** Show why a field that does not glow cannot be chosen. @param {string} field */
  async miss(field) {
    if (this.isDone || this.state.value.view.turn === null || this.builder.sending.value) return;
    const card = this.builder.card.value;
    if (card === null) {
      this.feedback.value = { kind: "say", key: "card_first" };
      return;
    }
    const attempt = this._attempt(card, field);
    try {
      if (attempt) await fetchOptions(this.step.position, attempt);
      this.feedback.value = { kind: "say", key: "miss" };
    } catch (error) {
      this._showReason(error);
    }
  }

  /** The play that a tap on this field may have meant. @param {string} card @param {string} field */
  _attempt(card, field) {
    const marbles = this.builder.preview.value ?? this.state.value.view.marbles;
    const isOwn = marbles.A.map(plain).includes(field);
    const chosen = this.builder.marble.value;
    const head = this.builder.partial.value || card;
    if (card === "X") return null; // it would be anything
    if (card === "J") return chosen && !isOwn ? `J ${chosen}<>${field}` : null;
    if (isKennel(field)) return field === "A-" ? `${head} A->A0` : null;
    if (chosen !== null && !isOwn) return `${head} ${chosen}>${field}`;
    const ring = this.board.value?.geometry.ring;
    if (!isOwn || isFinish(field) || !ring) return null;
    const steps = { A: 1, K: 13, Q: 12, 7: 1 }[card] ?? Number(card);
    return `${head} ${field}>${ring[(ring.indexOf(field) + steps) % ring.length]}`;
  }

  /** @param {unknown} error */
  _showReason(error) {
    const { why } = /** @type {{why?: Why|null}} */ (error);
    this.feedback.value = why ? { kind: "why", why } : { kind: "say", key: "miss" };
  }
}

/** @param {Step} step @returns {LessonState} */
function stateOf({ position: { marbles, hands, turn, phase } }) {
  return {
    status: "playing",
    you: "A",
    stuck: null,
    view: { marbles, hand: hands.A, turn, phase, round: 1, stock: 0, seen: {}, has_given: [] },
  };
}
