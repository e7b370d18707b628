// The screen of a table: lobby, game, and result.
/** @import { Why } from "../app/protocol.js" */
import { html, untracked, useEffect, useMemo, useRef, useSignalEffect, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { me } from "../app/me.js";
import { refusalText } from "../app/refusals.js";
import { explain } from "../board/highlights.js";
import { Result } from "../replay/game_over.js";
import { GameScreen } from "./game_screen.js";
import { Lobby } from "./lobby.js";
import { showRefusal } from "./refusal_notice.js";
import { TableModel } from "./table_model.js";

/** @param {{code: string}} props */
export function TableScreen({ code }) {
  const model = useMemo(() => new TableModel(code), [code]);
  const [isResultSeen, setResultSeen] = useState(false);
  useEffect(() => {
    model.builder.onError = (error) => {
      const refusal = /** @type {Error & {code: string, detail: string, why?: Why|null}} */ (error);
      if (refusal.why) explain(model, refusal.why);
      else showRefusal(refusal, model.company);
    };
    return () => model.close();
  }, [model]);
  useSignalEffect(() => {
    if (model.you.value) untracked(() => begin(model)); // also whoever sits down later, or elsewhere, adds a seed
  });
  const nameBefore = useRef(me.value.name);
  useSignalEffect(() => {
    const name = me.value.name;
    if (model.you.value && name) untracked(() => syncName(model, name, nameBefore.current));
  });
  const bye = model.socket.bye.value;
  const state = model.shown.value;

  if (bye !== null) {
    return html`<main class="page stack">
      <h1>${t("table.no_entry")}</h1>
      <p>${refusalText({ code: bye, detail: code, message: bye })}</p>
      <p><a class="button" href="/">${t("web.home")}</a></p>
    </main>`;
  }
  if (state === null) {
    return html`<main class="page">
      <h1 class="only-spoken">Doghouse</h1>
      <p class="soft">${t("web.loading")}</p>
    </main>`;
  }
  if (!state.view) return html`<${Lobby} model=${model} />`;
  return html`
    <${GameScreen} model=${model} />
    ${
      state.status === "over" &&
      (isResultSeen
        ? html`<button type="button" class="button show-result" onClick=${() => setResultSeen(false)}>
            ${t("table.result")}
          </button>`
        : html`<${Result} socket=${model.socket} onClose=${() => setResultSeen(true)} />`)
    }
  `;
}

/**
 * Pass the guest's name on to the table. During a game only a name that was changed here counts: a seat that came from
 * another device keeps the name by which the others know it.
 * @param {TableModel} model
 * @param {string} name
 * @param {string} before the name when the screen was opened
 */
function syncName(model, name, before) {
  const { seats, status, you } = model.state;
  if (!you || seats[you].name === name) return;
  if (status === "waiting" || (status === "playing" && name !== before)) model.act("name", { name });
}

/** Add a seed, and start at once if the first screen asked for it. @param {TableModel} model */
function begin(model) {
  if (model.state.status !== "waiting") return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  model.socket.act("seed", { seed }).catch(() => {});
  const request = takeStartRequest(model.socket.code);
  if (request) model.act("start", { fill: request.fill });
}

/** @param {string} code @returns {{code: string, fill: string}|null} */
function takeStartRequest(code) {
  try {
    const request = JSON.parse(sessionStorage.getItem("doghouse.start") ?? "null");
    sessionStorage.removeItem("doghouse.start");
    return request?.code === code ? request : null;
  } catch {
    return null;
  }
}
