// The board widget: draws marbles, animates plays, and lets fields be chosen. It knows no rules.
/** @import { Marbles, SentHome } from "../app/protocol.js" */
/** @import { Choice } from "./drag.js" */

import { actsAs, isFresh, isKennel, parsePlay, plain } from "../app/notation.js";
import { stepTime } from "../app/preferences.js";
import { drawBoardBase } from "./board_base.js";
import { Drag } from "./drag.js";
import { geometryOf } from "./geometry.js";
import { MARK_PATHS } from "./shapes.js";
import { svg } from "./svg.js";

/**
 * A marble on the board; `nth` is its place in the kennel.
 * @typedef {{seat: string, field: string, nth: number, element: SVGElement}} Marble
 */

let boards = 0;
const REACH = 1.75; // how far from a field, in fields, a finger still means it
const MOUSE_REACH = 0.75;

let byFinger = false; // a finger cannot hover: it has to see all paths before it taps
addEventListener("pointerdown", (event) => (byFinger = event.pointerType !== "mouse"), true);

export class Board {
  /** @param {HTMLElement} container @param {{sections: 4|6, below: string, label?: string}} options */
  constructor(container, { sections, below, label = "" }) {
    boards += 1;
    this.name = `board${boards}`;
    this.geometry = geometryOf(sections, below);
    /** @type {Marble[]} */
    this.marbles = [];
    /** @type {import("./drag.js").Picking|null} */
    this.picking = null;
    const size = this.geometry.size;
    this._under = svg("g", { class: "under" });
    this._named = svg("g", { class: "named-fields" });
    this._stones = svg("g", { class: "stones" });
    this._over = svg("g", { class: "over" });
    this.svg = svg(
      "svg",
      { viewBox: `${-size} ${-size} ${2 * size} ${2 * size}`, class: "board", role: "group", "aria-label": label },
      [drawBoardBase(this.geometry, this.name), this._under, this._named, this._stones, this._over],
    );
    this.svg.addEventListener("click", (event) => this._clicked(/** @type {MouseEvent} */ (event)));
    this.drag = new Drag(this);
    container.replaceChildren(this.svg);
  }

  // Marbles.

  /** Put the marbles on their fields at once. @param {Marbles} marbles */
  show(marbles) {
    /** @type {Marble[]} */
    const next = [];
    for (const [seat, fields] of Object.entries(marbles)) {
      const rest = this.marbles.filter((marble) => marble.seat === seat);
      const places = numbered(fields);
      // A marble that stands on one of the fields stays; the others go to the fields that are left.
      const staying = places.map(({ field, nth }) =>
        take(rest, (m) => plain(m.field) === plain(field) && m.nth === nth),
      );
      places.forEach(({ field, nth }, at) => {
        const marble = staying[at] ?? rest.shift() ?? this._newMarble(seat);
        marble.field = field;
        marble.nth = nth;
        this._put(marble);
        next.push(marble);
      });
      for (const marble of rest) marble.element.remove();
    }
    this.marbles = next;
  }

  /** @param {string} seat @returns {Marble} */
  _newMarble(seat) {
    const element = svg("g", { class: `marble seat-${seat.toLowerCase()}` }, [
      svg("circle", { r: 0.52, class: "lock" }),
      svg("circle", { r: 0.4, cy: 0.05, class: "shadow" }),
      svg("circle", { r: 0.41, fill: `url(#${this.name}-marble-${seat})`, class: "stone" }),
      svg("path", { d: MARK_PATHS[seat], class: "mark" }),
    ]);
    this._stones.append(element);
    return { seat, field: `${seat}-`, nth: 0, element };
  }

  /** @param {Marble} marble */
  _put(marble) {
    const { x, y } = this.geometry.place(marble.field, marble.nth);
    marble.element.style.transform = `translate(${x}px, ${y}px)`;
    marble.element.classList.toggle("fresh", isFresh(marble.field));
    marble.element.dataset.field = marble.field;
  }

  /** @param {string} field */
  marbleOn(field) {
    return this.marbles.find((marble) => plain(marble.field) === plain(field));
  }

  // Animation.

  /**
   * Animate a play: marbles travel along their path, those sent home roll home, swaps cross.
   * @param {{play: string, seat: string, sent_home?: SentHome[]}} event
   * @param {Marbles} after the marbles when it is done
   */
  async animate(event, after) {
    const play = parsePlay(event.play);
    const step = stepTime();
    if (!step || play.fold || !play.moves.length || document.hidden) {
      this.show(after);
      return;
    }
    const home = [...(event.sent_home ?? [])];
    for (const move of play.moves) {
      const marble = this.marbleOn(move.source);
      if (!marble) break; // an event is missing: show the end
      if (move.swap) {
        const other = this.marbleOn(move.target);
        if (other) await this._swap(marble, other, step);
        continue;
      }
      const backwards = actsAs(play) === "4" && !this.isAhead(move.source, move.target, 4);
      const path = this.geometry.path(plain(move.source), move.target, marble.seat, backwards);
      await this._travel(marble, path, home, step);
    }
    this.show(after);
  }

