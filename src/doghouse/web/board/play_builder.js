// Builds a play from card, marble and target, tapped in any order. The server says what is possible.
/** @import { GameView, Marbles, OptionMessage, OptionsMessage, State, Why } from "../app/protocol.js" */
/** @import { Move, Play } from "../app/notation.js" */
import { batch, computed, signal } from "../app/html.js";
import { actsAs, isKennel, parsePlay, plain } from "../app/notation.js";

/**
 * A way to go on: the play as far as it would be then, and its last move.
 * @typedef {{text: string, complete: boolean, sends: string[], play: Play, move: Move|null}} PlayOption
 */

/**
 * The part of a table's state that decides what can be played.
 * @typedef {Pick<GameView, "marbles"|"turn"|"phase"|"round"|"stock"|"seen"|"has_given"|"hand">} PlayableView
 * @typedef {Pick<State, "status"|"you"|"stuck"> & {view: PlayableView|null}} PlayableState
 */

/**
 * Where plays are explored and played: the socket of a table, or a lesson.
 * @typedef {object} PlayTarget
 * @property {import("@preact/signals").ReadonlySignal<PlayableState|null>} state
 * @property {(partial: string) => Promise<OptionsMessage>} explore
 * @property {(play: string) => Promise<unknown>} play
 */

export class PlayBuilder {
  /** @param {PlayTarget} target */
  constructor(target) {
    this._target = target;
    /** The ways to go on with a 7. @type {PlayOption[]} */
    this._continuations = [];
    /** Identifies the decision that is being made; empty if it is not ours. */
    this._decision = "";
    /** The card that was tapped. */
    this.card = signal(/** @type {string|null} */ (null));
    /** The field of the marble that was tapped. */
    this.marble = signal(/** @type {string|null} */ (null));
    /** A 7 that has been begun. */
    this.partial = signal("");
    this.pointsLeft = signal(0);
    /** The board after what was chosen so far. */
    this.preview = signal(/** @type {Marbles|null} */ (null));
    /** All first choices. */
    this.options = signal(/** @type {PlayOption[]} */ ([]));
    this.blocked = signal(/** @type {Record<string, Why[]>} */ ({}));
    this.ready = signal(false);
    /** Options that begin with the same move: the reader has to say which. */
    this.ambiguous = signal(/** @type {PlayOption[]} */ ([]));
    this.sending = signal(false);
    /** All that was chosen so far. */
    this.selection = computed(() => ({
      isReady: this.ready.value,
      isBegun: this.card.value !== null || this.marble.value !== null || this.partial.value !== "",
      card: this.card.value,
      marble: this.marble.value,
      partial: this.partial.value,
      ambiguous: this.ambiguous.value,
    }));
    /** Called when the server refuses an act. @type {(error: unknown) => void} */
    this.onError = () => {};
  }

  /** Load the options of a new decision; a selection outlives a lost connection. @param {PlayableState|null} state */
  async follow(state) {
    const decision = decisionOf(state);
    if (decision === this._decision) return;
    this._decision = decision;
    batch(() => {
      this.reset();
      this.options.value = [];
      this.blocked.value = {};
      this.ready.value = false;
    });
    if (!decision) return;
    const first = await this._explore("");
    if (!first || this._decision !== decision) return;
    batch(() => {
      this.blocked.value = first.blocked;
      this.options.value = Object.values(first.by_card).flatMap((options) => distinct(options.map(optionOf)));
      this.ready.value = true;
    });
  }

  reset() {
    batch(() => {
      this.card.value = null;
      this.marble.value = null;
      this.partial.value = "";
      this.pointsLeft.value = 0;
      this.preview.value = null;
      this.ambiguous.value = [];
      this.sending.value = false;
    });
  }

  /** The options that are left after what was tapped so far. */
  candidates() {
    if (this.partial.value) return this._continuations;
    const card = this.card.value;
    return this.options.value.filter((option) => card === null || option.play.card === card);
  }

  /** The fields of marbles that can be moved now. */
  sources() {
    return [...new Set(this.candidates().flatMap((option) => ends(option).map(([source]) => source)))];
  }

  /** Where the chosen marble can go. */
  targets() {
    const marble = this.marble.value;
    if (marble === null) return [];
    /** @type {Map<string, PlayOption>} */
    const targets = new Map();
    for (const option of this.candidates()) {
      for (const [source, target] of ends(option)) {
        if (source === marble && !targets.has(target)) targets.set(target, option);
      }
    }
    return [...targets].map(([field, option]) => ({ field, option }));
  }

  /** Options without a move: a jack without effect, a 2 that takes a card. */
  others() {
    return this.candidates().filter((option) => !option.move);
  }

