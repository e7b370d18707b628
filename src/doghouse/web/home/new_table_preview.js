// The board of the new table, and its teams.

import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { BoardPicture } from "../board/picture.js";
import { botSeats, isAlone, seatsOf, teamsOf } from "./new_table_options.js";
import { SeatDisc } from "./table_summary.js";

/** @param {{options: import("./new_table_options.js").TableOptions}} props */
export function NewTablePreview({ options }) {
  const bots = botSeats(options);
  const first = options.quick || isAlone(options) ? "0!" : "-";
  const seats = seatsOf(options);
  const marbles = Object.fromEntries(seats.map((seat) => [seat, [first, "-", "-", "-"].map((place) => seat + place)]));
  /** @param {string} seat */
  const who = (seat) => {
    if (bots.includes(seat)) return t(`level.${options.level}`);
    return seat === "A" && options.plays ? t("home.you") : t("home.free_seat");
  };
  return html`
    <div class="home-preview">
      <${BoardPicture} sections=${options.players > 4 ? 6 : 4} seats=${seats} marbles=${marbles} />
      <ul class="home-teams" aria-label=${t("new_table.who_with_whom")}>
        ${teamsOf(options).map(
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
