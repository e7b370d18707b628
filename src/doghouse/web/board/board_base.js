// The board without marbles: wood, inlays, holes, kennels. Drawn once; nothing of it moves.
import { SEATS } from "../app/players.js";
import { LETTERS, MARK_PATHS } from "./shapes.js";
import { lineOf, svg } from "./svg.js";

const THICK = 0.34; // of the plank, seen a little from the front
const STAR = 4.1; // how far the long points of the star reach
const CIRCLE = 3.1;
const MARGIN = 0.46; // around the plank, where its shadow falls

/**
 * @param {import("./geometry.js").Geometry} geometry
 * @param {string} name makes the ids of this drawing its own
 */
export function drawBoardBase(geometry, name) {
  return svg("g", { "aria-hidden": "true", class: "wood" }, [
    definitions(name),
    ...plank(geometry, name),
    ...grain(geometry),
    ...inlays(geometry),
    ...SEATS.slice(0, geometry.sections).flatMap((seat) => section(geometry, seat, name)),
  ]);
}

/** @param {string} name */
function definitions(name) {
  const stop = (/** @type {number} */ offset, /** @type {string} */ kind) => svg("stop", { offset, class: kind });
  const marbles = SEATS.map((seat) =>
    svg(
      "radialGradient",
      { id: `${name}-marble-${seat}`, cx: 0.35, cy: 0.28, r: 0.8, class: `seat-${seat.toLowerCase()}` },
      [stop(0, "marble-light"), stop(0.18, "marble-lit"), stop(0.55, "marble-body"), stop(1, "marble-shade")],
    ),
  );
  return svg("defs", {}, [
    svg("linearGradient", { id: `${name}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 }, [
      stop(0, "wood-1"),
      stop(0.5, "wood-2"),
      stop(1, "wood-3"),
    ]),
    svg("radialGradient", { id: `${name}-hole`, cx: 0.5, cy: 0.24, r: 0.8 }, [
      stop(0, "hole-1"),
      stop(0.55, "hole-1"),
      stop(1, "hole-2"),
    ]),
    // The far rim of a hole lies in the shade, the near one in the light.
    svg("linearGradient", { id: `${name}-rim`, x1: 0, y1: 0, x2: 0, y2: 1 }, [
      stop(0, "rim-shade"),
      stop(0.5, "rim-none"),
      stop(1, "rim-light"),
    ]),
    ...marbles,
  ]);
}

/**
 * The outline: a square with round corners for four, a disc for six.
 * @param {number} half from the middle to the edge
 * @param {number} sections
 */
function outline(half, sections) {
  if (sections === 6) return `M0 ${-half}A${half} ${half} 0 1 1 -.001 ${-half}z`;
  const round = half * 0.19;
  const side = half - round;
  const arc = (/** @type {number} */ x, /** @type {number} */ y) => `A${round} ${round} 0 0 1 ${x} ${y}`;
  return `M${-side} ${-half}H${side}${arc(half, -side)}V${side}${arc(side, half)}H${-side}${arc(-half, side)}V${-side}${arc(-side, -half)}z`;
}

/** The piece of wood with its shadow on the table. @param {import("./geometry.js").Geometry} geometry @param {string} name */
function plank({ size, sections }, name) {
  const half = size - MARGIN;
  const shape = (/** @type {number} */ smaller, /** @type {Record<string, string|number>} */ attributes, down = 0) =>
    svg("path", {
      d: outline(half - smaller, sections),
      ...attributes,
      ...(down && { transform: `translate(0 ${down})` }),
    });
  return [
    ...[0.16, 0.08, 0, -0.08].map((smaller) => shape(smaller, { class: "plank-shadow" }, THICK - 0.02 - smaller)),
    shape(0, { class: "plank-side" }, THICK - 0.22),
    shape(0, { class: "plank", fill: `url(#${name}-wood)` }, -0.22),
    shape(0.1, { class: "bevel" }, -0.19),
  ];
}

/** Long, slightly bent lines, some of them closer together. @param {import("./geometry.js").Geometry} geometry */
function grain({ size, sections }) {
  const lines = [];
  const edge = size - MARGIN - 0.35;
  let random = 7;
  const next = () => {
    random = (random * 16807) % 2147483647;
    return random / 2147483647;
  };
  for (let y = -edge + 0.2; y < edge - 0.2; y += 0.16 + next() * next() * 0.95) {
    const round = edge * 0.19; // the corners
    const beyond = Math.abs(y) - (edge - round);
    const square = beyond > 0 ? edge - round + Math.sqrt(Math.max(0, round * round - beyond * beyond)) : edge;
    const half = sections === 4 ? square : Math.sqrt(Math.max(0, edge * edge - y * y));
    const bends = [next() - 0.5, next() - 0.5].map((bend) => (y + bend * 0.9).toFixed(2));
    const d = `M${(-half).toFixed(2)} ${y.toFixed(2)}C${(-half / 3).toFixed(2)} ${bends[0]} ${(half / 3).toFixed(2)} ${bends[1]} ${half.toFixed(2)} ${y.toFixed(2)}`;
    lines.push(svg("path", { d, class: "grain", "stroke-width": (0.03 + next() * 0.07).toFixed(2) }));
  }
  return lines;
}

/** @param {import("./geometry.js").Geometry} geometry @param {string} seat @param {string} name */
function section(geometry, seat, name) {
  const hole = (/** @type {{x: number, y: number}} */ { x, y }, r = 0.36) =>
    svg("circle", { cx: x, cy: y, r, fill: `url(#${name}-hole)`, stroke: `url(#${name}-rim)`, class: "hole" });
  const own = (/** @type {{x: number, y: number}} */ place, r = 0.36) => [
    svg("circle", { cx: place.x, cy: place.y, r: r + 0.1, class: "own" }),
    hole(place, r),
  ];
  const start = geometry.place(`${seat}0`);
  const finish = [1, 2, 3, 4].map((depth) => geometry.place(`${seat}+${depth}`));
  const letter = /** @type {{x: number, y: number}} */ (geometry.letters.get(seat));
  const kennel = /** @type {{x: number, y: number}[]} */ (geometry.kennels.get(seat));
  const [left, top] = [Math.min(...kennel.map((p) => p.x)), Math.min(...kennel.map((p) => p.y))];
  const tray = { x: left - 0.72, y: top - 0.72, width: 2.56, height: 2.56, rx: 0.8 };
  return [
    svg("g", { class: `section seat-${seat.toLowerCase()}`, "data-seat": seat }, [
      svg("path", { d: lineOf([start, ...finish]), class: "groove finish-groove" }),
      svg("rect", { ...tray, class: "tray", stroke: `url(#${name}-rim)` }),
      svg("rect", { ...tray, class: "tray-stain" }),
      ...kennel.flatMap((place) => own(place)),
      ...finish.flatMap((place) => own(place)),
      ...Array.from({ length: 15 }, (_, number) => hole(geometry.place(`${seat}${number + 1}`))),
      ...own(start, 0.44),
      svg("path", { d: LETTERS[seat], class: "letter", transform: `translate(${letter.x} ${letter.y})` }),
      svg("path", {
        d: MARK_PATHS[seat],
        class: "start-mark",
        transform: `translate(${start.x} ${start.y}) scale(1.15)`,
      }),
    ]),
  ];
}

/** @param {import("./geometry.js").Geometry} geometry */
function inlays(geometry) {
  const ring = `${lineOf(geometry.ring.map((field) => geometry.place(field)))}z`;
  return [
    svg("path", { d: ring, class: "inlay" }),
    svg("path", { d: ring, class: "groove" }),
    svg("circle", { r: CIRCLE + 0.32, class: "inlay-line" }),
    svg("circle", { r: CIRCLE, class: "inlay-disc" }),
    ...star(geometry.sections),
  ];
}

/** A long point towards every player and a short one between them, each half light and half dark. @param {number} sections */
function star(sections) {
  const points = 2 * sections;
  return Array.from({ length: points }, (_, number) => (number + sections) % points) // the short ones lie below
    .sort((one, other) => (other % 2) - (one % 2))
    .flatMap((number) => {
      const reach = number % 2 ? STAR * 0.66 : STAR;
      const tip = at((number * Math.PI) / sections, reach);
      return [-1, 1].map((side) => {
        const valley = at(((number + side * 0.5) * Math.PI) / sections, STAR * 0.26);
        return svg("path", {
          d: `${lineOf([{ x: 0, y: 0 }, valley, tip])}z`,
          class: side < 0 ? "star-light" : "star-dark",
        });
      });
    });
}

/** @param {number} angle @param {number} distance */
const at = (angle, distance) => ({ x: distance * Math.sin(angle), y: distance * Math.cos(angle) });
