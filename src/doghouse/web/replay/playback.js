// The playback position of a replay.
/** @import { Replay } from "../app/protocol.js" */
import { computed, signal } from "../app/html.js";
import { speed } from "../app/preferences.js";
import { play as sound } from "../app/sounds.js";
import { momentsOf, roundsOf } from "./replay_frames.js";

/** Milliseconds between two moves. */
const PAUSES = { slow: 2200, normal: 1100, fast: 350, off: 900 };

export class Playback {
  /** @param {Replay} replay @param {number} [at] */
  constructor(replay, at = 0) {
    this.replay = replay;
    this.moments = momentsOf(replay.frames);
    this.rounds = roundsOf(replay.frames);
    this.end = this.moments.length - 1;
    this.at = signal(Math.min(Math.max(at, 0), this.end));
    this.playing = signal(false);
    this.moment = computed(() => this.moments[this.at.value]);
    this.round = computed(() => this.rounds[this.rounds.findLastIndex((round) => round.first <= this.at.value)]);
    /** @type {import("./replay_board.js").BoardView|null} */
    this._view = null;
    this._timer = 0;
  }

  /** Draw on this board from now on. @param {import("./replay_board.js").BoardView|null} view */
  drawOn(view) {
    this._view = view;
    view?.show(this.moment.value);
  }

  /** Jump to a moment. @param {number} place */
  goTo(place) {
    this.pause();
    return this._show(place, false);
  }

  /** Show the next move, animated unless in a hurry. @param {boolean} [hurry] */
  forward(hurry = false) {
    this.pause();
    return this._show(this.at.value + 1, !hurry);
  }

  back() {
    return this.goTo(this.at.value - 1);
  }

  nextRound() {
    return this.goTo(this.rounds.find((round) => round.first > this.at.value)?.first ?? this.end);
  }

  /** Go to the beginning of the round, or from there to that of the round before. */
  previousRound() {
    return this.goTo(this.rounds.findLast((round) => round.first < this.at.value)?.first ?? 0);
  }

  async play() {
    if (this.playing.value) return;
    if (this.at.value === this.end) await this.goTo(0);
    this.playing.value = true;
    const turn = Symbol("playing");
    this._turn = turn;
    while (this.at.value < this.end) {
      await this._show(this.at.value + 1, true);
      if (this._turn !== turn) return;
      await new Promise((resolve) => {
        this._timer = setTimeout(resolve, PAUSES[speed.value]);
      });
      if (this._turn !== turn) return;
    }
    this.playing.value = false;
  }

  pause() {
    clearTimeout(this._timer);
    this._turn = null;
    this.playing.value = false;
  }

  toggle() {
    if (this.playing.value) this.pause();
    else this.play();
  }

  /** @param {number} place @param {boolean} animated */
  async _show(place, animated) {
    const to = Math.min(Math.max(place, 0), this.end);
    if (to === this.at.value) return;
    this.at.value = to;
    const moment = this.moments[to];
    if (animated && moment.frame.kind === "play") {
      sound(moment.frame.sent_home ? "home" : "marble");
      await this._view?.animate(moment);
    } else await this._view?.show(moment);
  }
}
