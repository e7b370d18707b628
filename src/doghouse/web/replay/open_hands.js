// All hands, open: what everyone held at a moment, and which card was played, given or taken just then.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { readPlay } from "../app/notation.js";
import { cardName } from "../app/phrasing.js";
import { MARKS, receiverOf, seatsOf, teamOf } from "../app/players.js";

/** @param {{card: string, kind?: string}} shown */
export const SmallCard = ({ card, kind = "" }) => html`
  <span class=${`small-card ${kind} ${card === "X" ? "joker" : ""}`}>
    <span aria-hidden="true">${card === "X" ? "★" : card}</span><span class="only-spoken">${cardName(card)}</span>
  </span>
`;

/** @param {{moment: import("./replay_frames.js").Moment, company: import("./moment_text.js").Company}} shown */
export function OpenHands({ moment, company }) {
  const { rules } = company;
  const teams = [...new Set(seatsOf(rules).map((seat) => teamOf(rules, seat).join("")))];
  return html`
    <section class="hands-open" aria-label=${t("after.hands")}>
      ${teams.map(
        (team) => html`
          <ul key=${team} class="panel team-hands">
            ${[...team].map((seat) => html`<${OpenHand} key=${seat} seat=${seat} moment=${moment} company=${company} />`)}
          </ul>
        `,
      )}
    </section>
  `;
}

/** @param {{seat: string, moment: import("./replay_frames.js").Moment, company: import("./moment_text.js").Company}} shown */
function OpenHand({ seat, moment, company }) {
  const { frame } = moment;
  const cards = moment.hands[seat] ?? [];
  const acts = frame.kind === "play" && frame.seat === seat;
  const play = acts && frame.play ? readPlay(frame.play) : null;
  const fresh = cards.lastIndexOf(newCard(seat, frame, company.rules) ?? "");
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

/**
 * The card that has come into a hand just now.
 * @param {string} seat
 * @param {import("./replay_frames.js").Frame} frame
 * @param {any} rules
 */
function newCard(seat, frame, rules) {
  if (frame.kind === "exchange") {
    const giver = Object.keys(frame.given ?? {}).find((other) => receiverOf(rules, other) === seat);
    return giver && frame.given?.[giver];
  }
  return frame.seat === seat ? frame.taken : undefined;
}
