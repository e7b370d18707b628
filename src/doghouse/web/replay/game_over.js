// The end of a game: who has won, what everyone did, and where to go from here.

import { get } from "../app/api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { refusalText } from "../app/refusals.js";
import { go } from "../app/router.js";
import { notify } from "../ui/announcer.js";
import { Icon } from "../ui/icons.js";
import { distinctNames } from "./moment_text.js";
import { Standings, tellOutcome, WinnersMarbles } from "./outcome.js";
import { TakeAlong } from "./share_actions.js";
import { Statistics } from "./statistics.js";

const STARTLED = 600; // milliseconds in which a tap was meant for what lay there before

/** @param {{socket: import("../app/table_socket.js").TableSocket, onClose?: () => void}} shown */
export function Result({ socket, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const heading = useRef(/** @type {HTMLHeadingElement|null} */ (null));
  useLayoutEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const isAwake = useAwake();
  const statistics = useStatistics(socket);
  const state = socket.state.value;
  const outcome = state.view.outcome;
  const company = { rules: socket.about.value.rules, names: distinctNames(state.seats), you: state.you };
  const lost = state.you && !outcome.winners.includes(state.you);
  const beside = (/** @type {MouseEvent} */ event) => event.target === dialog.current && dialog.current?.close();
  return html`
    <dialog ref=${dialog} class=${isAwake ? "result" : "result startled"} aria-labelledby="result-heading" onClose=${onClose} onClick=${beside}>
      <button type="button" class="plain result-close" aria-label=${t("after.to_board")} title=${t("after.to_board")} onClick=${() => dialog.current?.close()}>
        <${Icon} name="close" />
      </button>
      <div class="result-scroll">
        <${WinnersMarbles} outcome=${outcome} />
        <div class="result-body stack">
          <header>
            <h2 id="result-heading" ref=${heading} tabindex="-1">${tellOutcome(outcome, company)}</h2>
            ${lost && html`<p class="soft">${t("after.well_played")}</p>`}
          </header>
          <${Standings} outcome=${outcome} company=${company} />
          <${NextGame} socket=${socket} />
          <nav class="result-links" aria-label=${t("after.more")}>
            <a class="button quiet" href=${`/replay/${socket.code}`}><${Icon} name="replay" />${t("after.watch")}</a>
            <${TakeAlong} code=${socket.code} />
            <a class="button quiet" href="/"><${Icon} name="home" />${t("web.home")}</a>
          </nav>
          ${
            statistics &&
            html`<section aria-labelledby="statistics-heading">
            <h3 id="statistics-heading">${t("after.statistics")}</h3>
            <${Statistics} statistics=${statistics} company=${company} />
          </section>`
          }
        </div>
      </div>
    </dialog>
  `;
}

/** Another game with the same people: for those who sat here, and the host. @param {{socket: import("../app/table_socket.js").TableSocket}} shown */
function NextGame({ socket }) {
  const [rotate, setRotate] = useState(false);
  const [asked, setAsked] = useState(false);
  const { rematch, you } = socket.state.value;
  useEffect(() => {
    if (asked && rematch) go(`/t/${rematch}`);
  }, [asked, rematch]);
  if (rematch) {
    return html`
      <div class="next-game">
        <p role="status">${t("after.next_game_ready")}</p>
        <a class="button wide" href=${`/t/${rematch}`}><${Icon} name="play" />${t("after.next_game")}</a>
      </div>
    `;
  }
  if (!you && !socket.host.value) return null;
  const ask = async () => {
    setAsked(true);
    try {
      await socket.act("rematch", { rotate });
    } catch (error) {
      const refused = /** @type {import("../app/table_socket.js").ActRefused} */ (error);
      if (refused.code === "rematched") return; // somebody else was quicker: that table is meant
      setAsked(false);
      notify(refusalText(refused));
    }
  };
  return html`
    <div class="next-game">
      <button type="button" class="button wide" disabled=${asked} onClick=${ask}><${Icon} name="play" />${t("after.rematch")}</button>
      <label class="switch">
        <input type="checkbox" checked=${rotate} onChange=${() => setRotate(!rotate)} />
        <span>${t("after.rotate")}</span>
      </label>
    </div>
  `;
}

/** Not at once: the game may end while somebody taps a card, and the result must not be gone before it is seen. */
function useAwake() {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => {
    const waking = setTimeout(() => setAwake(true), STARTLED);
    return () => clearTimeout(waking);
  }, []);
  return isAwake;
}

/** What everyone did, once the house tells it. @param {import("../app/table_socket.js").TableSocket} socket */
function useStatistics(socket) {
  const [found, setFound] = useState(/** @type {Record<string, any>|null} */ (null));
  const isTold = socket.revealed.value && socket.connected.value;
  useEffect(() => {
    if (!isTold || found) return;
    // Without statistics the result is still told.
    get(`/api/tables/${socket.code}/statistics`).then(
      ({ statistics }) => setFound(statistics),
      () => {},
    );
  }, [socket, isTold]);
  return found;
}
