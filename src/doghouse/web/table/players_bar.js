// The players: names, team mates, cards left, and who is to move, deals, has folded or is away.
/** @import { TableModel } from "./table_model.js" */
import { html } from "../app/html.js";
import { listText, t } from "../app/i18n.js";
import { nameOf } from "../app/phrasing.js";
import { MARKS, matesOf } from "../app/players.js";

/** @param {{model: TableModel}} props */
export function Players({ model }) {
  const { seats } = model.about.seating;
  const first = Math.max(0, seats.indexOf(model.state.you ?? seats[0]));
  return html`
    <ol class="players">
      ${[...seats.slice(first), ...seats.slice(0, first)].map(
        (seat) => html`<${Player} key=${seat} seat=${seat} model=${model} />`,
      )}
    </ol>
  `;
}

/** @param {{seat: string, model: TableModel}} props */
function Player({ seat, model }) {
  const { company, state, view } = model;
  const { by, kind } = state.seats[seat];
  const mates = matesOf(company.seating, seat);
  const isMate = mates.includes(state.you ?? "");
  const isOut = seat in view.laid_down;
  const isDeciding =
    state.status === "playing" && (view.phase === "give" ? !view.has_given.includes(seat) : view.turn === seat);
  const isHere = kind === "bot" || model.socket.presence.value.seats.includes(seat);
  const bubble = model.bubbles.value[seat];
  const absence = by === "stand-in" ? t("table.stand_in") : !isHere && t("table.away");
  const classes = [
    "player",
    `seat-${seat.toLowerCase()}`,
    isDeciding && "deciding",
    isOut && "out",
    !isHere && "away",
    isMate && "mate",
  ];
  const facts = [
    isDeciding && t("table.to_move"),
    isOut && t("panel.out"),
    seat === view.dealer && t("table.dealer"),
    isMate && t("table.team_mate"),
    mates.length > 0 && t("table.with", { seats: listText(mates.map((mate) => nameOf(company, mate))) }),
    !isHere && t("table.away"),
    by === "stand-in" && t("table.stand_in"),
  ];
  return html`
    <li class=${classes.filter(Boolean).join(" ")} aria-current=${isDeciding ? "true" : undefined}>
      <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
      <span class="player-name">${seat === state.you ? t("seat.you") : company.names[seat]}</span>
      <span class="cards-left" role="img" aria-label=${t("panel.cards", { count: view.cards[seat] })}>
        ${view.cards[seat]}
      </span>
      ${seat === view.dealer && html`<span class="dealer" aria-hidden="true" title=${t("table.dealer")}>D</span>`}
      ${
        (mates.length > 0 || absence) &&
        html`<span class="player-notes" aria-hidden="true">
          ${
            mates.length > 0 &&
            html`<span class="mates">
              ${t("table.with", { seats: "" })}${mates.map(
                (mate) => html`<span key=${mate} class=${`disc seat-${mate.toLowerCase()}`}>${MARKS[mate]}</span>`,
              )}
            </span>`
          }
          ${absence && html`<span class="absence">${absence}</span>`}
        </span>`
      }
      <span class="only-spoken">${facts.filter(Boolean).join(", ")}</span>
      ${bubble && html`<span class="bubble">${bubble}</span>`}
    </li>
  `;
}
