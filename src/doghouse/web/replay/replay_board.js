// The board of a replay. Unlike at a table one may jump away while marbles still travel.

import { readPlay } from "../app/notation.js";
import { Board } from "../board/board.js";

export class BoardView {
  /** @param {HTMLElement} container @param {{sections: 4|6, below: string, label: string}} options */
  constructor(container, options) {
    this._board = new Board(container, options);
    /** @type {Promise<void>|null} */
    this._travelling = null;
    this._wanted = 0;
  }

  /** @param {import("./replay_frames.js").Moment} moment */
  async show(moment) {
    if (!(await this._settled())) return;
    this._board.show(moment.marbles);
    this._mark(moment);
  }

  /** @param {import("./replay_frames.js").Moment} moment */
  async animate(moment) {
    if (!(await this._settled())) return;
    const { seat = "", play = "", sent_home } = moment.frame;
    this._board.clear();
    this._board.show(moment.before);
    const wanted = this._wanted;
    this._travelling = this._board.animate({ seat, play, sent_home }, moment.marbles);
    await this._travelling;
    this._travelling = null;
    if (wanted === this._wanted) this._mark(moment);
  }

  /** Let what travels arrive at once; whether nothing else has been asked for meanwhile. */
  async _settled() {
    this._wanted += 1;
    const wanted = this._wanted;
    while (this._travelling) {
      for (const running of this._board.svg.getAnimations({ subtree: true })) {
        if (running.effect?.getComputedTiming().endTime !== Infinity) running.finish();
      }
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return wanted === this._wanted;
  }

  /** Where the last marble has come to. @param {import("./replay_frames.js").Moment} moment */
  _mark({ frame }) {
    this._board.clear();
    const target = frame.play ? readPlay(frame.play).moves.at(-1)?.target : null;
    if (target) this._board.highlight({ chosen: target, onPick: () => {} });
  }
}
