// A table in a list: what is played there, and who sits where.
/** @import { ListedTable } from "../app/protocol.js" */

import { editionTitle } from "../app/editions.js";
import { html } from "../app/html.js";
import { language, t } from "../app/i18n.js";
import { LEVELS, MARKS } from "../app/players.js";
import { PACES } from "./new_table_options.js";

/** @param {number|null} pace */
export const paceText = (pace) =>
  PACES.includes(pace) ? t(`home.pace_${pace ?? "none"}`) : t("home.pace_seconds", { count: pace });

/** @param {string} teams */
export const teamsText = (teams) => t(`home.teams_${teams}`);

/** Edition, players, teams and pace in one line. @param {ListedTable} table */
export function summaryText({ edition, rules, pace }) {
  const facts = [editionTitle(edition), t("home.players", { count: rules.players }), teamsText(rules.teams)];
  if (pace !== null) facts.push(paceText(pace));
  return facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · "); // lines break between facts
}

/** The name of a player; bots are called by their level. @param {string|null} name */
export function nameText(name) {
  if (name === null) return t("home.free_seat");
  if (LEVELS.includes(name)) return t(`level.${name}`);
  return name || t("home.nameless");
}

/** @param {{seat: string}} props */
export const SeatDisc = ({ seat }) => html`
  <span class="disc seat-${seat.toLowerCase()}" aria-hidden="true">${MARKS[seat]}</span>
`;

/** @param {{table: ListedTable}} props */
export const SeatNames = ({ table }) => html`
  <ul class="home-seats" aria-label=${t("home.seats")}>
    ${Object.entries(table.seats).map(
      ([seat, name]) => html`
        <li key=${seat} class=${name === null ? "free" : seat === table.you ? "you" : ""}>
          <${SeatDisc} seat=${seat} /><span>${seat === table.you ? t("home.you") : nameText(name)}</span>
        </li>
      `,
    )}
  </ul>
`;

const STEPS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]);

/** How long ago a time was. @param {number} at in milliseconds */
export function agoText(at) {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const words = new Intl.RelativeTimeFormat(language.value, { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return words.format(0, "second");
}
