// Pictures of the board on the real geometry; nothing can be played on them.
/** @import { Children } from "../app/html.js" */
/** @import { Marbles } from "../app/protocol.js" */
/** @import { Point } from "./geometry.js" */

import { html, useLayoutEffect, useMemo, useRef } from "../app/html.js";
import { plain } from "../app/notation.js";
import { Board } from "./board.js";
import { geometryOf } from "./geometry.js";
import { svg } from "./svg.js";

/**
 * An arrow; its way is barred at the field `stop`.
 * @typedef {{source: string, target: string, owner?: string, back?: boolean, stop?: string, swap?: boolean}} Arrow
 *   `stop`: the field at which the way is barred
 * @typedef {{marbles: Record<string, string[]>, around: string[], arrows?: Arrow[], threatened?: string[],
 *   numbers?: string[], lap?: boolean}} Picture `around`: the fields that are to be seen
 */

/**
 * The board with some marbles; sections without a player stay bare.
 * @param {{sections: 4|6, seats: string[], marbles: Marbles, kind?: string, children?: Children}} props
 */
export function BoardPicture({ sections, seats, marbles, kind = "", children }) {
  const geometry = geometryOf(sections, "A");
  const half = geometry.size + 0.4;
  const holes = useMemo(() => drawHoles(sections, seats), [sections, seats.join("")]);
  return html`
    <svg
      class="home-board ${kind}"
      viewBox="${-half} ${-half} ${2 * half} ${2 * half + 0.7}"
      aria-hidden="true"
      focusable="false"
    >
      <${Paints} />
      <${Plate} size=${geometry.size} isRound=${sections === 6} />
      ${holes}
      ${Object.entries(marbles).map(([seat, fields]) => drawMarbles(geometry, seat, fields))} ${children}
    </svg>
  `;
}

/** The piece of wood: its edge, its surface and some grain. @param {{size: number, isRound: boolean}} props */
function Plate({ size, isRound }) {
  /** @param {number} by @param {string} paint @param {number} [down] */
  const shape = (by, paint, down = 0) =>
    isRound
      ? html`<circle class=${paint} cy=${down} r=${size - by} />`
      : html`<rect class=${paint} x=${by - size} y=${by - size + down} width=${2 * (size - by)} height=${2 * (size - by)} rx=${3.4 - by} />`;
  return html`${shape(0, "edge", 0.55)}${shape(0, "wood")}<${Grain} />${shape(0.32, "bevel")}`;
}

const Grain = () => html`<g class="grain">
  ${Array.from({ length: 9 }, (_, line) => {
    const y = -8.8 + line * 2.15;
    const bend = [0.5, -0.7, 0.9, -0.3, 0.6, -0.8][line % 6];
    const reach = Math.min(10.4, Math.sqrt(Math.max(4, 150 - y * y)));
    return html`<path key=${line} d="M${-reach} ${y}C${-4} ${y + bend} ${3} ${y - bend} ${reach} ${y + bend / 2}" />`;
  })}
</g>`;

/** @param {4|6} sections @param {string[]} seats */
function drawHoles(sections, seats) {
  const geometry = geometryOf(sections, "A");
  const circles = [];
  for (const [field, { x, y }] of geometry.fields) {
    const isOwn = seats.includes(field[0]) && (field.includes("+") || field.slice(1) === "0");
    if (isOwn) circles.push(html`<circle class="rim seat-${field[0].toLowerCase()}" cx=${x} cy=${y} r=".54" />`);
    circles.push(html`<circle class="hole" cx=${x} cy=${y} r=${isOwn ? 0.4 : 0.36} />`);
  }
  for (const seat of seats) {
    const { x, y } = /** @type {Point} */ (geometry.plates.get(seat));
    circles.push(html`<circle class="yard seat-${seat.toLowerCase()}" cx=${x} cy=${y} r="1.62" />`);
    for (const place of geometry.kennels.get(seat) ?? []) {
      circles.push(html`<circle class="hole" cx=${place.x} cy=${place.y} r=".4" />`);
    }
  }
  return html`<g>${circles}</g>`;
}

/** @param {import("./geometry.js").Geometry} geometry @param {string} seat @param {string[]} fields */
function drawMarbles(geometry, seat, fields) {
  let waiting = 0;
  return fields.map((field, number) => {
    const { x, y } = geometry.place(field, field.endsWith("-") ? waiting++ : 0);
    return html`
      <g key=${`${seat}${number}`} class="marble">
        <ellipse class="shade" cx=${x + 0.1} cy=${y + 0.24} rx=".56" ry=".5" />
        <circle class="ball ball-${seat.toLowerCase()}" cx=${x} cy=${y - 0.06} r=".55" />
      </g>
    `;
  });
}

/** Gradients whose colours the stylesheet gives, so that they follow the theme. */
const Paints = () => html`
  <defs>
    <linearGradient id="home-wood" x1="0" y1="0" x2="1" y2="1">
      <stop class="wood-1" offset="0" /><stop class="wood-2" offset=".55" /><stop class="wood-3" offset="1" />
    </linearGradient>
    <radialGradient id="home-hole" cx=".5" cy=".32" r=".7">
      <stop class="hole-1" offset="0" /><stop class="hole-2" offset="1" />
    </radialGradient>
    ${[..."abcdef"].map(
      (seat) => html`
        <radialGradient key=${seat} id="home-ball-${seat}" class="seat-${seat}" cx=".34" cy=".28" r=".82">
          <stop class="gleam" offset="0" /><stop class="lit" offset=".28" /><stop class="full" offset=".66" />
          <stop class="dark" offset="1" />
        </radialGradient>
      `,
    )}
  </defs>
`;

/** @param {{picture: Picture, caption: string}} props */
export function RulePicture({ picture, caption }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useLayoutEffect(() => draw(/** @type {HTMLElement} */ (box.current), picture), [picture]);
  return html`
    <figure class="board-picture">
      <div class="board-picture-frame" ref=${box}></div>
      <figcaption>${caption}</figcaption>
    </figure>
  `;
}

/** @param {HTMLElement} box @param {Picture} picture */
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
 * @param {Arrow} one
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
