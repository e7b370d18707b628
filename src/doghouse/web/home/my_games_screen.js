// All games of the person here: those under way, and those that are over.
import { get } from "../app/api.js";
import { askAboutHouse } from "../app/editions.js";
import { html, useEffect, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { useAgain } from "../app/polling.js";
import { Heading, Screen } from "../ui/page_frame.js";
import { CloseTable } from "./close_table.js";
import { byUrgency, GameCard, isUnfinished } from "./game_card.js";

/** @typedef {import("./table_summary.js").ListedTable} ListedTable */

const REFRESH = 10; // seconds
const PAGE = 50; // games that the house lists at once: LISTED_GAMES

export function MyGames() {
  useEffect(askAboutHouse, []);
  const [games, ask] = useAgain("/api/me/games", REFRESH);
  const [all, more] = useMore(games ?? []);
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
              html`<${GameCard} key=${table.code} table=${table}><${CloseTable} code=${table.code} closed=${ask} /><//>`,
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
      ${more && html`<button type="button" class="button quiet" onClick=${more}>${t("my_games.more")}</button>`}
    <//>
  `;
}

/**
 * The games of the first page, which is asked for again and again, and those of further pages that were asked for.
 * @param {ListedTable[]} latest
 * @returns {[ListedTable[], (() => void)|null]} the games, and how to get more of them, if there are any
 */
function useMore(latest) {
  const [known, setKnown] = useState(/** @type {ListedTable[]} */ ([]));
  const [isMore, setMore] = useState(true);
  const codes = new Set(latest.map((table) => table.code));
  const all = [...latest, ...known.filter((table) => !codes.has(table.code))];
  const ask = () =>
    get(`/api/me/games?after=${all[all.length - 1].code}`).then(
      (next) => {
        setKnown([...all, ...next]);
        setMore(next.length === PAGE);
      },
      () => {}, // a house that is away for a moment: ask again
    );
  return [all, isMore && all.length >= PAGE ? ask : null];
}

const NoGames = () => html`
  <div class="panel home-none">
    <p>${t("my_games.none")}</p>
    <a class="button" href="/">${t("my_games.begin")}</a>
  </div>
`;

/** The games under way, for the first screen; nothing where there are none. */
export function GamesUnderWay() {
  const [games] = useAgain("/api/me/games", REFRESH);
  /** @type {ListedTable[]} */
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
