// The log: events in words; a tap shows a play on the board.
/** @import { HistoryEntry } from "./game_history.js" */
/** @import { TableModel } from "./table_model.js" */
import { html, useEffect, useRef } from "../app/html.js";
import { t } from "../app/i18n.js";
import { eventText, ownersOf } from "../app/phrasing.js";
import { giverOf, MARKS } from "../app/players.js";
import { foldReasonText } from "./fold_notice.js";

/** @param {{model: TableModel, onLook?: () => void}} props */
export function LogPanel({ model, onLook }) {
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  const entries = model.entries.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries.length]);
  const view = (/** @type {HistoryEntry} */ entry) => {
    onLook?.();
    model.viewEntry(entry);
  };
  const replay = () => {
    onLook?.();
    model.replayLastRound();
  };
  let round = 0;
  return html`
    <div class="log">
      <button
        type="button"
        class="button quiet small"
        disabled=${!model.history?.lastRound().length}
        onClick=${replay}
      >
        ${t("table.replay_round")}
      </button>
      <ol ref=${list} tabindex="0" aria-label=${t("table.log")}>
        ${entries.map((entry) => {
          const text = textOf(entry, model);
          if (!text) return null;
          const isNewRound = entry.round > round && entry.event.type === "played";
          if (isNewRound) round = entry.round;
          const seat = seatOf(entry, model);
          return html`
            ${isNewRound && html`<li class="log-round" key=${`r${round}`}>${t("panel.round", { number: round })}</li>`}
            <li key=${entry.number} class=${seat ? `seat-${seat.toLowerCase()}` : ""}>
              ${seat && html`<span class="disc" aria-hidden="true">${MARKS[seat]}</span>`}
              ${
                entry.event.type === "played"
                  ? html`<button
                      type="button"
                      class="log-entry"
                      tabindex="-1"
                      aria-current=${model.lookingBack.value === entry.number}
                      onClick=${() => view(entry)}
                    >
                      ${text}
                    </button>`
                  : html`<span class="log-entry">${text}</span>`
              }
            </li>
          `;
        })}
      </ol>
    </div>
  `;
}

/** @param {HistoryEntry} entry @param {TableModel} model */
function textOf(entry, model) {
  const text = eventText(entry.event, model.company, ownersOf(entry.before));
  return [text, foldReasonText(model, entry)].filter(Boolean).join(" ");
}

/** Whose mark an entry bears; a card that the reader received came from its giver. @param {HistoryEntry} entry @param {TableModel} model */
function seatOf({ event }, model) {
  const { you } = model.state;
  if (event.type === "gave" && you) return giverOf(model.about.seating, you);
  return "seat" in event ? event.seat : null;
}
