// What else can be done at a table: invite, move to another device, hand seats to bots, look things up.

import { post } from "../app/api.js";
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { LEVELS } from "../app/players.js";
import { Settings } from "../home/settings_screen.js";
import { QuickGuide } from "../learn/quick_guide.js";
import { Invite } from "../ui/invite.js";
import { showRefusal } from "./refusal_notice.js";

/** @param {{model: import("./table_model.js").TableModel, onDone: () => void}} props */
export function TableMenu({ model, onDone }) {
  const { socket } = model;
  const state = model.shown.value;
  const [part, setPart] = useState("");
  const [move, setMove] = useState(/** @type {any} */ (null));
  const act = (/** @type {string} */ kind, /** @type {any} */ fields = {}) =>
    socket.act(kind, fields).then(onDone, (error) => showRefusal(error, model.company));
  const makeMove = async () => {
    setMove(await post(`/api/tables/${socket.code}/move`));
    setPart("move");
  };
  if (part === "guide") return html`<${QuickGuide} rules=${socket.about.value.rules} />`;
  if (part === "settings") return html`<div class="stack"><${Settings} /></div>`;
  if (part === "invite") return html`<${Invite} code=${socket.code} about=${socket.about.value} />`;
  if (part === "move" && move) {
    return html`<div class="stack">
      <h3>${t("table.move_seat")}</h3>
      <p>${t("table.move_text", { count: Math.round(move.seconds / 60) })}</p>
      <img class="qr" src=${move.qr} alt=${t("table.move_qr")} width="220" height="220" />
      <p class="small link-text"><a href=${move.link}>${move.link}</a></p>
    </div>`;
  }
  const people = Object.entries(state.seats).filter(
    ([seat, shown]) => /** @type {any} */ (shown).kind === "person" && (socket.host.value || seat === state.you),
  );
  return html`
    <div class="stack menu">
      <button type="button" class="button quiet wide" onClick=${() => setPart("guide")}>${t("table.quick_guide")}</button>
      <a class="button quiet wide" href="/rules" target="_blank">${t("table.rules")}</a>
      <button type="button" class="button quiet wide" onClick=${() => setPart("invite")}>${t("table.invite")}</button>
      ${state.you && html`<button type="button" class="button quiet wide" onClick=${makeMove}>${t("table.move_seat")}</button>`}
      <button type="button" class="button quiet wide" onClick=${() => setPart("settings")}>${t("table.settings")}</button>
      ${
        state.status === "playing" &&
        people.length > 0 &&
        html`<details>
        <summary>${t("table.hand_over_seat")}</summary>
        <div class="stack">${people.map(([seat]) => html`<${HandOver} key=${seat} seat=${seat} model=${model} act=${act} />`)}</div>
      </details>`
      }
      ${
        socket.host.value &&
        state.status === "playing" &&
        html`<button type="button" class="button quiet wide bad" onClick=${() => confirm(t("table.close_sure")) && act("close")}>${t("table.close")}</button>`
      }
      <details class="small">
        <summary>${t("table.fairness")}</summary>
        <p>${t("table.fairness_text")}</p>
        <p class="commitment"><code>${socket.about.value.commitment}</code></p>
      </details>
    </div>
  `;
}

/** @param {{seat: string, model: import("./table_model.js").TableModel, act: Function}} props */
function HandOver({ seat, model, act }) {
  const isOwn = seat === model.shown.value.you;
  return html`
    <label class="labelled">
      ${isOwn ? t("table.hand_over_own") : t("table.hand_over", { name: model.company.names[seat] })}
      <select class="text-input" value="" onChange=${(/** @type {any} */ event) => event.target.value && act("bot", { seat, level: event.target.value })}>
        <option value="">–</option>
        ${LEVELS.map((level) => html`<option value=${level}>${t(`level.${level}`)}</option>`)}
      </select>
    </label>
  `;
}
