// Why cards were laid down: said until it is dismissed or the person acts again, and kept for the log.

import { html, signal, useEffect } from "../app/html.js";
import { listed, t } from "../app/i18n.js";
import { cardName, tellWhy } from "../app/phrasing.js";

/**
 * @typedef {{cards: string, why: string}} Line
 * @typedef {import("./table_model.js").TableModel} TableModel
 */

/** By table: the reasons of each round in which one laid down (once in a round at most), and of which one they are shown. */
const kept = new WeakMap();

/** @param {TableModel} model @returns {{rounds: Record<number, Line[]>, open: import("@preact/signals").Signal<number|null>}} */
function reasonsOf(model) {
  if (!kept.has(model)) kept.set(model, { rounds: {}, open: signal(null) });
  return kept.get(model);
}

/** Cards with the same reason share a line. @param {Record<string, any[]>} stuck @param {any} company @returns {Line[]} */
function linesOf(stuck, company) {
  /** @type {Map<string, string[]>} */
  const cards = new Map();
  for (const [card, reasons] of Object.entries(stuck)) {
    const why = tellWhy(reasons[0], company);
    cards.set(why, [...(cards.get(why) ?? []), cardName(card)]);
  }
  return [...cards].map(([why, names]) => ({ cards: listed(names), why }));
}

/** @param {{model: TableModel}} props */
export function Stuck({ model }) {
  const { rounds, open } = reasonsOf(model);
  const state = model.shown.value;
  const { stuck, view, you } = state;
  useEffect(() => {
    if (!stuck) return;
    rounds[view.round] = linesOf(stuck, model.company);
    open.value = view.round;
  }, [stuck]);
  const { card, marble } = model.chooser;
  const hasActed =
    card.value !== null || marble.value !== null || (view.round !== open.value && view.has_given.includes(you));
  useEffect(() => {
    if (hasActed && !stuck) open.value = null;
  }, [hasActed]);
  if (open.value === null || model.lookingBack.value !== null) return null;
  return html`
    <div class="stuck small">
      <ul>
        ${rounds[open.value].map((line) => html`<li key=${line.why}><b>${line.cards}</b>: ${line.why}</li>`)}
      </ul>
      <button type="button" class="plain" aria-label=${t("web.close")} onClick=${() => (open.value = null)}>×</button>
    </div>
  `;
}

/** Why one laid down, for the entry of the log. @param {TableModel} model @param {import("./game_history.js").Chapter} chapter */
export function whyLaidDown(model, { event, round }) {
  const lines = event.play === "fold" && event.seat === model.company.you && reasonsOf(model).rounds[round];
  return lines ? lines.map((line) => `${line.cards}: ${line.why}.`).join(" ") : "";
}
