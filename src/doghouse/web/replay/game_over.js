// The end of a game: the result, statistics, and the next game.
/** @import { Replay, State, TableAbout } from "../app/protocol.js" */
/** @import { ActRefusedError, TableSocket } from "../app/table_socket.js" */

import { get } from "../app/api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { refusalText } from "../app/refusals.js";
import { go } from "../app/router.js";
import { notify } from "../ui/announcer.js";
import { Icon } from "../ui/icons.js";
import { distinctNames } from "./moment_text.js";
import { outcomeText, Standings, WinnersMarbles } from "./outcome.js";
import { ShareLinks } from "./share_actions.js";
import { Statistics } from "./statistics.js";

const TAP_DELAY = 600; // milliseconds in which a tap was meant for what was there before

/** @param {{socket: TableSocket, onClose?: () => void}} props */
export function Result({ socket, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const heading = useRef(/** @type {HTMLHeadingElement|null} */ (null));
  useLayoutEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const acceptsTaps = useAcceptsTaps();
  const statistics = useStatistics(socket);
  const { seats, view, you } = /** @type {State} */ (socket.state.value);
  const outcome = view?.outcome;
  const { rules, seating } = /** @type {TableAbout} */ (socket.about.value);
  const company = { rules, seating, names: distinctNames(seats), you };
  if (!outcome) return null;
  const hasLost = you && !outcome.winners.includes(you);
  const closeOnBackdrop = (/** @type {MouseEvent} */ event) =>
    event.target === dialog.current && dialog.current?.close();
  return html`
    <dialog ref=${dialog} class=${acceptsTaps ? "result" : "result ignores-taps"} aria-labelledby="result-heading" onClose=${onClose} onClick=${closeOnBackdrop}>
      <button type="button" class="plain result-close" aria-label=${t("after.to_board")} title=${t("after.to_board")} onClick=${() => dialog.current?.close()}>
        <${Icon} name="close" />
      </button>
      <div class="result-scroll">
        <${WinnersMarbles} outcome=${outcome} />
        <div class="result-body stack">
          <header>
            <h2 id="result-heading" ref=${heading} tabindex="-1">${outcomeText(outcome, company)}</h2>
            ${hasLost && html`<p class="soft">${t("after.well_played")}</p>`}
          </header>
          <${Standings} outcome=${outcome} company=${company} />
          <${NextGame} socket=${socket} />
          <nav class="result-links" aria-label=${t("after.more")}>
            <a class="button quiet" href=${`/replay/${socket.code}`}><${Icon} name="replay" />${t("after.watch")}</a>
            <${ShareLinks} code=${socket.code} />
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

/** Another game with the same people: for those who sat here, and the host. @param {{socket: TableSocket}} props */
function NextGame({ socket }) {
  const [rotate, setRotate] = useState(false);
  const [isRequested, setRequested] = useState(false);
  const { rematch, you } = /** @type {State} */ (socket.state.value);
  useEffect(() => {
    if (isRequested && rematch) go(`/t/${rematch}`);
  }, [isRequested, rematch]);
  if (rematch) {
    return html`
      <div class="next-game">
        <p role="status">${t("after.next_game_ready")}</p>
        <a class="button wide" href=${`/t/${rematch}`}><${Icon} name="play" />${t("after.next_game")}</a>
      </div>
    `;
  }
  if (!you && !socket.host.value) return null;
  const requestRematch = async () => {
    setRequested(true);
    try {
      await socket.act("rematch", { rotate });
    } catch (error) {
      const refused = /** @type {ActRefusedError} */ (error);
      if (refused.code === "rematched") return; // somebody else was quicker: go to that table
      setRequested(false);
      notify(refusalText(refused));
    }
  };
  return html`
    <div class="next-game">
      <button type="button" class="button wide" disabled=${isRequested} onClick=${requestRematch}><${Icon} name="play" />${t("after.rematch")}</button>
      <label class="switch">
        <input type="checkbox" checked=${rotate} onChange=${() => setRotate(!rotate)} />
        <span>${t("after.rotate")}</span>
      </label>
    </div>
  `;
}

/** Wait a moment: the game may end while somebody taps a card, and that tap must not close the result. */
function useAcceptsTaps() {
  const [acceptsTaps, setAcceptsTaps] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAcceptsTaps(true), TAP_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return acceptsTaps;
}

/** The statistics, once the server reveals them. @param {TableSocket} socket */
function useStatistics(socket) {
  const [statistics, setStatistics] = useState(/** @type {Replay["statistics"]|null} */ (null));
  const isAvailable = socket.revealed.value && socket.connected.value;
  useEffect(() => {
    if (!isAvailable || statistics) return;
    get(`/api/tables/${socket.code}/statistics`).then(
      (/** @type {Pick<Replay, "statistics">} */ data) => setStatistics(data.statistics),
      () => {}, // the result is shown without them
    );
  }, [socket, isAvailable]);
  return statistics;
}
