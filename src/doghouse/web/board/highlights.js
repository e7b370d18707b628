// Which fields glow: what the chooser says can be tapped, with the path and whoever would be sent home.

import { t } from "../app/i18n.js";
import { actsAs } from "../app/notation.js";
import { fieldsIn, ownersOf, tellMarble, tellMove, tellWhy } from "../app/phrasing.js";
import { notify } from "../ui/announcer.js";

/**
 * What can be played on: the model of a table or of a lesson.
 * @typedef {object} PlayModel
 * @property {import("./board.js").Board|null} board
 * @property {import("./play_builder.js").Chooser} chooser
 * @property {import("@preact/signals").Signal<any>} shown
 * @property {import("@preact/signals").Signal<number|null>} lookingBack
 * @property {import("../app/phrasing.js").Company} company
 * @property {{event: any}} [lookedAt]
 */

/** @param {PlayModel} model */
export function highlightChoices(model) {
  const { board, chooser } = model;
  const state = model.shown.value;
  if (!board) return;
  const view = state.view;
  if (
    model.lookingBack.value !== null ||
    !isYours(state) ||
    view.phase !== "play" ||
    chooser.sending.value ||
    !chooser.ready.value
  ) {
    board.clear();
    markNamed(model);
    return;
  }
  const company = model.company;
  const marbles = chooser.preview.value ?? view.marbles;
  const owners = ownersOf(marbles);
  const chosen = chooser.marble.value;
  // Without a card or a marble nothing glows yet: the board would be full of it.
  const begun = chooser.card.value !== null || chosen !== null || chooser.partial.value;
  const targets = begun ? chooser.targets() : [];
  const sources = chooser.sources().filter((field) => field !== chosen && !targets.some((one) => one.field === field));
  board.highlight({
    marbles: sources.map((field) => ({
      field,
      label: field.endsWith("-") ? t("table.marble_in_kennel") : tellMarble(field, state.you, company, owners),
    })),
    targets: targets.map(({ field, way }) => {
      const move = /** @type {any} */ (way.move);
      const text = tellMove(move, actsAs(way.play), state.you, company, owners);
      const sends = way.sends.length ? `, ${t("table.sends_home", { count: way.sends.length })}` : "";
      return { field, label: `${text}${sends}`, sends: way.sends, path: pathOf(board, way, chosen, owners) };
    }),
    chosen,
    onPick: (field) => chooser.tapField(field),
  });
}

/** Mark the fields of what is told beside the board: a play of the past, or why one lays down. @param {PlayModel} model */
function markNamed(model) {
  const past = model.lookedAt?.event.play;
  const stuck = model.shown.value.stuck;
  const reasons = Object.values(stuck ?? {}).map(([first]) => first.facts);
  model.board?.markNamed(fieldsIn(past ?? reasons));
}

/** Tell why something is not possible, and show the fields that it is about. @param {PlayModel} model @param {any} why */
export function explain(model, why) {
  notify(tellWhy(why, model.company), why.rule, () => model.board && markNamed(model));
  model.board?.markNamed(fieldsIn(why.facts));
}

/**
 * @param {import("./board.js").Board} board
 * @param {import("./play_builder.js").Way} way
 * @param {string|null} chosen
 * @param {Record<string, string>} owners
 */
function pathOf(board, way, chosen, owners) {
  const move = way.move;
  if (!move || move.swap) return chosen && move ? [move.source, move.target] : undefined;
  const owner = owners[move.source] ?? move.source[0];
  const backwards = actsAs(way.play) === "4" && !board.isAhead(move.source, move.target, 4);
  return board.geometry.path(move.source, move.target, owner, backwards);
}

/** Whether it is the reader who has to decide. @param {any} state */
export function isYours(state) {
  const view = state?.view;
  if (!view || state.status !== "playing" || !state.you) return false;
  return view.phase === "give" ? !view.has_given.includes(state.you) : view.turn === state.you;
}
