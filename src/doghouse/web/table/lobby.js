// Before the game: who sits where, bots, and the invitation.
/** @import { Seat, VisibleSeat } from "../app/protocol.js" */
/** @import { TableModel } from "./table_model.js" */
import { fieldValue, html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { changeMe, me } from "../app/me.js";
import { LEVELS, MARKS, matesOf } from "../app/players.js";
import { Icon } from "../ui/icons.js";
import { Invite } from "../ui/invite.js";
import { showRefusal } from "./refusal_notice.js";

/** @param {{model: TableModel}} props */
export function Lobby({ model }) {
  const { about, socket, state } = model;
  const [fill, setFill] = useState("companion");
  const seats = Object.entries(state.seats);
  const empty = seats.filter(([, { kind }]) => kind === "empty").length;
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
            ${seats.map(([seat, occupant]) => html`<${SeatRow} key=${seat} seat=${seat} occupant=${occupant} model=${model} />`)}
          </ul>
          ${
            socket.host.value
              ? html`
                ${
                  empty > 0 &&
                  html`<label class="labelled">
                  ${t("table.fill")}
                  <select class="text-input" value=${fill} onChange=${(/** @type {Event} */ event) => setFill(fieldValue(event))}>
                    ${LEVELS.map((level) => html`<option value=${level}>${t(`level.${level}`)}</option>`)}
                  </select>
                </label>`
                }
                <button type="button" class="button wide" onClick=${() => model.act("start", { fill: empty ? fill : null })}>
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

/** The guest's name; the table screen passes it on to the table. @param {{model: TableModel}} props */
function YourName({ model }) {
  const rename = (/** @type {Event} */ event) => {
    const name = fieldValue(event);
    if (name.trim()) changeMe({ name }).catch((error) => showRefusal(error, model.company));
  };
  return html`
    <label class="labelled">
      ${t("table.your_name")}
      <input class="text-input" maxlength="24" autocomplete="nickname" value=${me.value.name} onChange=${rename} />
    </label>
  `;
}

/** @param {{seat: Seat, occupant: VisibleSeat, model: TableModel}} props */
function SeatRow({ seat, occupant, model }) {
  const { socket } = model;
  const { you } = model.state;
  const { kind, level } = occupant;
  const isAway = kind === "person" && !socket.presence.value.seats.includes(seat);
  const mates = matesOf(model.about.seating, seat);
  const names = {
    bot: t(`level.${level ?? "puppy"}`),
    person: occupant.name || t("table.guest", { seat }),
    empty: t("table.free"),
  };
  const setBot = (/** @type {Event} */ event) => {
    const value = fieldValue(event);
    model.act("bot", { seat, level: LEVELS.includes(value) ? value : null });
  };
  const sit = () => model.act("sit", { seat });
  const stand = () => model.act("stand", {});
  return html`
    <li class=${`seat-row seat-${seat.toLowerCase()}`}>
      <span class="disc" aria-hidden="true">${MARKS[seat]}</span>
      <span class="who">
        <b>${names[kind]}${seat === you ? ` (${t("seat.you")})` : ""}</b>
        <span class="small soft">
          ${seat}${mates.length ? ` · ${t("table.with", { seats: mates.join(", ") })}` : ""}
          ${isAway ? ` · ${t("table.away")}` : ""}
        </span>
      </span>
      <span class="row seat-buttons">
        ${kind === "empty" && html`<button type="button" class="button quiet" onClick=${sit}>${t("table.sit")}</button>`}
        ${seat === you && html`<button type="button" class="button quiet" onClick=${stand}>${t("table.stand")}</button>`}
        ${
          socket.host.value &&
          seat !== you &&
          html`<label>
            <span class="only-spoken">${t("table.seat_for", { seat })}</span>
            <select class="text-input" value=${level ?? kind} onChange=${setBot}>
              ${kind === "person" && html`<option value="person">${names.person}</option>`}
              <option value="empty">${t("table.free")}</option>
              ${LEVELS.map((name) => html`<option value=${name}>${t(`level.${name}`)}</option>`)}
            </select>
          </label>`
        }
      </span>
    </li>
  `;
}
