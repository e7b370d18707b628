// The menu of a table: rules, invitation, another device, settings, handing seats to bots, closing.
/** @import { MoveLink, Seat } from "../app/protocol.js" */
/** @import { TableModel } from "./table_model.js" */
import { post } from "../app/api.js";
import { fieldValue, html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { LEVELS } from "../app/players.js";
import { Settings } from "../home/settings_screen.js";
import { QuickGuide } from "../learn/quick_guide.js";
import { Invite } from "../ui/invite.js";

/** @param {{model: TableModel, onDone: () => void}} props */
export function TableMenu({ model, onDone }) {
  const { about, socket, state } = model;
  const [part, setPart] = useState("");
  const [link, setLink] = useState(/** @type {MoveLink|null} */ (null));
  const moveSeat = async () => {
    setLink(await post(`/api/tables/${socket.code}/move`));
    setPart("move");
  };
  const close = async () => {
    if (confirm(t("table.close_sure")) && (await model.act("close", {}))) onDone();
  };
  if (part === "guide") return html`<${QuickGuide} rules=${about.rules} />`;
  if (part === "settings") return html`<div class="stack"><${Settings} /></div>`;
  if (part === "invite") return html`<${Invite} code=${socket.code} about=${about} />`;
  if (part === "move" && link) {
    return html`<div class="stack">
      <h3>${t("table.move_seat")}</h3>
      <p>${t("table.move_text", { count: Math.round(link.seconds / 60) })}</p>
      <img class="qr" src=${link.qr} alt=${t("table.move_qr")} width="220" height="220" />
      <p class="small link-text"><a href=${link.link}>${link.link}</a></p>
    </div>`;
  }
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, className = "") => html`
    <button type="button" class=${`button quiet wide ${className}`} onClick=${act}>${text}</button>
  `;
  const isPlaying = state.status === "playing";
  const people = Object.entries(state.seats).filter(
    ([seat, { kind }]) => kind === "person" && (socket.host.value || seat === state.you),
  );
  return html`
    <div class="stack menu">
      ${button(t("table.quick_guide"), () => setPart("guide"))}
      <a class="button quiet wide" href="/rules" target="_blank">${t("table.rules")}</a>
      ${button(t("table.invite"), () => setPart("invite"))}
      ${state.you && button(t("table.move_seat"), moveSeat)}
      ${button(t("table.settings"), () => setPart("settings"))}
      ${
        isPlaying &&
        people.length > 0 &&
        html`<details>
          <summary>${t("table.hand_over_seat")}</summary>
          <div class="stack">
            ${people.map(([seat]) => html`<${HandOver} key=${seat} seat=${seat} model=${model} onDone=${onDone} />`)}
          </div>
        </details>`
      }
      ${socket.host.value && isPlaying && button(t("table.close"), close, "bad")}
      <details class="small">
        <summary>${t("table.fairness")}</summary>
        <p>${t("table.fairness_text")}</p>
        <p class="commitment"><code>${about.commitment}</code></p>
      </details>
    </div>
  `;
}

/** @param {{seat: Seat, model: TableModel, onDone: () => void}} props */
function HandOver({ seat, model, onDone }) {
  const isOwn = seat === model.state.you;
  const handOver = async (/** @type {Event} */ event) => {
    const level = fieldValue(event);
    if (level && (await model.act("bot", { seat, level }))) onDone();
  };
  return html`
    <label class="labelled">
      ${isOwn ? t("table.hand_over_own") : t("table.hand_over", { name: model.company.names[seat] })}
      <select class="text-input" value="" onChange=${handOver}>
        <option value="">–</option>
        ${LEVELS.map((level) => html`<option value=${level}>${t(`level.${level}`)}</option>`)}
      </select>
    </label>
  `;
}
