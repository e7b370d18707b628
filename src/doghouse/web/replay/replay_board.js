// The board of a replay: one may jump elsewhere while marbles still move.
/** @import { Moment } from "./replay_frames.js" */

import { parsePlay } from "../app/notation.js";
import { Board } from "../board/board.js";

export class BoardView {
  /** @param {HTMLElement} container @param {{sections: 4|6, below: string, label: string}} options */
  constructor(container, options) {
    this._board = new Board(container, options);
    /** @type {Promise<void>|null} */
    this._animation = null;
    this._request = 0;
  }

  /** @param {Moment} moment */
  async show(moment) {
    if (!(await this._settle())) return;
    this._board.show(moment.marbles);
    this._mark(moment);
  }

  /** @param {Moment} moment */
  async animate(moment) {
    if (!(await this._settle())) return;
    const { seat, play, sent_home } = moment.frame;
    this._board.clear();
    this._board.show(moment.before);
    const request = this._request;
    this._animation = this._board.animate({ seat: seat ?? "", play: play ?? "fold", sent_home }, moment.marbles);
    await this._animation;
    this._animation = null;
    if (request === this._request) this._mark(moment);
  }

  /** Finish the running animation; return whether no later request has come meanwhile. */
  async _settle() {
    this._request += 1;
    const request = this._request;
    while (this._animation) {
      for (const running of this._board.svg.getAnimations({ subtree: true })) {
        if (running.effect?.getComputedTiming().endTime !== Infinity) running.finish();
      }
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return request === this._request;
  }

  /** Mark where the last marble has come to. @param {Moment} moment */
  _mark({ frame }) {
    this._board.clear();
    const target = frame.play ? parsePlay(frame.play).moves.at(-1)?.target : null;
    if (target) this._board.highlight({ chosen: target, onPick: () => {} });
  }
}
