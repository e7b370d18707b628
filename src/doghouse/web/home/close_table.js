// Closes a game for good, by its host; a dialog asks first, since it ends for everyone.

import { html, useRef } from "../app/html.js";
import { t } from "../app/i18n.js";
import { refusalText } from "../app/refusals.js";
import { ActRefusedError, TableSocket } from "../app/table_socket.js";
import { notify } from "../ui/announcer.js";

const TIMEOUT = 8000; // milliseconds

/** @param {string} code */
async function closeTable(code) {
  const socket = new TableSocket(code);
  try {
    const timeout = new Promise((_resolve, reject) => setTimeout(reject, TIMEOUT, new Error("timeout")));
    await Promise.race([socket.act("close", {}), timeout]);
  } finally {
    socket.close();
  }
}

/** @param {{code: string, onClosed: () => void}} props */
export function CloseTable({ code, onClosed }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const close = async () => {
    dialog.current?.close();
    try {
      await closeTable(code);
      onClosed();
    } catch (error) {
      notify(error instanceof ActRefusedError ? refusalText(error) : t("home.no_house"));
    }
  };
  const name = `close-${code}`;
  return html`
    <button type="button" class="plain" onClick=${() => dialog.current?.showModal()}>
      ${t("my_games.close")}<span class="only-spoken"> ${code}</span>
    </button>
    <dialog ref=${dialog} aria-labelledby=${name}>
      <h2 id=${name}>${t("my_games.close_title")}</h2>
      <p>${t("my_games.close_text")}</p>
      <div class="row">
        <button type="button" class="button" autofocus onClick=${() => dialog.current?.close()}>${t("my_games.keep_on")}</button>
        <button type="button" class="button quiet" onClick=${close}>${t("my_games.close")}</button>
      </div>
    </dialog>
  `;
}