  /** @param {string} source @param {string} target @param {number} distance */
  isAhead(source, target, distance) {
    const ring = this.geometry.ring;
    if (!ring.includes(source) || !ring.includes(target)) return true;
    return (ring.indexOf(target) - ring.indexOf(source) + ring.length) % ring.length === distance;
  }

  /** @param {Marble} marble @param {string[]} path @param {SentHome[]} home @param {number} step */
  async _travel(marble, path, home, step) {
    this._stones.append(marble.element); // above the others
    marble.element.classList.remove("fresh");
    const places = path.map((field, at) => this.geometry.place(field, at ? 0 : marble.nth));
    const time = step * Math.max(3, path.length - 1);
    const rolling = path.slice(1).flatMap((field, at) => {
      const sent = take(home, ({ field: from }) => from === field && this.marbleOn(field) !== marble);
      const victim =
        sent &&
        this.marbles.find((other) => other !== marble && other.seat === sent.seat && plain(other.field) === field);
      return victim ? [this._rollHome(victim, (time * (at + 0.6)) / (path.length - 1), step)] : [];
    });
    await animateAlong(marble.element, places, time);
    marble.field = /** @type {string} */ (path.at(-1));
    marble.nth = 0;
    this._put(marble);
    await Promise.all(rolling);
  }

  /** @param {Marble} marble @param {number} wait @param {number} step */
  async _rollHome(marble, wait, step) {
    const from = this.geometry.place(marble.field, marble.nth);
    const nth = this.marbles.filter((one) => one.seat === marble.seat && isKennel(one.field)).length;
    marble.field = `${marble.seat}-`;
    marble.nth = nth;
    const to = this.geometry.place(marble.field, nth);
    marble.element.classList.remove("fresh");
    await new Promise((resolve) => setTimeout(resolve, wait));
    await animateAlong(marble.element, [from, to], step * 6, "cubic-bezier(.3,0,.3,1)");
    this._put(marble);
  }

  /** @param {Marble} one @param {Marble} other @param {number} step */
  async _swap(one, other, step) {
    const [a, b] = [this.geometry.place(one.field), this.geometry.place(other.field)];
    const bend = (/** @type {number} */ side) => ({
      x: (a.x + b.x) / 2 + ((b.y - a.y) / 4) * side,
      y: (a.y + b.y) / 2 - ((b.x - a.x) / 4) * side,
    });
    this._stones.append(one.element, other.element);
    await Promise.all([
      animateAlong(one.element, [a, bend(1), b], step * 8, "ease-in-out"),
      animateAlong(other.element, [b, bend(1), a], step * 8, "ease-in-out"),
    ]);
    [one.field, other.field] = [other.field, one.field];
    this._put(one);
    this._put(other);
  }

  // Choices.

  /**
   * Let fields glow and be chosen, by finger, mouse or keyboard.
   * @param {{marbles?: Choice[], targets?: Choice[], chosen?: string|null, onPick: (field: string) => void}} options
   */
  highlight({ marbles = [], targets = [], chosen = null, onPick }) {
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.pick;
    this.clear();
    this.picking = { marbles, targets, chosen, pick: onPick };
    if (chosen) this._under.append(this._ring(chosen, "chosen"));
    if (chosen && byFinger) for (const choice of targets) this._drawPath(choice, "path faint");
    for (const choice of marbles) this._over.append(this._choice(choice, "movable"));
    for (const choice of targets) {
      for (const field of choice.sends ?? []) this._under.append(this._ring(field, "threatened"));
      this._over.append(this._choice(choice, choice.sends?.length ? "target sends" : "target"));
    }
    if (focused) /** @type {HTMLElement|null} */ (this._over.querySelector(`[data-pick="${focused}"]`))?.focus();
  }

  clear() {
    this.picking = null;
    this._under.replaceChildren();
    this._over.replaceChildren();
    this.markNamed([]);
  }

  /** Mark the fields that a text names, until something else is shown. @param {string[]} fields */
  markNamed(fields) {
    const known = [...new Set(fields)].filter((field) => this.geometry.fields.has(field));
    this._named.replaceChildren(...known.map((field) => this._ring(field, "named", 0.86)));
  }

