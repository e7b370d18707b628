// Before the game: who sits where, bots, and how others come in.
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { changeMe, me } from "../app/me.js";
import { LEVELS, MARKS, teamOf } from "../app/players.js";
import { Icon } from "../ui/icons.js";
import { Invite } from "../ui/invite.js";
import { showRefusal } from "./refusal_notice.js";

/** @param {{model: import("./table_model.js").TableModel}} props */
export function Lobby({ model }) {
  const { socket } = model;
  const state = model.shown.value;
  const about = socket.about.value;
  const host = socket.host.value;
  const [fill, setFill] = useState("companion");
  const act = (/** @type {string} */ kind, /** @type {any} */ fields = {}) =>
    socket.act(kind, fields).catch((error) => showRefusal(error, model.company));
  const seats = Object.entries(state.seats);
  const empty = seats.filter(([, shown]) => /** @type {any} */ (shown).kind === "empty").length;
  if (state.status === "closed") {
    return html`<main class="page stack"><h1>${t("table.closed")}</h1><a class="button" href="/">${t("web.home")}</a></main>`;
  }
  return html`
    <main class="page lobby stack">
      <header class="home-heading">
        <a class="plain home-back" href="/" aria-label=${t("web.home")}><${Icon} name="back" /></a>
        <h1>${t("table.lobby")}</h1>
      </header>
      <div class="lobby-columns">
        <section class="panel stack" aria-label=${t("table.seats")}>
          <${YourName} model=${model} />
          <ul class="seat-list">
            ${seats.map(([seat, shown]) => html`<${SeatRow} key=${seat} seat=${seat} shown=${shown} model=${model} act=${act} team=${teamOf(about.rules, seat)} />`)}
          </ul>
          ${
            host
              ? html`
                ${
                  empty > 0 &&
                  html`<label class="labelled">
                  ${t("table.fill")}
                  <select class="text-input" value=${fill} onChange=${(/** @type {any} */ event) => setFill(event.target.value)}>
                    ${LEVELS.map((level) => html`<option value=${level}>${t(`level.${level}`)}</option>`)}
                  </select>
                </label>`
                }
                <button type="button" class="button wide" onClick=${() => act("start", { fill: empty ? fill : null })}>
                  ${t("table.start")}
                </button>
              `
              : html`<p class="soft" role="status">${t("table.wait_for_host")}</p>`
          }
        </section>
        <section class="stack">
          <${Invite} code=${socket.code} about=${about} />
          <details class="panel small">
            <summary>${t("table.fairness")}</summary>
            <p>${t("table.fairness_text")}</p>
            <p class="commitment"><code>${about.commitment}</code></p>
          </details>
        </section>
      </div>
    </main>
  `;
}

/** The name that the house knows; the screen of the table tells it to the table. @param {{model: import("./table_model.js").TableModel}} props */
function YourName({ model }) {
  const keep = (/** @type {string} */ name) => changeMe({ name }).catch((error) => showRefusal(error, model.company));
  return html`
    <label class="labelled">
      ${t("table.your_name")}
      <input
        class="text-input"
        maxlength="24"
        autocomplete="nickname"
        value=${me.value.name}
        onChange=${(/** @type {any} */ event) => event.target.value.trim() && keep(event.target.value)}
      />
    </label>
  `;
}

/** @param {{seat: string, shown: any, model: import("./table_model.js").TableModel, act: Function, team: string[]}} props */
function SeatRow({ seat, shown, model, act, team }) {
  const { socket } = model;
  const you = model.shown.value.you;
  const here = socket.presence.value.seats.includes(seat);
  const host = socket.host.value;
  const mates = team.filter((other) => other !== seat);
  const name = {
    bot: t(`level.${shown.level ?? "puppy"}`),
    person: shown.name || t("table.guest", { seat }),
    empty: t("table.free"),
  };
  return html`
    <li class=${`seat-row seat-${seat.toLowerCase()}`}>
      <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
      <span class="who">
        <b>${name[/** @type {"bot"|"person"|"empty"} */ (shown.kind)]}${seat === you ? ` (${t("seat.you")})` : ""}</b>
        <span class="small soft">
          ${seat}${mates.length ? ` · ${t("table.with", { seats: mates.join(", ") })}` : ""}
          ${shown.kind === "person" && !here ? ` · ${t("table.away")}` : ""}
        </span>
      </span>
      <span class="row seat-buttons">
        ${
          shown.kind === "empty" &&
          html`<button type="button" class="button quiet" onClick=${() => act("sit", { seat })}>${t("table.sit")}</button>`
        }
        ${seat === you && html`<button type="button" class="button quiet" onClick=${() => act("stand")}>${t("table.stand")}</button>`}
        ${
          host &&
          seat !== you &&
          html`<label>
          <span class="only-spoken">${t("table.seat_for", { seat })}</span>
          <select
            class="text-input"
            value=${shown.level ?? shown.kind}
            onChange=${(/** @type {any} */ event) => act("bot", { seat, level: LEVELS.includes(event.target.value) ? event.target.value : null })}
          >
            ${shown.kind === "person" && html`<option value="person">${name.person}</option>`}
            <option value="empty">${t("table.free")}</option>
            ${LEVELS.map((level) => html`<option value=${level}>${t(`level.${level}`)}</option>`)}
          </select>
        </label>`
        }
      </span>
    </li>
  `;
}
