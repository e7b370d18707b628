// The face of a card: rank, suit, and a small picture of what it does.
import { html } from "../app/html.js";
import { cardName } from "../app/phrasing.js";

const SUITS = ["♠", "♥", "♦", "♣"];
const KINDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];
/** @type {Record<string, string>} */
const NUMBERS = { A: "1·11", J: "", Q: "12", K: "13", X: "" };

const ARROW = "M2 8h17M14 3l5 5-5 5";
const BACK = "M22 8H5M10 3 5 8l5 5";
const SWAP = "M3 5h16M15 1l4 4-4 4M21 12H5M9 8l-4 4 4 4";
const OUT = "M2 8 7 3l5 5v6H2zM15 9h7M19 6l3 3-3 3";
const SPLIT = "M2 8h6M8 8l9-5M8 8h11M8 8l9 5";
const STAR = "M12 1l3 6 7 .6-5.2 4.6L18.500 16 12 13 5.500 16l1.700-3.800L2 7.600 9 7z";

/** @param {string} card */
function picture(card) {
  if (card === "J") return SWAP;
  if (card === "7") return SPLIT;
  if (card === "X") return STAR;
  if (card === "A" || card === "K") return OUT;
  return ARROW;
}

/** Suits have no effect; they only look like cards. @param {string} card @param {number} nth */
export const suitOf = (card, nth) => SUITS[(KINDS.indexOf(card) + nth) % 4];

/** @param {{card: string, nth?: number}} props */
export function CardFace({ card, nth = 0 }) {
  const suit = suitOf(card, nth);
  const red = suit === "♥" || suit === "♦";
  const number = NUMBERS[card] ?? card;
  return html`
    <span class=${`face ${red ? "red" : ""} ${card === "X" ? "joker" : ""}`} aria-hidden="true">
      <span class="rank">${card === "X" ? "★" : card}<small>${card === "X" ? "" : suit}</small></span>
      <span class="card-effect">
        <svg viewBox="0 0 24 16"><path d=${card === "4" ? ARROW : picture(card)} /></svg>
        ${card === "4" && html`<svg viewBox="0 0 24 16"><path d=${BACK} /></svg>`}
        <b>${number}</b>
      </span>
    </span>
    <span class="only-spoken">${cardName(card)}</span>
  `;
}