  /** @param {string} field @param {string} kind @param {number} [r] */
  _ring(field, kind, r = 0.62) {
    const { x, y } = this._placeOf(field);
    return svg("circle", { cx: x, cy: y, r, class: kind, "data-field": field });
  }

  /** @param {string} field */
  _placeOf(field) {
    const marble = isKennel(field) ? this.marbles.find((one) => one.field === field) : null;
    return this.geometry.place(field, marble?.nth ?? 0);
  }

  /** @param {Choice} choice @param {string} kind */
  _choice(choice, kind) {
    const { x, y } = this._placeOf(choice.field);
    const element = svg(
      "g",
      { class: `choice ${kind}`, role: "button", tabindex: 0, "aria-label": choice.label, "data-pick": choice.field },
      [
        svg("circle", { cx: x, cy: y, r: 0.6, class: "glow" }),
        svg("circle", { cx: x, cy: y, r: 0.95, class: "reach" }),
      ],
    );
    const preview = (/** @type {boolean} */ on) => this.preview(on ? choice : null);
    element.addEventListener("pointerenter", () => preview(true));
    element.addEventListener("pointerleave", () => preview(false));
    element.addEventListener("focus", () => preview(true));
    element.addEventListener("blur", () => preview(false));
    element.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      this.picking?.pick(choice.field);
    });
    return element;
  }

  /** Show the path to a target. @param {Choice|null} choice */
  preview(choice) {
    this._under.querySelectorAll(".path:not(.faint)").forEach((element) => element.remove());
    if (choice) this._drawPath(choice, "path");
  }

  /** @param {Choice} choice @param {string} className */
  _drawPath(choice, className) {
    if (!choice.path) return;
    const points = choice.path.map((field) => this._placeOf(field));
    const d = points.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join("");
    this._under.append(svg("path", { d, class: className, "data-to": choice.field }));
  }

  /** @param {MouseEvent} event */
  _clicked(event) {
    if (!this.picking || this.drag.justEnded) return;
    const { marbles, targets, chosen, pick } = this.picking;
    // A second tap on the chosen marble lets go of it; it must not count as a tap on a field beside it.
    const choice = this.nearest(event, [...targets, ...marbles, ...(chosen ? [{ field: chosen }] : [])]);
    if (choice) pick(choice.field);
  }

  /** Where on the board a pointer is. @param {MouseEvent} event */
  pointOf(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = (2 * this.geometry.size) / Math.min(box.width, box.height);
    return {
      x: (event.clientX - box.left - box.width / 2) * scale,
      y: (event.clientY - box.top - box.height / 2) * scale,
      scale,
    };
  }

  /**
   * The choice nearest to the pointer, within reach; a finger is wider than a field.
   * @template {{field: string}} T
   * @param {MouseEvent} event
   * @param {T[]} choices
   * @returns {T|null}
   */
  nearest(event, choices) {
    const { x, y, scale } = this.pointOf(event);
    let best = null;
    const isMouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
    let reach = isMouse ? MOUSE_REACH : Math.max(REACH, 24 * scale);
    for (const choice of choices) {
      const place = this._placeOf(choice.field);
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < reach) [best, reach] = [choice, distance];
    }
    return best;
  }

  /** Let a marble follow the pointer, or with null go back to its field. @param {string} field @param {MouseEvent|null} event */
  carry(field, event) {
    const marble = this.marbleOn(field);
    if (!marble) return;
    marble.element.classList.toggle("carried", event !== null);
    if (event === null) this._put(marble);
    else {
      const { x, y } = this.pointOf(event);
      this._stones.append(marble.element);
      marble.element.style.transform = `translate(${x}px, ${y}px)`;
    }
  }
}

/** The fields of one seat, with numbers for those in the kennel. @param {string[]} fields */
function numbered(fields) {
  let kennel = 0;
  return fields.map((field) => ({ field, nth: isKennel(field) ? kennel++ : 0 }));
}

/**
 * Take the first that fits out of a list.
 * @template T
 * @param {T[]} list
 * @param {(one: T) => boolean} fits
 * @returns {T|undefined}
 */
function take(list, fits) {
  const at = list.findIndex(fits);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

/**
 * @param {SVGElement} element
 * @param {{x: number, y: number}[]} places
 * @param {number} duration
 * @param {string} [easing]
 */
async function animateAlong(element, places, duration, easing = "ease-in-out") {
  const frames = places.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  const animation = element.animate(frames, { duration, easing, fill: "none" });
  const last = /** @type {{x: number, y: number}} */ (places.at(-1));
  element.style.transform = `translate(${last.x}px, ${last.y}px)`;
  try {
    await animation.finished;
  } catch {
    // it was cancelled: the end counts
  }
}
