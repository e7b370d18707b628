// The public tables.
/** @import { ListedTable } from "../app/protocol.js" */

import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { usePolling } from "../app/polling.js";
import { nameText, SeatNames, summaryText } from "./table_summary.js";

const REFRESH = 10; // seconds

export function OpenTables() {
  const [tables] = /** @type {[ListedTable[]|null, () => void]} */ (usePolling("/api/tables", REFRESH));
  return html`
    <section class="home-section" aria-labelledby="open-tables">
      <h2 id="open-tables">${t("home.open_tables")}</h2>
      ${
        tables?.length
          ? html`<ul class="home-cards">
            ${tables.map((table) => html`<${OpenTable} key=${table.code} table=${table} />`)}
          </ul>`
          : html`<p class="home-empty soft">
            ${tables === null ? t("web.loading") : html`${t("home.no_open_tables")} <a href="/new">${t("home.open_one")}</a>`}
          </p>`
      }
    </section>
  `;
}

/** @param {{table: ListedTable}} props */
function OpenTable({ table }) {
  const free = Object.values(table.seats).filter((name) => name === null).length;
  const isWaiting = table.status === "waiting";
  const action = table.you ? "home.go_on" : isWaiting && free ? "home.sit_down" : "home.watch";
  return html`
    <li class="panel home-card">
      <h3>${isWaiting ? t("home.free_seats", { count: free }) : t("home.being_played")}</h3>
      <p class="soft small">${summaryText(table)}<br />${t("home.host", { name: nameText(table.host) })}</p>
      <${SeatNames} table=${table} />
      <a class="button ${isWaiting && free ? "" : "quiet"}" href="/t/${table.code}">
        ${t(action)}<span class="only-spoken"> ${table.code}</span>
      </a>
    </li>
  `;
}
