// The timeline of a game, with its rounds.
/** @import { Playback } from "./playback.js" */
import { fieldValue, html } from "../app/html.js";
import { t } from "../app/i18n.js";

const ROOM = 0.05; // of the line, for each number under it: two digits on a phone

/** @param {{playback: Playback, text: string}} props */
export function Scrubber({ playback, text }) {
  const { rounds, end } = playback;
  const at = playback.at.value;
  let labelled = -1;
  const place = t("after.position_of", { at: at + 1, count: end + 1 });
  return html`
    <div class="scrubber">
      <input
        type="range"
        min="1"
        max=${end + 1}
        value=${at + 1}
        style=${{ "--done": end ? at / end : 0 }}
        aria-label=${t("after.position")}
        aria-valuetext=${`${t("panel.round", { number: playback.round.value.number })}, ${place}: ${text}`}
        onInput=${(/** @type {Event} */ event) => playback.goTo(Number(fieldValue(event)) - 1)}
      />
      <div class="scrubber-rounds" aria-hidden="true">
        ${rounds.map(({ number, first }) => {
          const place = end ? first / end : 0;
          const hasRoom = place - labelled >= ROOM; // after a short round there is only a mark
          if (hasRoom) labelled = place;
          return html`
            <span key=${number} class=${`${hasRoom ? "" : "rare"} ${number === playback.round.value.number ? "here" : ""}`} style=${{ "--at": place }}>
              ${number}
            </span>
          `;
        })}
      </div>
    </div>
  `;
}
