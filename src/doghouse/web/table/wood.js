// The board itself, without marbles: wood, grooves, holes, kennels. Drawn once.
import { SEATS } from "../app/players.js";
import { MARK_PATHS } from "./marks.js";
import { svg } from "./svg.js";

/**
 * @param {import("./geometry.js").Geometry} geometry
 * @param {string} name makes the ids of this drawing its own
 */
export function drawWood(geometry, name) {
  return svg("g", { "aria-hidden": "true", class: "wood" }, [
    definitions(name),
    plank(geometry, name),
    ...grain(geometry, name),
    groove(geometry),
    ...SEATS.slice(0, geometry.sections).flatMap((seat) => section(geometry, seat, name)),
  ]);
}

/** @param {string} name */
function definitions(name) {
  const stop = (/** @type {number} */ offset, /** @type {string} */ kind) => svg("stop", { offset, class: kind });
  const marbles = SEATS.map((seat) =>
    svg("radialGradient", { id: `${name}-marble-${seat}`, cx: 0.36, cy: 0.28, r: 0.78, class: `seat-${seat.toLowerCase()}` }, [
      stop(0, "marble-light"),
      stop(0.34, "marble-body"),
      stop(0.78, "marble-body"),
      stop(1, "marble-shade"),
    ]),
  );
  return svg("defs", {}, [
    svg("linearGradient", { id: `${name}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 }, [
      stop(0, "wood-1"),
      stop(0.5, "wood-2"),
      stop(1, "wood-3"),
    ]),
    svg("radialGradient", { id: `${name}-hole`, cx: 0.5, cy: 0.38, r: 0.62 }, [
      stop(0, "hole-1"),
      stop(0.7, "hole-1"),
      stop(1, "hole-2"),
    ]),
    svg("clipPath", { id: `${name}-edge` }, [svg("path", { d: "" })]),
    ...marbles,
  ]);
}

/** The outline: a square, or a hexagon, with round corners. @param {number} size @param {number} sections */
export function outline(size, sections) {
  if (sections === 4) {
    const r = 2.2;
    const s = size - 0.12;
    return `M${-s + r} ${-s}H${s - r}A${r} ${r} 0 0 1 ${s} ${-s + r}V${s - r}A${r} ${r} 0 0 1 ${s - r} ${s}H${-s + r}A${r} ${r} 0 0 1 ${-s} ${s - r}V${-s + r}A${r} ${r} 0 0 1 ${-s + r} ${-s}z`;
  }
  const s = size - 0.12;
  return `M0 ${-s}A${s} ${s} 0 1 1 -.001 ${-s}z`;
}

/** @param {import("./geometry.js").Geometry} geometry @param {string} name */
function plank(geometry, name) {
  const d = outline(geometry.size, geometry.sections);
  return svg("g", {}, [
    svg("path", { d, fill: `url(#${name}-wood)`, class: "plank" }),
    svg("path", { d: outline(geometry.size - 0.28, geometry.sections), class: "bevel" }),
  ]);
}

/** A few long, slightly bent lines. @param {import("./geometry.js").Geometry} geometry @param {string} name */
function grain(geometry, name) {
  void name;
  const lines = [];
  const size = geometry.size - 0.6;
  let random = 7;
  const next = () => (random = (random * 16807) % 2147483647) / 2147483647;
  for (let y = -size; y < size; y += 0.42 + next() * 0.5) {
    const half = geometry.sections === 4 ? size : Math.sqrt(Math.max(0, size * size - y * y));
    const bend = (next() - 0.5) * 0.8;
    if (half > 1) lines.push(svg("path", { d: `M${-half} ${y}Q0 ${y + bend} ${half} ${y + bend * 0.2}`, class: "grain" }));
  }
  return lines;
}

/** The carved line along which marbles run. @param {import("./geometry.js").Geometry} geometry */
function groove(geometry) {
  const points = geometry.ring.map((field) => geometry.place(field));
  const d = points.map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
  return svg("path", { d: `${d}z`, class: "groove" });
}

/** @param {import("./geometry.js").Geometry} geometry @param {string} seat @param {string} name */
function section(geometry, seat, name) {
  const hole = (/** @type {{x: number, y: number}} */ { x, y }, /** @type {string} */ kind, r = 0.36) =>
    svg("circle", { cx: x, cy: y, r, fill: `url(#${name}-hole)`, class: `hole ${kind}` });
  const start = geometry.place(`${seat}0`);
  const finish = [1, 2, 3, 4].map((depth) => geometry.place(`${seat}+${depth}`));
  const way = [start, ...finish].map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
  const kennel = /** @type {{x: number, y: number}[]} */ (geometry.kennels.get(seat));
  const [left, top] = [Math.min(...kennel.map((p) => p.x)), Math.min(...kennel.map((p) => p.y))];
  return [
    svg("g", { class: `section seat-${seat.toLowerCase()}`, "data-seat": seat }, [
      svg("path", { d: way, class: "groove finish-groove" }),
      svg("rect", { x: left - 0.72, y: top - 0.72, width: 2.56, height: 2.56, rx: 0.75, class: "tray" }),
      ...kennel.map((place) => hole(place, "own")),
      ...finish.map((place) => hole(place, "own")),
      ...Array.from({ length: 15 }, (_, number) => hole(geometry.place(`${seat}${number + 1}`), "")),
      hole(start, "own start", 0.46),
      svg("path", { d: MARK_PATHS[seat], class: "start-mark", transform: `translate(${start.x} ${start.y})` }),
    ]),
  ];
}
