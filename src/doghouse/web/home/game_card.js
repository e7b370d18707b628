// One of my games: its status, and links to it.
/** @import { Children } from "../app/html.js" */
/** @import { ListedTable } from "../app/protocol.js" */

import { html } from "../app/html.js";
import { listText, t } from "../app/i18n.js";
import { Icon } from "../ui/icons.js";
import { agoText, nameText, SeatNames, summaryText } from "./table_summary.js";

/** @param {ListedTable} table */
export const isUnfinished = ({ status }) => status === "waiting" || status === "playing";

/** Games with my turn first, then the latest first, as the server lists them. @param {ListedTable[]} games */
export const byUrgency = (games) => [...games].sort((one, other) => Number(other.your_turn) - Number(one.your_turn));

/** @param {ListedTable} table @returns {[string, string]} text and class */
function statusText(table) {
  if (table.status === "closed") return [t("my_games.closed"), "soft"];
  if (table.status === "waiting") return [t("my_games.waiting"), "soft"];
  if (table.status === "playing")
    return table.your_turn ? [t("my_games.your_turn"), "turn"] : [t("my_games.playing"), "soft"];
  const winners = [...(table.winners ?? "")];
  if (table.you) return winners.includes(table.you) ? [t("my_games.won"), "good"] : [t("my_games.lost"), "soft"];
  return [t("my_games.winners", { names: listText(winners.map((seat) => nameText(table.seats[seat] ?? ""))) }), "soft"];
}

/** @param {{table: ListedTable, children?: Children}} props */
export function GameCard({ table, children }) {
  const [text, className] = statusText(table);
  return html`
    <li class="panel home-card ${table.your_turn ? "urgent" : ""}">
      <h3 class="home-standing ${className}">${text}</h3>
      <p class="soft small">
        ${summaryText(table)}<br /><span class="home-code">${table.code}</span> · ${agoText(table.updated_at)}
      </p>
      <${SeatNames} table=${table} />
      <div class="row home-card-actions">${isUnfinished(table) ? html`<${ContinueLink} table=${table} />` : html`<${FinishedLinks} table=${table} />`}${children}</div>
    </li>
  `;
}

/** @param {{table: ListedTable}} props */
const ContinueLink = ({ table }) => html`
  <a class="button ${table.your_turn ? "" : "quiet"}" href="/t/${table.code}">
    ${t("home.go_on")}<span class="only-spoken"> ${table.code}</span>
  </a>
`;

/** @param {{table: ListedTable}} props */
const FinishedLinks = ({ table }) =>
  table.status === "over" &&
  html`
    <a class="button quiet" href="/replay/${table.code}">
      <${Icon} name="replay" />${t("my_games.watch_again")}<span class="only-spoken"> ${table.code}</span>
    </a>
    <a class="button quiet" href="/api/tables/${table.code}/record" download="${table.code}.dog">
      <${Icon} name="download" />${t("my_games.record")}<span class="only-spoken"> ${table.code}</span>
    </a>
  `;
