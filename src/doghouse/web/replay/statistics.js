// Statistics of a game: charts, and all numbers in a table.
/** @import { Company } from "../app/phrasing.js" */
/** @import { SeatStatistics } from "../app/protocol.js" */
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { cardName } from "../app/phrasing.js";
import { MARKS } from "../app/players.js";

const CARDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];

/**
 * @typedef {(of: SeatStatistics) => number} Count
 * @typedef {{statistics: Record<string, SeatStatistics>, company: Company}} Props
 */

/** The charts. @type {[string, Count][]} */
const CHARTS = [
  ["sent_home", (of) => of.sent_home],
  ["was_sent_home", (of) => of.was_sent_home],
  ["fields", (of) => of.forwards + of.backwards],
  ["brought_in", (of) => of.brought_in],
  ["folds", (of) => of.folds],
  ["jokers", (of) => of.jokers],
];

/** The rows of the table. @type {[string, Count][]} */
const TABLE_ROWS = [
  ["sent_home", (of) => of.sent_home],
  ["sent_home_own", (of) => of.sent_home_own],
  ["was_sent_home", (of) => of.was_sent_home],
  ["fields", (of) => of.forwards + of.backwards],
  ["backwards", (of) => of.backwards],
  ["out", (of) => of.out],
  ["brought_in", (of) => of.brought_in],
  ["swaps", (of) => of.swaps],
  ["sevens", (of) => of.sevens],
  ["sevens_split", (of) => of.sevens_split],
  ["folds", (of) => of.folds],
  ["laid_down", (of) => of.laid_down],
  ["took", (of) => of.took],
  ["lost", (of) => of.lost],
];

/** @param {Props} props */
export function Statistics({ statistics, company }) {
  return html`
    <div class="statistics">
      <div class="measures">
        ${CHARTS.map(([name, count]) => html`<${Measure} key=${name} name=${name} count=${count} statistics=${statistics} company=${company} />`)}
      </div>
      <${RanksPicture} statistics=${statistics} company=${company} />
      <details>
        <summary class="button quiet">${t("after.all_numbers")}</summary>
        <${NumbersTable} statistics=${statistics} company=${company} />
      </details>
    </div>
  `;
}

/** @param {Props & {name: string, count: Count}} props */
function Measure({ name, count, statistics, company }) {
  const { seats } = company.seating;
  const max = Math.max(1, ...seats.map((seat) => count(statistics[seat])));
  return html`
    <figure class="measure">
      <figcaption>${t(`after.${name}`)}</figcaption>
      <ul>
        ${seats.map(
          (seat) => html`
            <li key=${seat} class=${`seat-${seat.toLowerCase()}`}>
              <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
              <span class="only-spoken">${company.names[seat]}: </span>
              <span class="bar" aria-hidden="true"><span style=${{ "--part": count(statistics[seat]) / max }}></span></span>
              <span class="count">${count(statistics[seat])}</span>
            </li>
          `,
        )}
      </ul>
    </figure>
  `;
}

/** The cards that everyone played; the numbers are in the table. @param {Props} props */
function RanksPicture({ statistics, company }) {
  const { seats } = company.seating;
  const max = Math.max(1, ...seats.flatMap((seat) => Object.values(statistics[seat].cards)));
  return html`
    <figure class="measure ranks" aria-hidden="true">
      <figcaption>${t("after.cards")}</figcaption>
      ${seats.map(
        (seat) => html`
          <div key=${seat} class=${`ranks-row seat-${seat.toLowerCase()}`}>
            <span class="disc">${MARKS[seat]}</span>
            ${CARDS.map((card) => {
              const count = statistics[seat].cards[card] ?? 0;
              return html`<span key=${card} class="column" title=${`${company.names[seat]}, ${cardName(card)}: ${count}`}><span style=${{ "--part": count / max }}></span></span>`;
            })}
          </div>
        `,
      )}
      <div class="ranks-row axis">
        <span class="disc"></span>
        ${CARDS.map((card) => html`<span key=${card}>${card === "X" ? "★" : card}</span>`)}
      </div>
    </figure>
  `;
}

/** @param {Props} props */
function NumbersTable({ statistics, company }) {
  const { seats } = company.seating;
  const alone = company.rules.teams === "none";
  const rows = TABLE_ROWS.filter(([name]) => alone || !["took", "lost"].includes(name));
  const row = (/** @type {string} */ title, /** @type {Count} */ count) => html`
    <tr key=${title}>
      <th scope="row">${title}</th>
      ${seats.map((seat) => html`<td key=${seat}>${count(statistics[seat])}</td>`)}
    </tr>
  `;
  return html`
    <div class="numbers">
      <table>
        <caption class="only-spoken">${t("after.statistics")}</caption>
        <thead>
          <tr>
            <td></td>
            ${seats.map(
              (seat) => html`
                <th key=${seat} scope="col" class=${`seat-${seat.toLowerCase()}`}>
                  <span class="disc" aria-hidden="true">${MARKS[seat]}</span><span class="column-name">${company.names[seat]}</span>
                </th>
              `,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(([name, count]) => row(t(`after.${name}`), count))}
        </tbody>
        <tbody>
          <tr><th scope="rowgroup" colspan=${seats.length + 1}>${t("after.cards")}</th></tr>
          ${CARDS.map((card) => row(cardName(card), (of) => of.cards[card] ?? 0))}
        </tbody>
      </table>
    </div>
  `;
}
