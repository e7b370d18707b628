// A game under way: players, board, hand, and what to do next.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { readPlay } from "../app/notation.js";
import { seatsOf, sectionsOf } from "../app/players.js";
import { Board } from "../board/board.js";
import { CardFace } from "../board/card_face.js";
import { Hand } from "../board/hand.js";
import { explain, highlightChoices, isYours } from "../board/highlights.js";
import { Icon } from "../ui/icons.js";
import { followChoice, goRound } from "./keyboard.js";
import { LogPanel } from "./log_panel.js";
import { Phrases } from "./phrase_picker.js";
import { Players } from "./players_bar.js";
import { Plays } from "./plays_list.js";
import { Prompt } from "./prompt.js";
import { showRefusal } from "./refusal_notice.js";
import { TableMenu } from "./table_menu.js";

/** @param {{model: import("./table_model.js").TableModel}} props */
export function GameScreen({ model }) {
  const { socket, chooser } = model;
  const state = model.shown.value;
  const [open, setOpen] = useState(/** @type {string|null} */ (null));
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      goRound(event);
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      if (model.lookingBack.value !== null) model.backToNow();
      else if (chooser.canUndo) chooser.undo();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [model]);
  const bar = (/** @type {"phrases"|"log"|"plays"|"menu"} */ name) => html`
    <button type="button" class=${`plain open-${name}`} aria-haspopup="dialog" aria-label=${t(`table.${name}`)} title=${t(`table.${name}`)} onClick=${() => setOpen(name)}>
      <${Icon} name=${name} />
    </button>
  `;
  return html`
    <main class=${`game players-${socket.about.value.rules.players}`}>
      <h1 class="only-spoken">${t("table.game")}</h1>
      <header class="top">
        <a class="plain" href="/" aria-label=${t("web.home")}><${Icon} name="back" /></a>
        <${RoundInfo} view=${state.view} edition=${socket.about.value.edition} />
        ${!socket.connected.value && html`<span class="offline" role="status">${t("table.reconnecting")}</span>`}
        <span class="top-buttons">
          ${state.you && bar("phrases")} ${bar("log")} ${bar("plays")} ${bar("menu")}
        </span>
      </header>
      <${Players} model=${model} />
      <${BoardBox} model=${model} />
      <div class="below">
        <${Prompt} model=${model} />
        ${state.you && html`<${YourHand} model=${model} />`}
      </div>
      <aside class="side" aria-label=${t("table.log")}><${LogPanel} model=${model} /></aside>
    </main>
    ${open === "log" && html`<${Sheet} title=${t("table.log")} onClose=${() => setOpen(null)}><${LogPanel} model=${model} onLook=${() => setOpen(null)} /></${Sheet}>`}
    ${open === "phrases" && html`<${Sheet} title=${t("table.phrases")} onClose=${() => setOpen(null)}><${Phrases} model=${model} onDone=${() => setOpen(null)} /></${Sheet}>`}
    ${open === "plays" && html`<${Sheet} title=${t("table.plays")} onClose=${() => setOpen(null)}><${Plays} model=${model} onDone=${() => setOpen(null)} /></${Sheet}>`}
    ${open === "menu" && html`<${Sheet} title=${t("table.menu")} onClose=${() => setOpen(null)}><${TableMenu} model=${model} onDone=${() => setOpen(null)} /></${Sheet}>`}
  `;
}

/** @param {{view: any, edition: string}} props */
function RoundInfo({ view, edition }) {
  const hasDie = edition === "xl" || edition === "dog"; // R3.5
  return html`
    <p class="round-info">
      ${hasDie && html`<span class="die" aria-hidden="true">${view.next_deal}</span>`}
      <span>
        ${t("panel.round", { number: view.round })}
        ${hasDie && html`<span class="then-cards" title=${t("panel.next_deal", { count: view.next_deal })}>${t("table.then_cards", { count: view.next_deal })}</span>`}
      </span>
    </p>
  `;
}

/** @param {{model: import("./table_model.js").TableModel}} props */
function BoardBox({ model }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  const { socket, chooser } = model;
  const state = model.shown.value;
  const rules = socket.about.value.rules;
  const below = state.you ?? seatsOf(rules)[0];
  useLayoutEffect(() => {
    model.board = new Board(/** @type {HTMLElement} */ (box.current), {
      sections: /** @type {4|6} */ (sectionsOf(rules)),
      below,
      label: t("table.board"),
    });
    model.board.show(model.shown.value.view.marbles);
    return () => (model.board = null);
  }, [model, below]);
  const back = model.lookingBack.value;
  const preview = chooser.preview.value;
  useLayoutEffect(() => {
    if (back !== null || !model.board) return;
    model.board.show(preview ?? model.shown.value.view.marbles);
  }, [preview, back]);
  // Everything that the choices depend on, so that they are drawn anew when it changes.
  const choices = [
    chooser.ways.value,
    chooser.card.value,
    chooser.marble.value,
    chooser.partial.value,
    chooser.sending.value,
    preview,
    back,
    state,
  ];
  useLayoutEffect(() => highlightChoices(model), choices);
  const which = chooser.ambiguous.value;
  useEffect(
    () => followChoice(chooser),
    [chooser.ready.value, chooser.card.value, chooser.marble.value, chooser.partial.value, which],
  );
  const onPile = model.lookedAt?.event.play ?? state.view.last?.play;
  const last = onPile && readPlay(onPile);
  return html`
    <div class="board-box">
      <div class="board-frame" ref=${box}></div>
      ${last && !last.fold && html`<div class="pile" aria-hidden="true"><span class="card still" key=${onPile}><${CardFace} card=${last.card} /></span></div>`}
    </div>
  `;
}

/** @param {{model: import("./table_model.js").TableModel}} props */
function YourHand({ model }) {
  const { chooser, socket } = model;
  const state = model.shown.value;
  const view = state.view;
  const giving = view.phase === "give" && state.status === "playing";
  const mine = isYours(state);
  const playing = mine && !giving && chooser.ready.value;
  const playable = (/** @type {string} */ card) => !mine || giving || !playing || !(card in chooser.blocked.value);
  const tap = (/** @type {string} */ card) => {
    if (giving) {
      if (mine) socket.decide("give", { card }).catch((error) => showRefusal(error, model.company));
    } else if (state.stuck?.[card]) explain(model, state.stuck[card][0]);
    else if (playing && card in chooser.blocked.value) explain(model, chooser.blocked.value[card][0]);
    else if (playing) chooser.tapCard(card);
  };
  return html`<${Hand}
    cards=${view.hand}
    chosen=${chooser.card.value}
    playable=${state.stuck ? () => false : playable}
    busy=${!mine || !(giving || playing || state.stuck)}
    received=${view.hand.length === view.dealt ? view.received : null}
    label=${t("panel.your_hand")}
    onTap=${tap}
  />`;
}

/** A dialog that closes by Escape, by its button, or by a tap beside it. @param {{title: string, onClose: () => void, children?: any}} props */
export function Sheet({ title, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return html`
    <dialog
      ref=${dialog}
      class="sheet"
      aria-label=${title}
      onClose=${onClose}
      onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && dialog.current?.close()}
    >
      <header class="row sheet-head">
        <h2>${title}</h2>
        <button type="button" class="plain" aria-label=${t("web.close")} onClick=${() => dialog.current?.close()}>×</button>
      </header>
      ${children}
    </dialog>
  `;
}
