// Everything in words: where all marbles are, and every play that can be begun, each a button.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { isKennel, plain } from "../app/notation.js";
import { headName, nameOf, ownersOf, tellPlay } from "../app/phrasing.js";
import { isYours } from "../board/highlights.js";

/** @param {{model: import("./table_model.js").TableModel, onDone: () => void}} props */
export function Plays({ model, onDone }) {
  const { chooser } = model;
  const state = model.shown.value;
  const company = model.company;
  /** @type {Record<string, string[]>} */
  const marbles = chooser.preview.value ?? state.view.marbles;
  const owners = ownersOf(marbles);
  const ways = isYours(state) && state.view.phase === "play" ? chooser.candidates() : [];
  const choose = (/** @type {import("../board/play_builder.js").Way} */ way) => {
    chooser.choose([way]);
    if (way.complete) onDone();
  };
  return html`
    <section class="stack">
      ${
        ways.length > 0
          ? html`<ul class="plays-list">
            ${ways.map(
              (way) => html`<li key=${way.text}>
              <button type="button" class="button quiet wide" data-play=${way.text} onClick=${() => choose(way)}>
                <b>${headName(way.play)}</b> ${tellPlay(way.play, state.you, company, owners)}${way.sends.length ? `, ${t("table.sends_home", { count: way.sends.length })}` : ""}${way.complete ? "" : " …"}
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
            <dd>${fields.map((field) => (isKennel(field) ? t("table.kennel") : field.endsWith("!") ? `${plain(field)} (${t("table.fresh")})` : field)).join(", ")}</dd>
          `,
        )}
      </dl>
    </section>
  `;
}
