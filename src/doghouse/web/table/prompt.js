// What to do now, in one line, with the buttons that belong to it.
import { html, useEffect, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { cardName, headName, nameOf, ownersOf, tellEvent, tellPlay } from "../app/phrasing.js";
import { receiverOf } from "../app/players.js";
import { Stuck } from "./fold_notice.js";
import { showRefusal } from "./refusal_notice.js";

/** @param {{model: import("./table_model.js").TableModel}} props */
export function Prompt({ model }) {
  const { chooser } = model;
  return html`
    <div class="prompt">
      <p class="prompt-text" role="status">${text(model)} <${Clock} model=${model} /></p>
      <div class="row prompt-buttons">
        ${
          model.lookedAt
            ? html`<button type="button" class="button back-to-now" onClick=${() => model.backToNow()}>${t("table.back_to_now")}</button>`
            : html`<${Buttons} model=${model} /><${LastRound} model=${model} />`
        }
      </div>
      ${!model.lookedAt && chooser.ambiguous.value.length > 0 && html`<${WhichOne} model=${model} />`}
      <${Stuck} model=${model} />
    </div>
  `;
}

/** @param {import("./table_model.js").TableModel} model */
function text(model) {
  const { chooser } = model;
  const state = model.shown.value;
  const view = state.view;
  const company = model.company;
  const past = model.lookedAt;
  if (past) return tellEvent(past.event, company, ownersOf(past.before));
  if (state.status === "closed") return t("table.closed");
  if (state.status === "over") return t("table.over");
  if (view.phase === "give") return giving(state, company);
  if (view.turn !== state.you) return t("table.others_turn", { name: nameOf(company, view.turn) });
  if (state.stuck) return t("table.stuck");
  if (chooser.partial.value) {
    return chooser.pointsLeft.value
      ? t("table.seven_left", { count: chooser.pointsLeft.value })
      : t("table.seven_done");
  }
  if (chooser.marble.value !== null) return t("table.choose_target");
  if (chooser.card.value !== null) return t("table.choose_marble", { card: cardName(chooser.card.value) });
  return view.received && view.hand.length === view.dealt
    ? t("table.received_play", { card: cardName(view.received) })
    : t("table.choose_card");
}

/** @param {any} state @param {any} company */
function giving(state, company) {
  const view = state.view;
  if (!state.you) return t("table.exchange");
  const to = nameOf(company, receiverOf(view.rules, state.you));
  if (view.has_given.includes(state.you)) return t("table.gave", { card: cardName(view.gave), to });
  return t("prompt.give", { to });
}

/** @param {{model: import("./table_model.js").TableModel}} props */
function Buttons({ model }) {
  const { chooser, socket } = model;
  const state = model.shown.value;
  const view = state.view;
  if (state.status !== "playing" || !state.you) return null;
  if (view.phase === "give") {
    const gave = view.has_given.includes(state.you);
    const back = () => socket.decide("take_back").catch((error) => showRefusal(error, model.company));
    return gave && html`<button type="button" class="button quiet" onClick=${back}>${t("table.take_back")}</button>`;
  }
  if (view.turn !== state.you) return null;
  const others = chooser.card.value === null ? [] : chooser.others();
  return html`
    ${others.map(
      (way) =>
        html`<button type="button" class="button" key=${way.text} data-play=${way.text} onClick=${() => chooser.choose([way])}>${tellPlay(way.play, state.you, model.company, {})}</button>`,
    )}
    ${chooser.canUndo && html`<button type="button" class="button quiet undo" onClick=${() => chooser.undo()}>${t("table.undo")}</button>`}
    ${chooser.canConfirm && html`<button type="button" class="button confirm" onClick=${() => chooser.confirm()}>${t("table.confirm")}</button>`}
  `;
}

/** The way back into a game that one has left, until something is chosen. @param {{model: import("./table_model.js").TableModel}} props */
function LastRound({ model }) {
  if (!model.offersRound.value || model.chooser.canUndo) return null;
  return html`
    <span class="row last-round">
      <button type="button" class="button quiet" onClick=${() => model.replayLastRound()}>${t("table.see_round")}</button>
      <button type="button" class="plain" aria-label=${t("table.dismiss_round")} onClick=${() => (model.offersRound.value = false)}>×</button>
    </span>
  `;
}

/** A joker may mean several things with the same target. @param {{model: import("./table_model.js").TableModel}} props */
function WhichOne({ model }) {
  const { chooser } = model;
  const state = model.shown.value;
  const owners = ownersOf(state.view.marbles);
  return html`
    <div class="which" role="group" aria-label=${t("table.which")}>
      <p>${t("table.which")}</p>
      ${chooser.ambiguous.value.map(
        (
          way,
        ) => html`<button type="button" class="button quiet" key=${way.text} data-play=${way.text} onClick=${() => chooser.choose([way])}>
          ${headName(way.play)}: ${tellPlay(way.play, state.you, model.company, owners)}
        </button>`,
      )}
    </div>
  `;
}

/** @param {{model: import("./table_model.js").TableModel}} props */
function Clock({ model }) {
  const deadline = model.shown.value.deadline;
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.round((deadline - Date.now() - model.socket.ahead) / 1000));
  return html`<span class=${`clock ${left < 10 ? "short" : ""}`} role="timer">${clockText(left)}</span>`;
}

/** @param {number} seconds */
function clockText(seconds) {
  if (seconds >= 86400) return t("table.days", { count: Math.floor(seconds / 86400) });
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
