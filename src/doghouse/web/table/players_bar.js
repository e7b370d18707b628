// Who plays: names, with whom, cards left, whose turn it is, who deals, who has laid down or is away.
import { html } from "../app/html.js";
import { listed, t } from "../app/i18n.js";
import { nameOf } from "../app/phrasing.js";
import { MARKS, seatsOf, teamOf } from "../app/players.js";

/** @param {{model: import("./table_model.js").TableModel}} props */
export function Players({ model }) {
  const { socket } = model;
  const state = model.shown.value;
  const rules = socket.about.value.rules;
  const names = model.company.names;
  const all = seatsOf(rules);
  const first = Math.max(0, all.indexOf(state.you ?? all[0]));
  const seats = [...all.slice(first), ...all.slice(0, first)];
  return html`
    <ol class="players">
      ${seats.map((seat) => html`<${Player} key=${seat} seat=${seat} name=${names[seat]} model=${model} mates=${teamOf(rules, seat).filter((other) => other !== seat)} />`)}
    </ol>
  `;
}

/** @param {{seat: string, name: string, model: import("./table_model.js").TableModel, mates: string[]}} props */
function Player({ seat, name, model, mates }) {
  const state = model.shown.value;
  const view = state.view;
  const shown = state.seats[seat];
  const out = seat in view.laid_down;
  const deciding =
    state.status === "playing" && (view.phase === "give" ? !view.has_given.includes(seat) : view.turn === seat);
  const here = shown.kind === "bot" || model.socket.presence.value.seats.includes(seat);
  const said = model.bubbles.value[seat];
  const gone = shown.by === "stand-in" ? t("table.stand_in") : !here && t("table.away");
  const facts = [
    deciding && t("table.to_move"),
    out && t("panel.out"),
    seat === view.dealer && t("table.dealer"),
    mates.includes(state.you ?? "") && t("table.team_mate"),
    mates.length > 0 && t("table.with", { seats: listed(mates.map((mate) => nameOf(model.company, mate))) }),
    !here && t("table.away"),
    shown.by === "stand-in" && t("table.stand_in"),
  ].filter(Boolean);
  return html`
    <li class=${`player seat-${seat.toLowerCase()} ${deciding ? "deciding" : ""} ${out ? "out" : ""} ${here ? "" : "away"} ${mates.includes(state.you ?? "") ? "mate" : ""}`} aria-current=${deciding ? "true" : undefined}>
      <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
      <span class="player-name">${seat === state.you ? t("seat.you") : name}</span>
      <span class="cards-left" role="img" aria-label=${t("panel.cards", { count: view.cards[seat] })}>${view.cards[seat]}</span>
      ${seat === view.dealer && html`<span class="dealer" aria-hidden="true" title=${t("table.dealer")}>D</span>`}
      ${
        (mates.length > 0 || gone) &&
        html`<span class="player-notes" aria-hidden="true">
        ${mates.length > 0 && html`<span class="mates">${t("table.with", { seats: "" })}${mates.map((mate) => html`<span key=${mate} class=${`disc seat-${mate.toLowerCase()}`}>${MARKS[mate]}</span>`)}</span>`}
        ${gone && html`<span class="gone">${gone}</span>`}
      </span>`
      }
      <span class="only-spoken">${facts.join(", ")}</span>
      ${said && html`<span class="bubble">${said}</span>`}
    </li>
  `;
}
