// Putting a play together: card, marble, target, in any order. What is possible is always the house's word.
import { batch, signal } from "../app/html.js";
import { actsAs, isKennel, plain, readPlay } from "../app/notation.js";

/**
 * @typedef {{text: string, complete: boolean, sends: string[], play: import("../app/notation.js").Play, move: import("../app/notation.js").Move|null}} Way
 */

export class Chooser {
  /** @param {import("../app/table_socket.js").TableSocket} socket */
  constructor(socket) {
    this._socket = socket;
    /** @type {Way[]} */
    this._following = [];
    this._decision = "";
    /** The card that was tapped. */
    this.card = signal(/** @type {string|null} */ (null));
    /** The field of the marble that was tapped. */
    this.marble = signal(/** @type {string|null} */ (null));
    /** A 7 that has been begun. */
    this.partial = signal("");
    this.pointsLeft = signal(0);
    /** The board as it would be after what was chosen so far. */
    this.preview = signal(/** @type {Record<string, string[]>|null} */ (null));
    /** All ways to go on, by card; while a 7 is under way, those of the 7. */
    this.ways = signal(/** @type {Way[]} */ ([]));
    this.blocked = signal(/** @type {Record<string, any[]>} */ ({}));
    this.ready = signal(false);
    /** Ways that begin with the same move: the reader has to say which. */
    this.ambiguous = signal(/** @type {Way[]} */ ([]));
    this.sending = signal(false);
  }

  /** Whose decision it is; a choice that was begun outlives a lost connection. @param {any} state */
  async follow(state) {
    const view = state?.view;
    const mine = view && state.status === "playing" && view.phase === "play" && view.turn === state.you && !state.stuck;
    const decision = mine ? JSON.stringify([view.round, view.stock, view.seen, view.hand, view.marbles]) : "";
    if (decision === this._decision) return;
    this._decision = decision;
    this.reset();
    this.ways.value = [];
    this.blocked.value = {};
    this.ready.value = false;
    if (!decision) return;
    const cards = await this._explore("");
    if (!cards || this._decision !== decision) return;
    const heads = [...new Set(cards.next.map((/** @type {any} */ option) => option.play.split("=")[0]))];
    const found = await Promise.all(heads.map((card) => this._explore(card)));
    if (this._decision !== decision) return;
    batch(() => {
      this.blocked.value = cards.blocked;
      this.ways.value = found.flatMap((options, at) =>
        options?.complete
          ? [way({ play: heads[at], complete: true, sends_home: [] })]
          : distinct((options?.next ?? []).map(way)),
      );
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

  /** The ways that are left after what was tapped so far. */
  candidates() {
    if (this.partial.value) return this._following;
    const card = this.card.value;
    return this.ways.value.filter((one) => card === null || one.play.card === card);
  }

  /** The fields of marbles that can be moved now. */
  sources() {
    return [...new Set(this.candidates().flatMap((one) => ends(one).map(([source]) => source)))];
  }

  /** What a chosen marble can do. */
  targets() {
    const marble = this.marble.value;
    if (marble === null) return [];
    /** @type {Map<string, Way>} */
    const found = new Map();
    for (const one of this.candidates()) {
      for (const [source, target] of ends(one)) if (source === marble && !found.has(target)) found.set(target, one);
    }
    return [...found].map(([field, one]) => ({ field, way: one }));
  }

  /** Ways without a move: a jack without effect, a 2 that takes a card. */
  others() {
    return this.candidates().filter((one) => !one.move);
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

  /** A field of the board was tapped: a target of the chosen marble, or another marble. @param {string} field */
  tapField(field) {
    if (this.sending.value) return;
    this.ambiguous.value = [];
    const marble = this.marble.value;
    if (marble !== null && field !== marble) {
      const fitting = this.candidates().filter((one) =>
        ends(one).some(([source, target]) => source === marble && target === field),
      );
      if (fitting.length) {
        this.choose(fitting);
        return;
      }
    }
    if (this.sources().includes(field)) this.marble.value = field === marble ? null : field;
  }

  /** Take one of several ways; if they differ, ask which. @param {Way[]} ways */
  choose(ways) {
    if (ways.length > 1) {
      this.ambiguous.value = ways;
      return;
    }
    this.ambiguous.value = [];
    const [one] = ways;
    if (one.complete && !(actsAs(one.play) === "7" && one.move)) this._play(one.text);
    else this._extend(one.text);
  }

  /** Go on with a 7. @param {string} partial */
  async _extend(partial) {
    const decision = this._decision;
    this.sending.value = true; // what was tapped now would belong to the board before this
    const options = await this._explore(partial);
    if (decision !== this._decision) return;
    if (!options) {
      this.sending.value = false;
      return;
    }
    this._following = options.next.map(way);
    batch(() => {
      this.sending.value = false;
      this.partial.value = partial;
      this.pointsLeft.value = options.points_left;
      this.preview.value = options.marbles;
      this.card.value = readPlay(partial).card;
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
    return Boolean(
      this.partial.value || this.marble.value !== null || this.card.value !== null || this.ambiguous.value.length,
    );
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
      await this._socket.decide("play", { play });
    } catch (error) {
      this.failed(error);
      this._decision = "";
      this.follow(this._socket.state.value);
    }
  }

  /** @param {string} partial */
  async _explore(partial) {
    try {
      return await this._socket.explore(partial);
    } catch (error) {
      if (/** @type {any} */ (error).code !== "illegal") this.failed(error);
      return null;
    }
  }

  /** Told by the screen. @type {(error: any) => void} */
  failed = () => {};

  _chooseOnlyMarble() {
    const sources = this.sources();
    if ((this.card.value !== null || this.partial.value) && sources.length === 1) this.marble.value = sources[0];
  }
}

/** @param {{play: string, complete: boolean, sends_home: string[]}} option @returns {Way} */
function way(option) {
  const play = readPlay(option.play);
  return {
    text: option.play,
    complete: option.complete,
    sends: option.sends_home,
    play,
    move: play.moves.at(-1) ?? null,
  };
}

/** A joker leaves the kennel as an ace as well as a king: nobody has to say as which. @param {Way[]} ways */
function distinct(ways) {
  const leaves = (/** @type {Way} */ { move }) => move !== null && isKennel(move.source);
  return ways.filter(
    (one, at) => !leaves(one) || ways.findIndex(({ move }) => move?.source === one.move?.source) === at,
  );
}

/** From where to where; a swap can be begun at either marble. @param {Way} one @returns {[string, string][]} */
function ends({ move }) {
  if (!move) return [];
  const [source, target] = [plain(move.source), plain(move.target)];
  return move.swap
    ? [
        [source, target],
        [target, source],
      ]
    : [[source, target]];
}
