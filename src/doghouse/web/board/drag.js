// Dragging a marble to its target: the same choices as tapping, in one movement.

const MIN_DRAG_DISTANCE = 9; // pixels after which a tap is a drag

/**
 * What can be picked on a board.
 * @typedef {{field: string, label: string, path?: string[], sends?: string[]}} Choice
 * @typedef {{marbles: Choice[], targets: Choice[], chosen: string|null, pick: (field: string) => void}} Picking
 */

/**
 * The board as dragging needs it.
 * @typedef {object} DragTarget
 * @property {SVGElement} svg
 * @property {Picking|null} picking
 * @property {<T extends {field: string}>(event: MouseEvent, choices: T[]) => T|null} nearest
 * @property {(field: string, event: MouseEvent|null) => void} carry
 * @property {(choice: Choice|null) => void} preview
 */

export class Drag {
  /** @param {DragTarget} board */
  constructor(board) {
    this._board = board;
    /** @type {{field: string, x: number, y: number, began: boolean}|null} */
    this._held = null;
    /** Whether the next click only ends a drag. */
    this.justEnded = false;
    board.svg.addEventListener("pointerdown", (event) => this._down(/** @type {PointerEvent} */ (event)));
    board.svg.addEventListener("pointermove", (event) => this._move(/** @type {PointerEvent} */ (event)));
    board.svg.addEventListener("pointerup", (event) => this._up(/** @type {PointerEvent} */ (event)));
    board.svg.addEventListener("pointercancel", () => this._drop());
  }

  /** @param {PointerEvent} event */
  _down(event) {
    this.justEnded = false;
    const picking = this._board.picking;
    if (!picking || event.button) return;
    const chosen = picking.chosen ? [{ field: picking.chosen }] : [];
    const held = this._board.nearest(event, [...chosen, ...picking.marbles]);
    if (held) this._held = { field: held.field, x: event.clientX, y: event.clientY, began: false };
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const held = this._held;
    const picking = this._board.picking;
    if (!held || !picking) return;
    if (!held.began && Math.hypot(event.clientX - held.x, event.clientY - held.y) > MIN_DRAG_DISTANCE) {
      held.began = true;
      this._board.svg.setPointerCapture(event.pointerId);
      if (picking.chosen !== held.field) picking.pick(held.field);
    }
    if (!held.began) return;
    this._board.carry(held.field, event);
    // The board has captured the pointer, so the targets get no events.
    this._board.preview(picking.chosen === held.field ? this._board.nearest(event, picking.targets) : null);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const began = this._held?.began;
    const field = this._held?.field;
    this._drop();
    const picking = this._board.picking;
    if (!began || !picking) return;
    this.justEnded = true;
    const target = this._board.nearest(event, picking.targets);
    if (target && picking.chosen === field) picking.pick(target.field);
  }

  _drop() {
    if (this._held?.began) {
      this._board.carry(this._held.field, null);
      this._board.preview(null);
    }
    this._held = null;
  }
}
