// One's cards.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { CardFace } from "./card_face.js";

/**
 * @param {{cards: string[], chosen: string|null, playable: (card: string) => boolean, busy: boolean, label: string,
 *   received: string|null, onTap: (card: string) => void}} props
 */
export function Hand({ cards, chosen, playable, busy, label, received, onTap }) {
  /** @type {Record<string, number>} */
  const seen = {};
  let lifted = false;
  return html`
    <div class="hand" role="group" aria-label=${label}>
      ${cards.map((card, place) => {
        const nth = seen[card] ?? 0;
        seen[card] = nth + 1;
        const up = chosen === card && !lifted;
        if (up) lifted = true;
        return html`
          <button
            type="button"
            key=${`${card}${nth}`}
            class=${`card ${up ? "lifted" : ""} ${playable(card) ? "" : "dimmed"} ${card === received && !nth ? "received" : ""}`}
            data-card=${card}
            data-place=${place}
            aria-pressed=${up}
            aria-disabled=${busy || !playable(card)}
            onClick=${() => onTap(card)}
          >
            <${CardFace} card=${card} nth=${nth} />
            ${!playable(card) && !busy && html`<span class="only-spoken">${t("table.cannot_play")}</span>`}
          </button>
        `;
      })}
      ${!cards.length && html`<p class="soft">${t("table.no_cards")}</p>`}
    </div>
  `;
}
