// What to do now, in one line, with the buttons for it.
/** @import { TableModel } from "./table_model.js" */
import { html, useEffect, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { cardName, eventText, headName, nameOf, ownersOf, playText } from "../app/phrasing.js";
import { FoldNotice } from "./fold_notice.js";

/** @param {{model: TableModel}} props */
export function Prompt({ model }) {
  const { builder, viewedEntry } = model;
  return html`
    <div class="prompt">
      <p class="prompt-text" role="status">${promptText(model)} <${Clock} model=${model} /></p>
      <div class="row prompt-buttons">
        ${
          viewedEntry
            ? html`<button type="button" class="button back-to-now" onClick=${() => model.backToNow()}>
                ${t("table.back_to_now")}
              </button>`
            : html`<${Buttons} model=${model} /><${LastRound} model=${model} />`
        }
      </div>
      ${!viewedEntry && builder.ambiguous.value.length > 0 && html`<${WhichOption} model=${model} />`}
      <${FoldNotice} model=${model} />
    </div>
  `;
}

/** @param {TableModel} model */
function promptText(model) {
  const { builder, company, state, view, viewedEntry } = model;
  if (viewedEntry) return eventText(viewedEntry.event, company, ownersOf(viewedEntry.before));
  if (state.status === "closed") return t("table.closed");
  if (state.status === "over") return t("table.over");
  if (view.phase === "give") return giveText(model);
  if (view.turn !== state.you) return t("table.others_turn", { name: nameOf(company, view.turn ?? "") });
  if (state.stuck) return t("table.stuck");
  if (builder.partial.value) {
    return builder.pointsLeft.value
      ? t("table.seven_left", { count: builder.pointsLeft.value })
      : t("table.seven_done");
  }
  if (builder.marble.value !== null) return t("table.choose_target");
  if (builder.card.value !== null) return t("table.choose_marble", { card: cardName(builder.card.value) });
  return view.received && view.hand?.length === view.dealt
    ? t("table.received_play", { card: cardName(view.received) })
    : t("table.choose_card");
}

/** @param {TableModel} model */
function giveText({ company, view }) {
  const { seating, you } = company;
  if (!you) return t("table.exchange");
  const to = nameOf(company, seating.receivers[you]);
  return view.has_given.includes(you)
    ? t("table.gave", { card: cardName(view.gave ?? ""), to })
    : t("prompt.give", { to });
}

/** @param {{model: TableModel}} props */
function Buttons({ model }) {
  const { builder, socket, state, view } = model;
  const { you } = state;
  if (state.status !== "playing" || !you) return null;
  if (view.phase === "give") {
    const takeBack = () => model.act("take_back", { after: socket.number.value });
    return (
      view.has_given.includes(you) &&
      html`<button type="button" class="button quiet" onClick=${takeBack}>${t("table.take_back")}</button>`
    );
  }
  if (view.turn !== you) return null;
  const others = builder.card.value === null ? [] : builder.others();
  return html`
    ${others.map(
      (option) => html`
        <button
          type="button"
          class="button"
          key=${option.text}
          data-play=${option.text}
          onClick=${() => builder.choose([option])}
        >
          ${playText(option.play, you, model.company, {})}
        </button>
      `,
    )}
    ${
      builder.canUndo &&
      html`<button type="button" class="button quiet undo" onClick=${() => builder.undo()}>${t("table.undo")}</button>`
    }
    ${
      builder.canConfirm &&
      html`<button type="button" class="button confirm" onClick=${() => builder.confirm()}>${t("table.confirm")}</button>`
    }
  `;
}

/** Offers the last round to whoever comes back, until something is chosen. @param {{model: TableModel}} props */
function LastRound({ model }) {
  if (!model.offersRound.value || model.builder.canUndo) return null;
  const dismiss = () => {
    model.offersRound.value = false;
  };
  return html`
    <span class="row last-round">
      <button type="button" class="button quiet" onClick=${() => model.replayLastRound()}>${t("table.see_round")}</button>
      <button type="button" class="plain" aria-label=${t("table.dismiss_round")} onClick=${dismiss}>×</button>
    </span>
  `;
}

/** A joker may mean several things with the same target. @param {{model: TableModel}} props */
function WhichOption({ model }) {
  const { builder, company, state, view } = model;
  const owners = ownersOf(view.marbles);
  return html`
    <div class="which" role="group" aria-label=${t("table.which")}>
      <p>${t("table.which")}</p>
      ${builder.ambiguous.value.map(
        (option) => html`
          <button
            type="button"
            class="button quiet"
            key=${option.text}
            data-play=${option.text}
            onClick=${() => builder.choose([option])}
          >
            ${headName(option.play)}: ${playText(option.play, state.you ?? "", company, owners)}
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {{model: TableModel}} props */
function Clock({ model }) {
  const { deadline } = model.state;
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.round((deadline - Date.now() - model.socket.clockOffset) / 1000));
  return html`<span class=${`clock ${left < 10 ? "short" : ""}`} role="timer">${clockText(left)}</span>`;
}

/** @param {number} seconds */
function clockText(seconds) {
  if (seconds >= 86400) return t("table.days", { count: Math.floor(seconds / 86400) });
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
