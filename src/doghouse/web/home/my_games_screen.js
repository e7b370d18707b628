// All games of this guest, running and finished.
/** @import { ListedTable } from "../app/protocol.js" */
import { get } from "../app/api.js";
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { usePolling } from "../app/polling.js";
import { Heading, Screen } from "../ui/page_frame.js";
import { CloseTable } from "./close_table.js";
import { byUrgency, GameCard, isUnfinished } from "./game_card.js";

const REFRESH = 10; // seconds
const PAGE_SIZE = 50; // of the server's list: LISTED_GAMES

export function MyGames() {
  const [games, reload] = /** @type {[ListedTable[]|null, () => void]} */ (usePolling("/api/me/games", REFRESH));
  const [all, loadMore] = useMore(games ?? []);
  const unfinished = byUrgency(all.filter(isUnfinished));
  const finished = all.filter((table) => !isUnfinished(table));
  return html`
    <${Screen} title=${t("my_games.page_title")}>
      <${Heading}>${t("my_games.title")}<//>
      ${games === null && html`<p class="soft">${t("web.loading")}</p>`}
      ${games !== null && !all.length && html`<${NoGames} />`}
      ${
        unfinished.length > 0 &&
        html`<section class="home-section" aria-labelledby="unfinished">
        <h2 id="unfinished">${t("my_games.unfinished")}</h2>
        <ul class="home-cards">
          ${unfinished.map(
            (table) =>
              html`<${GameCard} key=${table.code} table=${table}><${CloseTable} code=${table.code} onClosed=${reload} /><//>`,
          )}
        </ul>
      </section>`
      }
      ${
        finished.length > 0 &&
        html`<section class="home-section" aria-labelledby="finished">
        <h2 id="finished">${t("my_games.finished")}</h2>
        <ul class="home-cards">
          ${finished.map((table) => html`<${GameCard} key=${table.code} table=${table} />`)}
        </ul>
      </section>`
      }
      ${loadMore && html`<button type="button" class="button quiet" onClick=${loadMore}>${t("my_games.more")}</button>`}
    <//>
  `;
}

/**
 * The games of the first page, which is polled, and of further pages that were loaded.
 * @param {ListedTable[]} latest
 * @returns {[ListedTable[], (() => void)|null]} the games, and a function that loads more if there are any
 */
function useMore(latest) {
  const [loaded, setLoaded] = useState(/** @type {ListedTable[]} */ ([]));
  const [isMore, setMore] = useState(true);
  const codes = new Set(latest.map((table) => table.code));
  const all = [...latest, ...loaded.filter((table) => !codes.has(table.code))];
  const loadMore = () =>
    get(`/api/me/games?after=${all[all.length - 1].code}`).then(
      (/** @type {ListedTable[]} */ next) => {
        setLoaded([...all, ...next]);
        setMore(next.length === PAGE_SIZE);
      },
      () => {}, // the server is unavailable: ask again
    );
  return [all, isMore && all.length >= PAGE_SIZE ? loadMore : null];
}

const NoGames = () => html`
  <div class="panel home-none">
    <p>${t("my_games.none")}</p>
    <a class="button" href="/">${t("my_games.begin")}</a>
  </div>
`;

/** The running games, for the first screen. */
export function RunningGames() {
  const [games] = /** @type {[ListedTable[]|null, () => void]} */ (usePolling("/api/me/games", REFRESH));
  const unfinished = byUrgency((games ?? []).filter(isUnfinished));
  if (!games?.length) return null;
  return html`
    <section class="home-section" aria-labelledby="my-games">
      <div class="home-section-head">
        <h2 id="my-games">${t("my_games.title")}</h2>
        <a href="/games">${t("my_games.all")}</a>
      </div>
      ${
        unfinished.length
          ? html`<ul class="home-cards">
            ${unfinished.slice(0, 3).map((table) => html`<${GameCard} key=${table.code} table=${table} />`)}
          </ul>`
          : html`<p class="home-empty soft">${t("my_games.none_under_way")}</p>`
      }
    </section>
  `;
}
