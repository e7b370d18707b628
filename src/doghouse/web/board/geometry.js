// Where the fields of the board lie (R1.4): a ring of 4 or 6 equal sections, each the one before turned anti-clockwise.
import { SEATS } from "../app/players.js";

/** @typedef {{x: number, y: number}} Point */

// The corners of the first section, seen from above with the start below: its start, and the end of the arm inwards.
// The section is its own mirror image about the line between two players, so these two give the other corners.
/** @typedef {{start: number[], inner: number[], finish: number[][], kennel: number[], size: number}} Shape */
/** @type {Record<4|6, Shape>} */
const SHAPES = {
  4: {
    start: [2.35, 10],
    inner: [2, 6.05],
    finish: [
      [1.22, 9.06],
      [0.66, 8.16],
      [0.34, 7.14],
      [0.2, 6.08],
    ],
    kennel: [7.3, 7.3],
    size: 11.5,
  },
  6: {
    start: [2.3, 12.2],
    inner: [1.75, 8.25],
    finish: [
      [1.2, 11.26],
      [0.64, 10.36],
      [0.32, 9.34],
      [0.18, 8.28],
    ],
    kennel: [5.35, 9.27],
    size: 13.75,
  },
};

const LETTER_APART = 1.2; // from the start, towards the kennel

/** @type {Map<string, Geometry>} */
const known = new Map();

/**
 * A board with its own section below.
 * @param {4|6} sections
 * @param {string} below the seat whose section lies at the bottom
 */
export function geometryOf(sections, below) {
  const name = `${sections}${below}`;
  const geometry = known.get(name) ?? new Geometry(sections, below);
  known.set(name, geometry);
  return geometry;
}

export class Geometry {
  /** @param {4|6} sections @param {string} below */
  constructor(sections, below) {
    const shape = SHAPES[sections];
    this.sections = sections;
    this.size = shape.size; // half the width of the board
    /** @type {Map<string, Point>} */
    this.fields = new Map();
    /** @type {Map<string, Point[]>} */
    this.kennels = new Map();
    /** @type {Map<string, Point>} */
    this.letters = new Map(); // beside the starts
    /** @type {Map<string, Point>} */
    this.plates = new Map(); // where the names of the players stand
    /** @type {string[]} */
    this.ring = [];
    const first = SEATS.indexOf(below);
    for (let turn = 0; turn < sections; turn += 1) {
      this._section(shape, SEATS[(first + turn) % sections], (turn * 2 * Math.PI) / sections);
    }
    for (const seat of SEATS.slice(0, sections)) {
      for (let number = 0; number < 16; number += 1) this.ring.push(`${seat}${number}`);
    }
  }

  /** @param {Shape} shape @param {string} seat @param {number} angle */
  _section(shape, seat, angle) {
    const half = Math.PI / this.sections;
    const corners = [shape.start, shape.inner, mirrored(shape.inner, half), mirrored(shape.start, half)];
    const next = turned(shape.start, 2 * half);
    const places = [
      ...between(corners[0], corners[1], 4),
      ...between(corners[1], corners[2], 4),
      ...between(corners[2], corners[3], 4),
      ...between(corners[3], next, 4),
    ];
    places.forEach((place, number) => this.fields.set(`${seat}${number}`, point(turned(place, angle))));
    shape.finish.forEach((place, depth) => this.fields.set(`${seat}+${depth + 1}`, point(turned(place, angle))));
    this.letters.set(seat, point(turned([shape.start[0] + LETTER_APART, shape.start[1]], angle)));
    const [x, y] = turned(shape.kennel, angle);
    const gap = 0.56;
    this.kennels.set(
      seat,
      [
        [-gap, -gap],
        [gap, -gap],
        [-gap, gap],
        [gap, gap],
      ].map(([dx, dy]) => ({ x: x + dx, y: y + dy })),
    );
    this.plates.set(seat, point([x, y]));
  }

  /**
   * The place of a field; `nth` tells the four places of a kennel apart.
   * @param {string} field
   * @param {number} [nth]
   * @returns {Point}
   */
  place(field, nth = 0) {
    if (field.endsWith("-")) return /** @type {Point[]} */ (this.kennels.get(field[0]))[nth % 4];
    return /** @type {Point} */ (this.fields.get(field.replace("!", "")));
  }

  /**
   * The fields that a marble passes, from one field to another.
   * @param {string} source
   * @param {string} target
   * @param {string} owner
   * @param {boolean} backwards
   * @returns {string[]}
   */
  path(source, target, owner, backwards) {
    if (source.endsWith("-") || source === target) return [source, target];
    const finish = [1, 2, 3, 4].map((depth) => `${owner}+${depth}`);
    if (finish.includes(source)) return finish.slice(finish.indexOf(source), finish.indexOf(target) + 1);
    const step = backwards ? -1 : 1;
    const end = finish.includes(target) ? `${owner}0` : target;
    const path = [source];
    let at = this.ring.indexOf(source);
    while (this.ring[at] !== end && path.length <= this.ring.length) {
      at = (at + step + this.ring.length) % this.ring.length;
      path.push(this.ring[at]);
    }
    if (end !== target) path.push(...finish.slice(0, finish.indexOf(target) + 1));
    return path;
  }
}

/** @param {number[]} place @returns {Point} */
const point = ([x, y]) => ({ x, y });

/** Turned anti-clockwise, as one sees it on the screen. @param {number[]} place @param {number} angle */
function turned([x, y], angle) {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos + y * sin, y * cos - x * sin];
}

/** Mirrored about the line that leaves the centre at an angle to the right of straight down. */
function mirrored(/** @type {number[]} */ [x, y], /** @type {number} */ half) {
  const [sin, cos] = [Math.sin(2 * half), Math.cos(2 * half)];
  return [y * sin - x * cos, y * cos + x * sin];
}

/** @param {number[]} from @param {number[]} to @param {number} parts */
function between(from, to, parts) {
  return Array.from({ length: parts }, (_, part) => [
    from[0] + ((to[0] - from[0]) * part) / parts,
    from[1] + ((to[1] - from[1]) * part) / parts,
  ]);
}
