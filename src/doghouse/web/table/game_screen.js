// A running game: players, board, hand, and what to do next.
/** @import { Children } from "../app/html.js" */
/** @import { Card } from "../app/protocol.js" */
/** @import { TableModel } from "./table_model.js" */
import { html, useEffect, useLayoutEffect, useRef, useState, useSyncEffect } from "../app/html.js";
import { t } from "../app/i18n.js";
import { parsePlay } from "../app/notation.js";
import { Board } from "../board/board.js";
import { CardFace } from "../board/card_face.js";
import { Hand } from "../board/hand.js";
import { explain, isYours, showChoices } from "../board/highlights.js";
import { Icon } from "../ui/icons.js";
import { focusNextChoice, moveFocus } from "./keyboard.js";
import { LogPanel } from "./log_panel.js";
import { Phrases } from "./phrase_picker.js";
import { Players } from "./players_bar.js";
import { Plays } from "./plays_list.js";
import { Prompt } from "./prompt.js";
import { TableMenu } from "./table_menu.js";

/** @typedef {"phrases"|"log"|"plays"|"menu"} SheetName */

/** @param {{model: TableModel}} props */
export function GameScreen({ model }) {
  const { socket, builder } = model;
  const { you } = model.state;
  const [open, setOpen] = useState(/** @type {SheetName|null} */ (null));
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      moveFocus(event);
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      if (model.lookingBack.value !== null) model.backToNow();
      else if (builder.canUndo) builder.undo();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [model]);
  const close = () => setOpen(null);
  const button = (/** @type {SheetName} */ name) => html`
    <button
      type="button"
      class=${`plain open-${name}`}
      aria-haspopup="dialog"
      aria-label=${t(`table.${name}`)}
      title=${t(`table.${name}`)}
      onClick=${() => setOpen(name)}
    >
      <${Icon} name=${name} />
    </button>
  `;
  const sheets = {
    log: () => html`<${LogPanel} model=${model} onLook=${close} />`,
    phrases: () => html`<${Phrases} model=${model} onDone=${close} />`,
    plays: () => html`<${Plays} model=${model} onDone=${close} />`,
    menu: () => html`<${TableMenu} model=${model} onDone=${close} />`,
  };
  return html`
    <main class=${`game players-${model.about.rules.players}`}>
      <h1 class="only-spoken">${t("table.game")}</h1>
      <header class="top">
        <a class="plain" href="/" aria-label=${t("web.home")}><${Icon} name="back" /></a>
        <${RoundInfo} model=${model} />
        ${!socket.connected.value && html`<span class="offline" role="status">${t("table.reconnecting")}</span>`}
        <span class="top-buttons">
          ${you && button("phrases")} ${button("log")} ${button("plays")} ${button("menu")}
        </span>
      </header>
      <${Players} model=${model} />
      <${BoardBox} model=${model} />
      <div class="below">
        <${Prompt} model=${model} />
        ${you && html`<${YourHand} model=${model} />`}
      </div>
      <aside class="side" aria-label=${t("table.log")}><${LogPanel} model=${model} /></aside>
    </main>
    ${open && html`<${Sheet} key=${open} title=${t(`table.${open}`)} onClose=${close}>${sheets[open]()}</${Sheet}>`}
  `;
}

/** The round, and on the die the size of the next deal (R3.5). @param {{model: TableModel}} props */
function RoundInfo({ model }) {
  const { die } = model.about;
  const { round, next_deal: count } = model.view;
  return html`
    <p class="round-info">
      ${die && html`<span class="die" aria-hidden="true">${count}</span>`}
      <span>
        ${t("panel.round", { number: round })}
        ${
          die &&
          html`<span class="then-cards" title=${t("panel.next_deal", { count })}>${t("table.then_cards", { count })}</span>`
        }
      </span>
    </p>
  `;
}

/** @param {{model: TableModel}} props */
function BoardBox({ model }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  const { builder } = model;
  const { seating } = model.about;
  const below = model.state.you ?? seating.seats[0];
  useLayoutEffect(() => {
    const board = new Board(/** @type {HTMLElement} */ (box.current), {
      sections: /** @type {4|6} */ (seating.sections),
      below,
      label: t("table.board"),
    });
    board.show(model.marbles);
    model.board.value = board;
    return () => {
      model.board.value = null;
    };
  }, [model, below]);
  useSyncEffect(() => {
    const preview = builder.preview.value;
    if (model.lookingBack.value !== null) return;
    model.board.value?.show(preview ?? model.shown.peek()?.view?.marbles ?? {}); // new states are animated, not shown
  });
  useSyncEffect(() => showChoices(model));
  const selection = builder.selection.value;
  useEffect(() => focusNextChoice(builder), [selection]);
  const viewed = model.viewedEntry?.event;
  const onPile = viewed?.type === "played" ? viewed.play : model.view.last?.play;
  const last = onPile && parsePlay(onPile);
  return html`
    <div class="board-box">
      <div class="board-frame" ref=${box}></div>
      ${
        last &&
        !last.fold &&
        html`<div class="pile" aria-hidden="true">
          <span class="card still" key=${onPile}><${CardFace} card=${last.card} /></span>
        </div>`
      }
    </div>
  `;
}

/** @param {{model: TableModel}} props */
function YourHand({ model }) {
  const { builder, socket } = model;
  const { state, view } = model;
  const isGiving = view.phase === "give" && state.status === "playing";
  const yours = isYours(state);
  const isPlaying = yours && !isGiving && builder.ready.value;
  const blocked = isPlaying ? builder.blocked.value : {};
  const tap = (/** @type {string} */ card) => {
    if (isGiving) {
      if (yours) model.act("give", { after: socket.number.value, card: /** @type {Card} */ (card) });
    } else if (state.stuck?.[card]) explain(model, state.stuck[card][0]);
    else if (card in blocked) explain(model, blocked[card][0]);
    else if (isPlaying) builder.tapCard(card);
  };
  const hand = view.hand ?? [];
  return html`<${Hand}
    cards=${hand}
    chosen=${builder.card.value}
    playable=${(/** @type {string} */ card) => !state.stuck && !(card in blocked)}
    busy=${!yours || !(isGiving || isPlaying || state.stuck)}
    received=${hand.length === view.dealt ? view.received : null}
    label=${t("panel.your_hand")}
    onTap=${tap}
  />`;
}

/**
 * A dialog that closes by Escape, by its button, or by a tap beside it.
 * @param {{title: string, onClose: () => void, children?: Children}} props
 */
function Sheet({ title, onClose, children }) {
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
