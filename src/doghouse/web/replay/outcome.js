// The result of a game: winners and standings.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Outcome } from "../app/protocol.js" */
import { html } from "../app/html.js";
import { listText, t } from "../app/i18n.js";
import { MARKS, teamOf } from "../app/players.js";

/** @param {Outcome} outcome @param {Company} company */
export function outcomeText({ winners }, { seating, names, you }) {
  const winnerNames = listText(winners.map((seat) => names[seat]));
  if (winners.length > teamOf(seating, winners[0]).length) return t("outcome.tie", { winners: winnerNames });
  if (you && winners.includes(you)) {
    const mates = listText(winners.filter((seat) => seat !== you).map((seat) => names[seat]));
    return mates ? t("outcome.your_team_wins", { mates }) : t("outcome.you_win");
  }
  return t(winners.length > 1 ? "outcome.team_wins" : "outcome.wins", { winners: winnerNames });
}

/** The winners' marbles, all at home. @param {{outcome: Outcome}} props */
export function WinnersMarbles({ outcome }) {
  return html`
    <div class="won-plank" aria-hidden="true">
      ${outcome.winners.map(
        (seat, nth) => html`
          <span key=${seat} class=${`won-finish seat-${seat.toLowerCase()}`}>
            ${[0, 1, 2, 3].map(
              (place) => html`
                <span class="won-hole" key=${place}>
                  <span class="won-marble" style=${{ "--wait": `${nth * 4 + 3 - place}` }}>${MARKS[seat]}</span>
                </span>
              `,
            )}
          </span>
        `,
      )}
    </div>
  `;
}

/** @param {{outcome: Outcome, company: Company}} props */
export function Standings({ outcome, company }) {
  return html`
    <ol class="standings">
      ${outcome.standings.map(({ team, finished, to_go }) => {
        const won = outcome.winners.includes(team[0]);
        const all = 4 * team.length;
        return html`
          <li key=${team.join("")} class=${won ? "won" : ""}>
            <span class="standing-names">
              ${team.map(
                (seat) => html`
                  <span key=${seat} class=${`standing-name seat-${seat.toLowerCase()}`}>
                    <span class="disc" aria-hidden="true">${MARKS[seat]}</span>${company.names[seat]}
                  </span>
                `,
              )}
            </span>
            <span class="standing-marbles" aria-hidden="true">
              ${Array.from({ length: all }, (_, nth) => html`<span key=${nth} class=${nth < finished ? "in" : ""}></span>`)}
            </span>
            <span class="standing-text small">
              ${t("after.in_finish", { finished, marbles: all })}${to_go > 0 && html`<span class="soft"> · ${t("after.to_go", { count: to_go })}</span>`}
            </span>
          </li>
        `;
      })}
    </ol>
  `;
}
