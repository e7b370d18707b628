// The quick guide: what one forgets during a game, on one card.
/** @import { Rules } from "../app/protocol.js" */
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { path } from "../app/router.js";
import { Pictogram, SmallCard } from "./pictograms.js";

/** The cards that do the same stand together. @type {[string, string[], string][]} name, cards, picture */
const CARDS = [
  ["out", ["A", "K"], "A"],
  ["number", ["2", "Q"], "n"],
  ["four", ["4"], "4"],
  ["seven", ["7"], "7"],
  ["jack", ["J"], "J"],
  ["joker", ["X"], "X"],
];

/** What to know besides the cards, with the rule that says more. */
const NOTES = [
  ["exchange", "R4"],
  ["start", "R7.1"],
  ["home", "R7.3"],
  ["finish", "R8"],
  ["must", "R5"],
];

/**
 * @param {{rules?: Rules, level?: 2|3}} props with the `rules` of a game only what concerns it is shown;
 *   `level` is that of the heading
 */
export function QuickGuide({ rules, level = 3 }) {
  const alone = rules ? rules.teams === "none" : null;
  const notes = [
    ...NOTES,
    ...(alone !== true ? [["partner", "R11"]] : []),
    ...(alone !== false ? [["alone", "R13"]] : []),
  ];
  // From a game the rules open in another tab.
  const target = path.value.startsWith("/t/") ? "_blank" : undefined;
  const heading = level === 2 ? "h2" : "h3";
  return html`
    <section class="guide" aria-label=${t("guide.title")}>
      <div class="guide-head">
        <${heading}>${t("guide.title")}</${heading}>
        ${path.value !== "/rules" && html`<a href="/rules" target=${target}>${t("guide.all_rules")}</a>`}
      </div>
      <ul class="guide-cards">
        ${CARDS.map(
          ([name, cards, picture]) => html`
            <li key=${name}>
              <span class="guide-faces">
                ${cards.map((card, at) => html`${name === "number" && at === 1 ? html`<b aria-hidden="true">…</b>` : ""}<${SmallCard} card=${card} />`)}
                <${Pictogram} card=${picture} />
              </span>
              <span><span class="only-spoken">${spoken(name, cards)}: </span>${t(`guide.${name}`)}</span>
            </li>
          `,
        )}
      </ul>
      <dl class="guide-notes">
        ${notes.map(
          ([name, rule]) => html`
            <div key=${name}>
              <dt><a href=${`/rules#${rule}`} target=${target}>${t(`guide.${name}`)}</a></dt>
              <dd>${t(`guide.${name}_text`)}</dd>
            </div>
          `,
        )}
      </dl>
    </section>
  `;
}

/** @param {string} name @param {string[]} cards */
const spoken = (name, cards) =>
  name === "number" ? `2, 3, 5, 6, 8, 9, 10, ${t("card.Q")}` : cards.map((card) => t(`card.${card}`)).join(", ");
