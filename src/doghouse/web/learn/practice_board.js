// The board of the lesson: that of the table, which also reports taps on fields that do not glow.
/** @import { LessonModel } from "./lesson_model.js" */
import { html, useLayoutEffect, useRef, useSyncEffect } from "../app/html.js";
import { t } from "../app/i18n.js";
import { Board } from "../board/board.js";
import { showChoices } from "../board/highlights.js";

const REACH = 0.6; // how far from a field, in fields, a tap still means it

/** @param {{model: LessonModel}} props */
export function PracticeBoard({ model }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useLayoutEffect(() => {
    const board = new Board(/** @type {HTMLElement} */ (box.current), {
      sections: 4,
      below: "A",
      label: t("table.board"),
    });
    board.show(model.state.value.view.marbles);
    model.board.value = board;
    const onClick = (/** @type {Event} */ event) => {
      const field = missedField(board, /** @type {PointerEvent} */ (event));
      if (!field) return;
      event.stopImmediatePropagation();
      model.miss(field);
    };
    // Before the board itself, whose choices may change by the tap.
    board.svg.addEventListener("click", onClick, { capture: true });
    return () => {
      model.board.value = null;
    };
  }, [model]);
  useSyncEffect(() => {
    const preview = model.builder.preview.value;
    model.board.value?.show(preview ?? model.state.peek().view.marbles);
  });
  useSyncEffect(() => showChoices(model));
  return html`<div class="lesson-board" ref=${box}></div>`;
}

/**
 * The field that was tapped, unless one that can be chosen is meant.
 * @param {Board} board
 * @param {PointerEvent} event
 */
function missedField(board, event) {
  const { picking, geometry } = board;
  const choices = picking ? [...picking.targets, ...picking.marbles] : [];
  const { x, y } = board.pointOf(event);
  const kennels = [...geometry.kennels].flatMap(([seat, places]) =>
    places.map((place) => ({ field: `${seat}-`, place })),
  );
  const fields = [...geometry.fields].map(([field, place]) => ({ field, place }));
  const [nearest] = [...kennels, ...fields]
    .map(({ field, place }) => ({ field, distance: Math.hypot(place.x - x, place.y - y) }))
    .sort((one, other) => one.distance - other.distance);
  if (nearest.distance > REACH || nearest.field === picking?.chosen) return null;
  if (choices.some(({ field }) => field === nearest.field)) return null;
  // A finger may mean a neighbour that glows; a mouse means what it points at.
  return event.pointerType !== "mouse" && board.nearest(event, choices) ? null : nearest.field;
}
