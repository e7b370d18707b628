// A diagram of the teams: the seats round the table, team mates joined by a line.
import { html } from "../app/html.js";
import { SEATS } from "../app/players.js";
import { MARK_PATHS } from "../board/shapes.js";

/** @param {{teams: string[], caption: string}} props `teams`: the seats of each team */
export function TeamsPicture({ teams, caption }) {
  const seats = SEATS.filter((seat) => teams.some((team) => team.includes(seat)));
  // A sits below, the others follow anti-clockwise.
  const place = (/** @type {string} */ seat) => {
    const angle = (2 * Math.PI * SEATS.indexOf(seat)) / seats.length;
    return { x: 30 * Math.sin(angle), y: 30 * Math.cos(angle) };
  };
  const line = (/** @type {string} */ team) => {
    const points = [...team].map(place).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    return `M${points.join("L")}${team.length > 2 ? "z" : ""}`;
  };
  return html`
    <figure class="teams-picture">
      <svg viewBox="-42 -42 84 84" aria-hidden="true">
        <circle r="38" class="teams-table" />
        ${teams.map((team, at) => html`<path d=${line(team)} class=${`teams-line teams-line-${at}`} />`)}
        ${seats.map((seat) => {
          const { x, y } = place(seat);
          return html`
            <g class=${`seat-${seat.toLowerCase()}`} transform=${`translate(${x} ${y})`}>
              <circle r="9.5" class="teams-seat" />
              <path d=${MARK_PATHS[seat]} transform="translate(0 -3.6) scale(13)" class="teams-mark" />
              <text y="6.6" class="teams-letter">${seat}</text>
            </g>
          `;
        })}
      </svg>
      <figcaption>${caption}</figcaption>
    </figure>
  `;
}
