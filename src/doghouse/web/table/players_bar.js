// Who plays: names, cards left, whose turn it is, who deals, who has laid down.
import { html } from "../app/ui.js";
import { t } from "../app/i18n.js";
import { MARKS, seatsOf, teamOf } from "../app/players.js";

/** @param {{model: import("./model.js").TableModel}} props */
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
      ${seats.map((seat) => html`<${Player} key=${seat} seat=${seat} name=${names[seat]} model=${model} mate=${state.you && seat !== state.you && teamOf(rules, state.you).includes(seat)} />`)}
    </ol>
  `;
}

/** @param {{seat: string, name: string, model: import("./model.js").TableModel, mate: boolean}} props */
function Player({ seat, name, model, mate }) {
  const state = model.shown.value;
  const view = state.view;
  const shown = state.seats[seat];
  const out = seat in view.laid_down;
  const deciding = state.status === "playing" && (view.phase === "give" ? !view.has_given.includes(seat) : view.turn === seat);
  const here = shown.kind === "bot" || model.socket.presence.value.seats.includes(seat);
  const said = model.bubbles.value[seat];
  const facts = [
    deciding && t("table.to_move"),
    out && t("panel.out"),
    seat === view.dealer && t("table.dealer"),
    mate && t("table.team_mate"),
    !here && t("table.away"),
    shown.by === "stand-in" && t("table.stand_in"),
  ].filter(Boolean);
  return html`
    <li class=${`player seat-${seat.toLowerCase()} ${deciding ? "deciding" : ""} ${out ? "out" : ""} ${here ? "" : "away"} ${mate ? "mate" : ""}`} aria-current=${deciding ? "true" : undefined}>
      <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
      <span class="player-name">${seat === state.you ? t("seat.you") : name}</span>
      <span class="cards-left" role="img" aria-label=${t("panel.cards", { count: view.cards[seat] })}>${view.cards[seat]}</span>
      ${seat === view.dealer && html`<span class="dealer" aria-hidden="true" title=${t("table.dealer")}>D</span>`}
      ${shown.by === "stand-in"
        ? html`<span class="stand-in" aria-hidden="true">${t("table.stand_in")}</span>`
        : !here && html`<span class="gone" aria-hidden="true">zz</span>`}
      <span class="only-spoken">${facts.join(", ")}</span>
      ${said && html`<span class="bubble">${said}</span>`}
    </li>
  `;
}
