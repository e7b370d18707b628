// The fields that glow: what can be tapped, with the path and the marbles that would be sent home.
/** @import { Company, Owners } from "../app/phrasing.js" */
/** @import { VisibleEvent, Why } from "../app/protocol.js" */
/** @import { Board } from "./board.js" */
/** @import { PlayBuilder, PlayableState, PlayOption } from "./play_builder.js" */

import { t } from "../app/i18n.js";
import { actsAs, isKennel } from "../app/notation.js";
import { fieldsIn, marbleText, moveText, ownersOf, reasonText } from "../app/phrasing.js";
import { notify } from "../ui/announcer.js";

/**
 * What can be played on: the model of a table or of a lesson.
 * @typedef {object} PlayModel
 * @property {import("@preact/signals").Signal<Board|null>} board
 * @property {PlayBuilder} builder
 * @property {import("@preact/signals").ReadonlySignal<PlayableState|null>} shown
 * @property {import("@preact/signals").Signal<number|null>} lookingBack an event of the past
 * @property {Company} company
 * @property {{event: VisibleEvent}} [viewedEntry]
 */

/** Let glow what can be chosen now. @param {PlayModel} model */
export function showChoices(model) {
  const { builder } = model;
  const board = model.board.value;
  const state = model.shown.value;
  const view = state?.view;
  if (!board || !view) return;
  const isChoosing = view.phase === "play" && isYours(state) && builder.ready.value && !builder.sending.value;
  if (model.lookingBack.value !== null || !isChoosing) {
    board.clear();
    markNamed(model);
    return;
  }
  const company = model.company;
  const you = state.you ?? "";
  const owners = ownersOf(builder.preview.value ?? view.marbles);
  const chosen = builder.marble.value;
  // Without a card or a marble nothing glows yet: the board would be full of it.
  const targets = builder.selection.value.isBegun ? builder.targets() : [];
  const sources = builder.sources().filter((field) => field !== chosen && !targets.some((one) => one.field === field));
  board.highlight({
    marbles: sources.map((field) => ({
      field,
      label: isKennel(field) ? t("table.marble_in_kennel") : marbleText(field, you, company, owners),
    })),
    targets: targets.map(({ field, option }) => {
      const text = option.move ? moveText(option.move, actsAs(option.play), you, company, owners) : "";
      const sends = option.sends.length ? `, ${t("table.sends_home", { count: option.sends.length })}` : "";
      return { field, label: `${text}${sends}`, sends: option.sends, path: pathOf(board, option, chosen, owners) };
    }),
    chosen,
    onPick: (field) => builder.tapField(field),
  });
}

/** Mark the fields of a play of the past, or of the reasons for a fold. @param {PlayModel} model */
function markNamed(model) {
  const past = model.viewedEntry?.event;
  const reasons = Object.values(model.shown.value?.stuck ?? {}).map(([first]) => first.facts);
  model.board.value?.markNamed(fieldsIn(past?.type === "played" ? past.play : reasons));
}

/** Show why something is not possible, and mark the fields of the reason. @param {PlayModel} model @param {Why} why */
export function explain(model, why) {
  notify(reasonText(why, model.company), why.rule, () => markNamed(model));
  model.board.value?.markNamed(fieldsIn(why.facts));
}

/** @param {Board} board @param {PlayOption} option @param {string|null} chosen @param {Owners} owners */
function pathOf(board, { move, play }, chosen, owners) {
  if (!move || move.swap) return chosen && move ? [move.source, move.target] : undefined;
  const owner = owners[move.source] ?? move.source[0];
  const backwards = actsAs(play) === "4" && !board.isAhead(move.source, move.target, 4);
  return board.geometry.path(move.source, move.target, owner, backwards);
}

/** Whether the reader has to decide. @param {PlayableState|null} state */
export function isYours(state) {
  const view = state?.view;
  if (!view || state.status !== "playing" || !state.you) return false;
  return view.phase === "give" ? !view.has_given.includes(state.you) : view.turn === state.you;
}
