// The board of the table that is being set up, and who plays with whom.

import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { seatsOf } from "../app/players.js";
import { BoardPicture } from "../board/picture.js";
import { allTeams, botSeats, isAlone } from "./new_table_options.js";
import { SeatDisc } from "./table_summary.js";

/** @param {{wishes: import("./new_table_options.js").Wishes}} shown */
export function NewTablePicture({ wishes }) {
  const bots = botSeats(wishes);
  const first = wishes.quick || isAlone(wishes) ? "0!" : "-";
  const marbles = Object.fromEntries(
    seatsOf({ players: wishes.players }).map((seat) => [seat, [first, "-", "-", "-"].map((place) => seat + place)]),
  );
  /** @param {string} seat */
  const who = (seat) => {
    if (bots.includes(seat)) return t(`level.${wishes.level}`);
    return seat === "A" && wishes.plays ? t("home.you") : t("home.free_seat");
  };
  return html`
    <div class="home-preview">
      <${BoardPicture} players=${wishes.players} marbles=${marbles} />
      <ul class="home-teams" aria-label=${t("new_table.who_with_whom")}>
        ${allTeams(wishes).map(
          (team) => html`
            <li key=${team.join("")}>
              ${team.map((seat) => html`<span key=${seat} class="home-mate"><${SeatDisc} seat=${seat} />${who(seat)}</span>`)}
            </li>
          `,
        )}
      </ul>
    </div>
  `;
}
