// A piece of the real board as a picture: marbles that do not move, and arrows that say what they may do.
import { html, useLayoutEffect, useRef } from "../app/html.js";
import { plain } from "../app/notation.js";
import { Board } from "./board.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Point} Point */

/** @param {{picture: import("../learn/rule_pictures.js").Picture, caption: string}} props */
export function BoardPicture({ picture, caption }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useLayoutEffect(() => draw(/** @type {HTMLElement} */ (box.current), picture), [picture]);
  return html`
    <figure class="board-picture">
      <div class="board-picture-frame" ref=${box}></div>
      <figcaption>${caption}</figcaption>
    </figure>
  `;
}

/** @param {HTMLElement} box @param {import("../learn/rule_pictures.js").Picture} picture */
function draw(box, picture) {
  const board = new Board(box, { sections: 4, below: "A" });
  board.show(picture.marbles);
  const { geometry } = board;
  const arrows = picture.arrows ?? [];
  const taken = Object.values(picture.marbles).flat().map(plain);
  const ways = arrows.map((one) => arrow(geometry, one, taken.includes(one.target)));
  if (picture.lap)
    ways.push(
      way(
        geometry.ring.slice(0, 57).map((field) => geometry.place(field)),
        "a",
      ),
    );
  const rings = (picture.threatened ?? []).map((field) => ring(geometry.place(field)));
  const bars = arrows.flatMap(({ stop }) => (stop ? [barred(geometry.place(stop))] : []));
  const numbers = (picture.numbers ?? []).map((field) => label(field, geometry.place(field)));
  // Marbles lie on the arrows, signs on the marbles.
  board.svg.insertBefore(svg("g", { class: "picture-signs" }, [...rings, ...ways]), board.svg.querySelector(".stones"));
  board.svg.append(svg("g", { class: "picture-signs" }, [...bars, ...numbers]));
  board.svg.setAttribute(
    "viewBox",
    frame(
      picture.around.map((field) => geometry.place(field)),
      geometry.size,
    ),
  );
  board.svg.setAttribute("aria-hidden", "true"); // the caption says it
}

/** The part of the board to be seen: wide enough to know where one is. @param {Point[]} places @param {number} size */
function frame(places, size) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right] = [Math.max(-size, Math.min(...xs) - 1.3), Math.min(size, Math.max(...xs) + 1.3)];
  const [top, bottom] = [Math.max(-size, Math.min(...ys) - 1.3), Math.min(size, Math.max(...ys) + 1.3)];
  return [left, top, right - left, bottom - top].map((value) => value.toFixed(2)).join(" ");
}

/**
 * @param {import("./geometry.js").Geometry} geometry
 * @param {import("../learn/rule_pictures.js").Arrow} one
 * @param {boolean} isTaken whether a marble stands where it leads
 */
function arrow(geometry, one, isTaken) {
  const owner = one.owner ?? "A";
  if (one.swap) return swap(geometry.place(one.source), geometry.place(one.target), owner);
  const fields = geometry.path(one.source, one.target, owner, one.back ?? false);
  const end = one.stop ? fields.indexOf(one.stop) : fields.length - 1;
  const places = fields.slice(0, end + 1).map((field) => geometry.place(field));
  return way(places, owner.toLowerCase(), one.stop || isTaken ? 0.62 : 0.1);
}

/** A line through places with a head at its end. @param {Point[]} places @param {string} seat @param {number} [short] */
function way(places, seat, short = 0.3) {
  const [before, end] = places.slice(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const tip = { x: end.x - dx * short, y: end.y - dy * short };
  const neck = { x: tip.x - dx * 0.5, y: tip.y - dy * 0.5 };
  const line = [...places.slice(0, -1), neck].map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join("");
  const head = `M${tip.x} ${tip.y}L${neck.x - dy * 0.36} ${neck.y + dx * 0.36}L${neck.x + dy * 0.36} ${neck.y - dx * 0.36}z`;
  return svg("g", { class: `way seat-${seat}` }, [
    svg("path", { d: line, class: "way-edge" }),
    svg("path", { d: head, class: "way-head way-head-edge" }),
    svg("path", { d: line, class: "way-line" }),
    svg("path", { d: head, class: "way-head" }),
  ]);
}

/** Two bent arrows. @param {Point} one @param {Point} other @param {string} seat */
function swap(one, other, seat) {
  return svg("g", {}, [bent(one, other, seat.toLowerCase()), bent(other, one, "b")]);
}

/** @param {Point} from @param {Point} to @param {string} seat */
function bent(from, to, seat) {
  const middle = { x: (from.x + to.x) / 2 + (to.y - from.y) * 0.32, y: (from.y + to.y) / 2 - (to.x - from.x) * 0.32 };
  const on = (/** @type {number} */ s) => ({
    x: (1 - s) ** 2 * from.x + 2 * s * (1 - s) * middle.x + s * s * to.x,
    y: (1 - s) ** 2 * from.y + 2 * s * (1 - s) * middle.y + s * s * to.y,
  });
  return way(
    Array.from({ length: 15 }, (_, at) => on(0.1 + at * 0.064)),
    seat,
    0.1,
  );
}

/** @param {Point} place */
const ring = ({ x, y }) => svg("circle", { cx: x, cy: y, r: 0.66, class: "threatened" });

/** @param {Point} place */
function barred({ x, y }) {
  return svg("g", { class: "barred", transform: `translate(${x + 0.55} ${y - 0.62})` }, [
    svg("circle", { r: 0.46 }),
    svg("path", { d: "M-.26 0H.26" }),
  ]);
}

/** @param {string} field @param {Point} place */
function label(field, { x, y }) {
  const text = svg("text", { x, y: y + 0.15, class: "field-number" });
  const own = field.startsWith("A") ? field.slice(1) : field;
  text.textContent = field.endsWith("0") && field.length === 2 ? field : own;
  return text;
}
