// Why cards were laid down: shown until it is dismissed or the player acts again, and stored for the log.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Why } from "../app/protocol.js" */
/** @import { HistoryEntry } from "./game_history.js" */
/** @import { TableModel } from "./table_model.js" */
import { html, signal, useSignalEffect } from "../app/html.js";
import { listText, t } from "../app/i18n.js";
import { cardName, reasonText } from "../app/phrasing.js";

/**
 * The reasons for the folds of each round (one fold at most), and the round whose reasons are shown.
 * @typedef {{cards: string, why: string}} Line
 * @typedef {{rounds: Record<number, Line[]>, open: import("@preact/signals").Signal<number|null>}} FoldReasons
 */

/** @type {WeakMap<TableModel, FoldReasons>} */
const reasonsByTable = new WeakMap();

/** @param {TableModel} model */
function reasonsOf(model) {
  const reasons = reasonsByTable.get(model) ?? { rounds: {}, open: signal(/** @type {number|null} */ (null)) };
  reasonsByTable.set(model, reasons);
  return reasons;
}

/** Cards with the same reason share a line. @param {Record<string, Why[]>} stuck @param {Company} company @returns {Line[]} */
function linesOf(stuck, company) {
  /** @type {Map<string, string[]>} */
  const cards = new Map();
  for (const [card, reasons] of Object.entries(stuck)) {
    const why = reasonText(reasons[0], company);
    cards.set(why, [...(cards.get(why) ?? []), cardName(card)]);
  }
  return [...cards].map(([why, names]) => ({ cards: listText(names), why }));
}

/** @param {{model: TableModel}} props */
export function FoldNotice({ model }) {
  const { rounds, open } = reasonsOf(model);
  useSignalEffect(() => {
    const { stuck } = model.state;
    const { round, has_given } = model.view;
    if (stuck) {
      rounds[round] = linesOf(stuck, model.company);
      open.value = round;
      return;
    }
    const { card, marble } = model.builder;
    const hasGiven = round !== open.value && has_given.includes(model.state.you ?? "");
    if (card.value !== null || marble.value !== null || hasGiven) open.value = null;
  });
  if (open.value === null || model.lookingBack.value !== null) return null;
  return html`
    <div class="stuck small">
      <ul>
        ${rounds[open.value].map((line) => html`<li key=${line.why}><b>${line.cards}</b>: ${line.why}</li>`)}
      </ul>
      <button
        type="button"
        class="plain"
        aria-label=${t("web.close")}
        onClick=${() => {
          open.value = null;
        }}
      >
        ×
      </button>
    </div>
  `;
}

/** The reasons for a fold of the reader, for the log. @param {TableModel} model @param {HistoryEntry} entry */
export function foldReasonText(model, { event, round }) {
  const isOwnFold = event.type === "played" && event.play === "fold" && event.seat === model.state.you;
  const lines = isOwnFold ? reasonsOf(model).rounds[round] : undefined;
  return lines ? lines.map((line) => `${line.cards}: ${line.why}.`).join(" ") : "";
}
