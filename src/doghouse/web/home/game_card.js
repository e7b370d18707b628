// One of my games: how it stands and what can be done with it.

import { html } from "../app/html.js";
import { listed, t } from "../app/i18n.js";
import { Icon } from "../ui/icons.js";
import { agoText, factsOf, nameText, SeatNames } from "./table_summary.js";

/** @typedef {import("./table_summary.js").ListedTable} ListedTable */

/** @param {ListedTable} table */
export const isUnfinished = ({ status }) => status === "waiting" || status === "playing";

/** Games in which it is my turn first; otherwise the latest first, as the house lists them. @param {ListedTable[]} games */
export const byUrgency = (games) => [...games].sort((one, other) => Number(other.your_turn) - Number(one.your_turn));

/** @param {ListedTable} table @returns {[string, string]} the words and how they look */
function standing(table) {
  if (table.status === "closed") return [t("my_games.closed"), "soft"];
  if (table.status === "waiting") return [t("my_games.waiting"), "soft"];
  if (table.status === "playing")
    return table.your_turn ? [t("my_games.your_turn"), "turn"] : [t("my_games.playing"), "soft"];
  const winners = [...(table.winners ?? "")];
  if (table.you) return winners.includes(table.you) ? [t("my_games.won"), "good"] : [t("my_games.lost"), "soft"];
  return [t("my_games.winners", { names: listed(winners.map((seat) => nameText(table.seats[seat] ?? ""))) }), "soft"];
}

/** @param {{table: ListedTable, children?: any}} shown */
export function GameCard({ table, children }) {
  const [words, look] = standing(table);
  return html`
    <li class="panel home-card ${table.your_turn ? "urgent" : ""}">
      <h3 class="home-standing ${look}">${words}</h3>
      <p class="soft small">
        ${factsOf(table)}<br /><span class="home-code">${table.code}</span> · ${agoText(table.updated_at)}
      </p>
      <${SeatNames} table=${table} />
      <div class="row home-card-actions">${isUnfinished(table) ? html`<${GoOn} table=${table} />` : html`<${LookBack} table=${table} />`}${children}</div>
    </li>
  `;
}

/** @param {{table: ListedTable}} shown */
const GoOn = ({ table }) => html`
  <a class="button ${table.your_turn ? "" : "quiet"}" href="/t/${table.code}">
    ${t("home.go_on")}<span class="only-spoken"> ${table.code}</span>
  </a>
`;

/** @param {{table: ListedTable}} shown */
const LookBack = ({ table }) =>
  table.status === "over" &&
  html`
    <a class="button quiet" href="/replay/${table.code}">
      <${Icon} name="replay" />${t("my_games.watch_again")}<span class="only-spoken"> ${table.code}</span>
    </a>
    <a class="button quiet" href="/api/tables/${table.code}/record" download="${table.code}.dog">
      <${Icon} name="download" />${t("my_games.record")}<span class="only-spoken"> ${table.code}</span>
    </a>
  `;
