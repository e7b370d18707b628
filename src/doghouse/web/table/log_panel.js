// What has happened, in words; a tap shows it on the board.
import { html, useEffect, useRef } from "../app/html.js";
import { t } from "../app/i18n.js";
import { ownersOf, tellEvent } from "../app/phrasing.js";
import { giverOf, MARKS } from "../app/players.js";
import { whyLaidDown } from "./fold_notice.js";

/** @param {{model: import("./table_model.js").TableModel, onLook?: () => void}} props */
export function LogPanel({ model, onLook }) {
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  const company = model.company;
  const chapters = model.chapters.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [chapters.length]);
  let round = 0;
  const look = (/** @type {number} */ place) => {
    onLook?.();
    model.lookAt(place);
  };
  const replay = () => {
    onLook?.();
    model.replayLastRound();
  };
  return html`
    <div class="log">
      <button type="button" class="button quiet small" disabled=${!model.story?.lastRound().length} onClick=${replay}>
        ${t("table.replay_round")}
      </button>
      <ol ref=${list} tabindex="0" aria-label=${t("table.log")}>
        ${chapters.map((chapter, place) => {
          const text = [tellEvent(chapter.event, company, ownersOf(chapter.before)), whyLaidDown(model, chapter)]
            .filter(Boolean)
            .join(" ");
          if (!text) return null;
          const heading = chapter.round > round && chapter.event.type === "played";
          if (heading) round = chapter.round;
          const seat =
            chapter.event.type === "gave" && company.you ? giverOf(company.rules, company.you) : chapter.event.seat;
          return html`
            ${heading && html`<li class="log-round" key=${`r${round}`}>${t("panel.round", { number: round })}</li>`}
            <li key=${chapter.number} class=${seat ? `seat-${seat.toLowerCase()}` : ""}>
              ${seat && html`<span class="disc" aria-hidden="true">${MARKS[seat]}</span>`}
              ${
                chapter.event.type === "played"
                  ? html`<button type="button" class="log-entry" tabindex="-1" aria-current=${model.lookingBack.value === chapter.number} onClick=${() => look(place)}>${text}</button>`
                  : html`<span class="log-entry">${text}</span>`
              }
            </li>
          `;
        })}
      </ol>
    </div>
  `;
}
