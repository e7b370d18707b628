// All hands at a moment of a replay, with the card that was just played, given or taken.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Frame, Seating } from "../app/protocol.js" */
/** @import { Moment } from "./replay_frames.js" */
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { parsePlay } from "../app/notation.js";
import { cardName } from "../app/phrasing.js";
import { giverOf, MARKS } from "../app/players.js";

/** @param {{card: string, kind?: string}} props */
export const SmallCard = ({ card, kind = "" }) => html`
  <span class=${`small-card ${kind} ${card === "X" ? "joker" : ""}`}>
    <span aria-hidden="true">${card === "X" ? "★" : card}</span><span class="only-spoken">${cardName(card)}</span>
  </span>
`;

/** @param {{moment: Moment, company: Company}} props */
export function OpenHands({ moment, company }) {
  return html`
    <section class="hands-open" aria-label=${t("after.hands")}>
      ${company.seating.teams.map(
        (team) => html`
          <ul key=${team} class="panel team-hands">
            ${[...team].map((seat) => html`<${OpenHand} key=${seat} seat=${seat} moment=${moment} company=${company} />`)}
          </ul>
        `,
      )}
    </section>
  `;
}

/** @param {{seat: string, moment: Moment, company: Company}} props */
function OpenHand({ seat, moment, company }) {
  const { frame } = moment;
  const cards = moment.hands[seat] ?? [];
  const acts = frame.kind === "play" && frame.seat === seat;
  const play = acts && frame.play ? parsePlay(frame.play) : null;
  const fresh = cards.lastIndexOf(newCard(seat, frame, company.seating) ?? "");
  return html`
    <li class=${`open-hand seat-${seat.toLowerCase()} ${acts ? "acts" : ""}`}>
      <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
      <span class="open-name">${company.names[seat]}</span>
      <span class="open-cards">
        ${cards.map((card, place) => html`<${SmallCard} key=${place} card=${card} kind=${place === fresh ? "new" : ""} />`)}
        ${play && !play.fold && html`<${SmallCard} card=${play.card} kind="played" />`}
        ${acts && (frame.laid_down ?? []).map((card, place) => html`<${SmallCard} key=${`down${place}`} card=${card} kind="down" />`)}
        ${!cards.length && !acts && html`<span class="soft small">${t("after.no_cards")}</span>`}
      </span>
    </li>
  `;
}

/** The card that has just come into a hand. @param {string} seat @param {Frame} frame @param {Seating} seating */
function newCard(seat, frame, seating) {
  if (frame.kind === "exchange") return frame.given?.[giverOf(seating, seat)];
  return frame.seat === seat ? frame.taken : undefined;
}
