// The screen of a table: its lobby, the game, and its end.
import { html, useEffect, useMemo, useRef, useState } from "../app/html.js";
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
  const [resultSeen, setResultSeen] = useState(false);
  useEffect(() => {
    model.chooser.failed = (error) => (error.why ? explain(model, error.why) : showRefusal(error, model.company));
    return () => model.close();
  }, [model]);
  const bye = model.socket.bye.value;
  const state = model.shown.value;
  useEffect(() => begin(model), [model, state?.you]); // whoever sits down later, or elsewhere, adds a seed too
  const nameBefore = useRef(me.value.name);
  useEffect(() => bringName(model, nameBefore.current), [model, state?.you, me.value.name]);

  if (bye !== null) {
    return html`<main class="page stack">
      <h1>${t("table.no_entry")}</h1>
      <p>${refusalText({ code: bye, detail: code, message: bye })}</p>
      <p><a class="button" href="/">${t("web.home")}</a></p>
    </main>`;
  }
  if (state === null)
    return html`<main class="page"><h1 class="only-spoken">Doghouse</h1><p class="soft">${t("web.loading")}</p></main>`;
  if (state.status === "waiting" || (state.status === "closed" && !state.view))
    return html`<${Lobby} model=${model} />`;
  return html`
    <${GameScreen} model=${model} />
    ${
      state.status === "over" &&
      (resultSeen
        ? html`<button type="button" class="button show-result" onClick=${() => setResultSeen(false)}>${t("table.result")}</button>`
        : html`<${Result} socket=${model.socket} onClose=${() => setResultSeen(true)} />`)
    }
  `;
}

/**
 * Sit under the name one has in the house. In a game under way only a name that was changed here counts: a seat that
 * came from another device keeps the name by which the others know it.
 * @param {TableModel} model
 * @param {string} before the name when the screen was opened
 */
function bringName(model, before) {
  const state = model.shown.value;
  const name = me.value.name;
  if (!state?.you || !name || state.seats[state.you].name === name) return;
  if (state.status === "waiting" || (state.status === "playing" && name !== before)) {
    model.socket.act("name", { name }).catch((error) => showRefusal(error, model.company));
  }
}

/** Add one's own seed, and start at once if that was wished on the first screen. @param {TableModel} model */
function begin(model) {
  const state = model.shown.value;
  if (state?.status !== "waiting" || !state.you) return;
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  model.socket.act("seed", { seed }).catch(() => {});
  const wish = startWish(model.socket.code);
  if (wish) model.socket.act("start", { fill: wish.fill }).catch((error) => showRefusal(error, model.company));
}

/** @param {string} code */
function startWish(code) {
  try {
    const wish = JSON.parse(sessionStorage.getItem("doghouse.start") ?? "null");
    sessionStorage.removeItem("doghouse.start");
    return wish?.code === code ? wish : null;
  } catch {
    return null;
  }
}
