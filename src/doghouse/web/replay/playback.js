// Where one is in a replay, and how one gets on.
import { computed, signal } from "../app/html.js";
import { speed } from "../app/preferences.js";
import { play as sound } from "../app/sounds.js";
import { momentsOf, roundsOf } from "./replay_frames.js";

/** Milliseconds to take a move in, before the next one. @type {Record<string, number>} */
const PAUSES = { slow: 2200, normal: 1100, fast: 350, off: 900 };

export class Playback {
  /** @param {import("./replay_frames.js").Replay} replay @param {number} [at] */
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
    this._waiting = 0;
  }

  /** Draw on this board from now on. @param {import("./replay_board.js").BoardView|null} view */
  drawOn(view) {
    this._view = view;
    view?.show(this.moment.value);
  }

  /** Look at any moment. @param {number} place */
  goTo(place) {
    this.pause();
    return this._see(place, false);
  }

  /** One move on; the marbles travel. @param {boolean} [hurry] */
  forward(hurry = false) {
    this.pause();
    return this._see(this.at.value + 1, !hurry);
  }

  back() {
    return this.goTo(this.at.value - 1);
  }

  nextRound() {
    return this.goTo(this.rounds.find((round) => round.first > this.at.value)?.first ?? this.end);
  }

  /** To the beginning of the round, and from there to that of the one before. */
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
      await this._see(this.at.value + 1, true);
      if (this._turn !== turn) return;
      await new Promise((resolve) => (this._waiting = setTimeout(resolve, PAUSES[speed.value] ?? PAUSES.normal)));
      if (this._turn !== turn) return;
    }
    this.playing.value = false;
  }

  pause() {
    clearTimeout(this._waiting);
    this._turn = null;
    this.playing.value = false;
  }

  toggle() {
    if (this.playing.value) this.pause();
    else this.play();
  }

  /** @param {number} place @param {boolean} animated */
  async _see(place, animated) {
    const wanted = Math.min(Math.max(place, 0), this.end);
    if (wanted === this.at.value) return;
    this.at.value = wanted;
    const moment = this.moments[wanted];
    if (animated && moment.frame.kind === "play") {
      sound(moment.frame.sent_home ? "home" : "marble");
      await this._view?.animate(moment);
    } else await this._view?.show(moment);
  }
}