  /** @param {string} card */
  tapCard(card) {
    if (this.partial.value || this.sending.value) return;
    batch(() => {
      this.ambiguous.value = [];
      this.card.value = this.card.value === card ? null : card;
      // A marble that was chosen first stays chosen if this card can move it.
      if (this.marble.value !== null && !this.sources().includes(this.marble.value)) this.marble.value = null;
      if (this.marble.value === null) this._chooseOnlyMarble();
    });
  }

  /** Choose a target of the chosen marble, or another marble. @param {string} field */
  tapField(field) {
    if (this.sending.value) return;
    this.ambiguous.value = [];
    const marble = this.marble.value;
    if (marble !== null && field !== marble) {
      const fitting = this.candidates().filter((option) =>
        ends(option).some(([source, target]) => source === marble && target === field),
      );
      if (fitting.length) {
        this.choose(fitting);
        return;
      }
    }
    if (this.sources().includes(field)) this.marble.value = field === marble ? null : field;
  }

  /** Take the option, or ask which of several is meant. @param {PlayOption[]} options */
  choose(options) {
    if (options.length > 1) {
      this.ambiguous.value = options;
      return;
    }
    this.ambiguous.value = [];
    const [option] = options;
    if (option.complete && !(actsAs(option.play) === "7" && option.move)) this._play(option.text);
    else this._extend(option.text);
  }

  /** Go on with a 7. @param {string} partial */
  async _extend(partial) {
    const decision = this._decision;
    this.sending.value = true; // taps meanwhile would belong to the board before this
    const options = await this._explore(partial);
    if (decision !== this._decision) return;
    if (!options) {
      this.sending.value = false;
      return;
    }
    this._continuations = options.next.map(optionOf);
    batch(() => {
      this.sending.value = false;
      this.partial.value = partial;
      this.pointsLeft.value = options.points_left;
      this.preview.value = options.marbles;
      this.card.value = parsePlay(partial).card;
      this.marble.value = null;
      this._chooseOnlyMarble();
    });
  }

  /** Take back the last part of what was chosen. */
  undo() {
    if (this.sending.value) return;
    if (this.ambiguous.value.length) this.ambiguous.value = [];
    else if (this.partial.value) {
      const parts = this.partial.value.split(" ");
      if (parts.length > 2) this._extend(parts.slice(0, -1).join(" "));
      else this.reset();
    } else if (this.marble.value !== null) this.marble.value = null;
    else this.card.value = null;
  }

  get canUndo() {
    return this.selection.value.isBegun || this.ambiguous.value.length > 0;
  }

  /** A 7 is only played when its seven points are used. */
  get canConfirm() {
    return Boolean(this.partial.value) && this.pointsLeft.value === 0;
  }

  confirm() {
    if (this.canConfirm) this._play(this.partial.value);
  }

  /** @param {string} play */
  async _play(play) {
    if (this.sending.value) return;
    this.sending.value = true;
    try {
      await this._target.play(play);
    } catch (error) {
      this.onError(error);
      this._decision = "";
      this.follow(this._target.state.value);
    }
  }

  /** @param {string} partial */
  async _explore(partial) {
    try {
      return await this._target.explore(partial);
    } catch (error) {
      if (/** @type {{code?: string}} */ (error).code !== "illegal") this.onError(error);
      return null;
    }
  }

  _chooseOnlyMarble() {
    const sources = this.sources();
    if ((this.card.value !== null || this.partial.value) && sources.length === 1) this.marble.value = sources[0];
  }
}

/** @param {PlayableState|null} state */
function decisionOf(state) {
  const view = state?.view;
  if (!view || state.status !== "playing" || state.stuck) return "";
  if (view.phase !== "play" || view.turn !== state.you) return "";
  return JSON.stringify([view.round, view.stock, view.seen, view.hand, view.marbles]);
}

/** @param {OptionMessage} message @returns {PlayOption} */
function optionOf({ play: text, complete, sends_home }) {
  const play = parsePlay(text);
  return { text, complete, sends: sends_home, play, move: play.moves.at(-1) ?? null };
}

/** A joker leaves the kennel as an ace as well as a king: nobody has to say as which. @param {PlayOption[]} options */
function distinct(options) {
  const leaves = (/** @type {PlayOption} */ { move }) => move !== null && isKennel(move.source);
  return options.filter(
    (option, at) => !leaves(option) || options.findIndex(({ move }) => move?.source === option.move?.source) === at,
  );
}

/** From where to where; a swap can be begun at either marble. @param {PlayOption} option @returns {[string, string][]} */
function ends({ move }) {
  if (!move) return [];
  const [source, target] = [plain(move.source), plain(move.target)];
  const forth = /** @type {[string, string]} */ ([source, target]);
  return move.swap ? [forth, [target, source]] : [forth];
}
