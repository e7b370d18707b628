// What is laid into the wood: a lighter field inside the ring, and a star in the middle on which cards are put down.
import { lineOf, svg } from "./svg.js";

const STAR = 4.1; // how far its long points reach
const CIRCLE = 3.1;

/** @param {import("./geometry.js").Geometry} geometry */
export function inlays(geometry) {
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
