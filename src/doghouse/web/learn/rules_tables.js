// The two tables of the rules: what each card does (R6), and the printed editions (R14).
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { CARD_ROWS, Pictogram, SmallCard } from "./pictograms.js";
import { prose } from "./rule_links.js";

export const CardTable = () => html`
  <table class="card-table">
    <thead class="only-spoken">
      <tr><th scope="col">${t("rules.card")}</th><th scope="col">${t("rules.card_does")}</th></tr>
    </thead>
    <tbody>
      ${CARD_ROWS.map(
        (card) => html`
          <tr key=${card}>
            <th scope="row">
              <span class="card-table-card"><${SmallCard} card=${card} /><${Pictogram} card=${card} /></span>
              <span class="card-table-name">${card === "n" ? "2 3 5 6 8 9 10" : t(`card.${card}`)}</span>
            </th>
            <td>${prose(t(`rules.R6.${card}`))}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

const EDITIONS = ["XL", "XS", "Dog", "Kings"];
/** What the editions say, line by line; keys of the catalogue, or as it stands. @type {[string, string[]][]} */
const LINES = [
  ["players", ["2–6", "2–4", "2–6", "2–6"]],
  ["dealer", ["R14.moves", "R14.moves", "R14.moves", "R14.stays"]],
  ["exchange", ["R14.draw", "R14.draw", "R14.pass", "R14.pass"]],
  ["die", ["R14.yes", "R14.no", "R14.yes", "R14.no"]],
];

// Explicit roles: on a phone the rows are laid out as blocks, and some screen readers then drop the implicit ones.
export const EditionTable = () => html`
  <table class="edition-table" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col"><span class="only-spoken">${t("rules.R14.edition")}</span></th>
        ${EDITIONS.map((name) => html`<th role="columnheader" scope="col" key=${name}>${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${LINES.map(
        ([line, values]) => html`
          <tr role="row" key=${line}>
            <th role="rowheader" scope="row">${prose(t(`rules.R14.${line}`))}</th>
            ${values.map((value) => html`<td role="cell">${value.startsWith("R14.") ? t(`rules.${value}`) : value}</td>`)}
          </tr>
        `,
      )}
    </tbody>
  </table>
`;
