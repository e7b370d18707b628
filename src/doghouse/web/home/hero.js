// The board in the middle of a game and some cards: what waits behind the button.
import { html } from "../app/html.js";
import { BoardPicture } from "../board/picture.js";

const MARBLES = {
  A: ["A+4", "A+3", "B6", "A-"],
  B: ["B+4", "C2", "D11", "B-"],
  C: ["C0", "C+3", "D5", "A10"],
  D: ["D14", "A3", "D-", "D-"],
};

/** Each card: its sign, how far it is turned, and where it lies. */
const CARDS = /** @type {[string, number, number, number][]} */ ([
  ["7", -14, -2.9, 0.5],
  ["K", -1, 0, 0],
  ["★", 12, 2.9, 0.4],
]);

export const Hero = () => html`
  <div class="home-picture" aria-hidden="true">
    <${BoardPicture} players=${4} marbles=${MARBLES}>
      <g transform="scale(.92)">${CARDS.map(([sign, turn, x, y]) => html`<${Card} key=${sign} sign=${sign} turn=${turn} x=${x} y=${y} />`)}</g>
    <//>
  </div>
`;

/** @param {{sign: string, turn: number, x: number, y: number}} shown */
const Card = ({ sign, turn, x, y }) => html`
  <g class="card ${sign === "★" ? "joker" : ""}" transform="translate(${x} ${y}) rotate(${turn})">
    <rect class="card-shade" x="-1.72" y="-2.4" width="3.6" height="5.2" rx=".45" />
    <rect class="card-face" x="-1.8" y="-2.6" width="3.6" height="5.2" rx=".45" />
    <text class="card-corner" x="-1.1" y="-1.35">${sign}</text>
    <text class="card-sign" y=".95">${sign}</text>
  </g>
`;
