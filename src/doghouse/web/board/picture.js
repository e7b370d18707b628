// A picture of the board, on the real geometry: nothing can be played on it.

import { html, useMemo } from "../app/html.js";
import { seatsOf } from "../app/players.js";
import { geometryOf } from "./geometry.js";

/**
 * @typedef {Record<string, string[]>} Marbles
 * @typedef {{x: number, y: number}} Point
 */

/**
 * @param {{players: number, marbles: Marbles, kind?: string, children?: any}} shown the seats without players stay bare
 */
export function BoardPicture({ players, marbles, kind = "", children }) {
  const sections = players <= 4 ? 4 : 6;
  const geometry = geometryOf(sections, "A");
  const half = geometry.size + 0.4;
  const holes = useMemo(() => drawnHoles(sections, seatsOf({ players })), [sections, players]);
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
      ${Object.entries(marbles).map(([seat, fields]) => drawnMarbles(geometry, seat, fields))} ${children}
    </svg>
  `;
}

/** The piece of wood: its edge, its surface and some grain. @param {{size: number, isRound: boolean}} shown */
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
function drawnHoles(sections, seats) {
  const geometry = geometryOf(sections, "A");
  const found = [];
  for (const [field, { x, y }] of geometry.fields) {
    const isOwn = seats.includes(field[0]) && (field.includes("+") || field.slice(1) === "0");
    if (isOwn) found.push(html`<circle class="rim seat-${field[0].toLowerCase()}" cx=${x} cy=${y} r=".54" />`);
    found.push(html`<circle class="hole" cx=${x} cy=${y} r=${isOwn ? 0.4 : 0.36} />`);
  }
  for (const seat of seats) {
    const { x, y } = /** @type {Point} */ (geometry.plates.get(seat));
    found.push(html`<circle class="yard seat-${seat.toLowerCase()}" cx=${x} cy=${y} r="1.62" />`);
    for (const place of geometry.kennels.get(seat) ?? []) {
      found.push(html`<circle class="hole" cx=${place.x} cy=${place.y} r=".4" />`);
    }
  }
  return html`<g>${found}</g>`;
}

/** @param {import("./geometry.js").Geometry} geometry @param {string} seat @param {string[]} fields */
function drawnMarbles(geometry, seat, fields) {
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
