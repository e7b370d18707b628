// What each card does, as a picture of a few strokes: marbles, holes of the track, and an arrow.
import { html } from "../app/html.js";

/** A hole of the track. @param {number} x @param {number} [y] */
const hole = (x, y = 14) => html`<circle cx=${x} cy=${y} r="2.4" class="pict-hole" />`;
/** @param {number} x @param {number} y @param {string} [seat] */
const marble = (x, y, seat = "a") => html`<circle cx=${x} cy=${y} r="4.6" class=${`pict-marble seat-${seat}`} />`;
/** A way with a head at its end. @param {string} d @param {string} head */
const arrow = (d, head) => html`<path d=${d} class="pict-way" /><path d=${head} class="pict-way" />`;

const kennel = () => html`
  <path d="M3 13 11 5l8 8v10H3z" class="pict-kennel" />
  ${marble(11, 17)} ${arrow("M21 17h13", "M30 13l4.500 4-4.500 4")}
  <circle cx="45" cy="17" r="6.4" class="pict-start" />${marble(45, 17)}
`;

const ahead = () => html`
  ${marble(8, 17)} ${[20, 30, 40].map((x) => hole(x, 17))} ${arrow("M8 8C18 2 38 2 49 9", "M44 4.500l5.500 4.800-6.600 2.700")}
  <circle cx="50" cy="17" r="4.600" class="pict-end" />
`;

/** @type {Record<string, () => import("../app/html.js").Rendered>} */
const PICTOGRAMS = {
  A: kennel,
  K: kennel,
  Q: ahead,
  n: ahead,
  4: () => html`
    <circle cx="6" cy="17" r="4.600" class="pict-end" />${hole(17, 17)} ${marble(28, 17)} ${hole(39, 17)}
    <circle cx="50" cy="17" r="4.600" class="pict-end" />
    ${arrow("M31 9C36 3 44 3 49 8", "M44.500 4l5 4.500-6.300 2.400")} ${arrow("M25 9C20 3 12 3 7 8", "M11.500 4l-5 4.500 6.300 2.400")}
  `,
  7: () => html`
    ${marble(7, 7)} ${hole(18, 7)} ${hole(28, 7)} ${arrow("M33 7h14", "M43 3l5 4-5 4")}
    ${marble(7, 21)} ${marble(19, 21, "b")} ${hole(30, 21)} ${arrow("M35 21h12", "M43 17l5 4-5 4")}
    <path d="M14.500 16.500l9 9M23.500 16.500l-9 9" class="pict-cross" />
  `,
  J: () => html`
    ${marble(9, 14)} ${marble(47, 14, "b")}
    ${arrow("M15 8C22 3 34 3 41 8", "M36.500 3.500l5 4.800-6.500 1.800")} ${arrow("M41 20C34 25 22 25 15 20", "M19.500 24.500l-5-4.800 6.500-1.800")}
  `,
  X: () =>
    html`<path d="M28 2.500l3.500 7.400 8 1-5.900 5.500 1.600 8L28 20.500l-7.200 3.900 1.600-8-5.900-5.500 8-1z" class="pict-star" />`,
};

/** @param {{card: string}} props */
export const Pictogram = ({ card }) => html`
  <svg class="pictogram" viewBox="0 0 56 28" aria-hidden="true" focusable="false">${PICTOGRAMS[card]()}</svg>
`;

/** The cards, in the order of the table; `n` stands for those that only move by their number. */
export const CARD_ROWS = ["A", "K", "Q", "J", "4", "7", "n", "X"];

/** Small cards; of those that only move by their number, the first and the last. @param {{card: string}} props */
export function SmallCard({ card }) {
  if (card === "n")
    return html`<span class="small-cards" aria-hidden="true"><i class="small-card">2</i><i class="small-card">10</i></span>`;
  return html`<i class=${`small-card ${card === "X" ? "small-joker" : ""}`} aria-hidden="true">${card === "X" ? "★" : card}</i>`;
}
