// Everything in words: where all marbles are, and every play that can be begun, each a button.
/** @import { PlayOption } from "../board/play_builder.js" */
/** @import { TableModel } from "./table_model.js" */
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { isFresh, isKennel, plain } from "../app/notation.js";
import { headName, nameOf, ownersOf, playText } from "../app/phrasing.js";
import { isYours } from "../board/highlights.js";

/** @param {{model: TableModel, onDone: () => void}} props */
export function Plays({ model, onDone }) {
  const { builder, company, marbles, state } = model;
  const owners = ownersOf(marbles);
  const options = isYours(state) && model.view.phase === "play" ? builder.candidates() : [];
  const choose = (/** @type {PlayOption} */ option) => {
    builder.choose([option]);
    if (option.complete) onDone();
  };
  const textOf = (/** @type {PlayOption} */ { play, sends, complete }) => {
    const text = playText(play, state.you ?? "", company, owners);
    return `${text}${sends.length ? `, ${t("table.sends_home", { count: sends.length })}` : ""}${complete ? "" : " …"}`;
  };
  return html`
    <section class="stack">
      ${
        options.length > 0
          ? html`<ul class="plays-list">
              ${options.map(
                (option) => html`<li key=${option.text}>
                  <button
                    type="button"
                    class="button quiet wide"
                    data-play=${option.text}
                    onClick=${() => choose(option)}
                  >
                    <b>${headName(option.play)}</b> ${textOf(option)}
                  </button>
                </li>`,
              )}
            </ul>`
          : html`<p class="soft">${t("table.no_plays_now")}</p>`
      }
      <h3>${t("table.marbles")}</h3>
      <dl class="marble-list">
        ${Object.entries(marbles).map(
          ([seat, fields]) => html`
            <dt key=${seat}>${nameOf(company, seat)} (${seat})</dt>
            <dd>${fields.map(fieldText).join(", ")}</dd>
          `,
        )}
      </dl>
    </section>
  `;
}

/** @param {string} field */
function fieldText(field) {
  if (isKennel(field)) return t("table.kennel");
  return isFresh(field) ? `${plain(field)} (${t("table.fresh")})` : field;
}
