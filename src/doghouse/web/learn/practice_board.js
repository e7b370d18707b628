// The board of the lesson: the one of the table, which also says when somebody taps a field that does not glow.
import { html, useEffect, useLayoutEffect, useRef } from "../app/html.js";
import { t } from "../app/i18n.js";
import { Board } from "../board/board.js";
import { highlightChoices } from "../board/highlights.js";

const NEAR = 0.6; // how far from a field, in fields, a tap still means it

/** @param {{model: import("./lesson_model.js").LessonModel}} props */
export function PracticeBoard({ model }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  const { chooser } = model;
  const state = model.shown.value;
  useLayoutEffect(() => {
    const board = new Board(/** @type {HTMLElement} */ (box.current), {
      sections: 4,
      below: "A",
      label: t("table.board"),
    });
    model.board = board;
    board.show(state.view.marbles);
    const tapped = (/** @type {Event} */ event) => {
      const field = missed(board, /** @type {PointerEvent} */ (event));
      if (!field) return;
      event.stopImmediatePropagation();
      model.miss(field);
    };
    // Before the board itself, whose choices may change by the tap.
    board.svg.addEventListener("click", tapped, { capture: true });
    return () => (model.board = null);
  }, [model]);
  const preview = chooser.preview.value;
  useEffect(() => model.board?.show(preview ?? model.shown.value.view.marbles), [model, preview]);
  const choices = [
    chooser.ways.value,
    chooser.card.value,
    chooser.marble.value,
    chooser.partial.value,
    chooser.sending.value,
    preview,
    state,
  ];
  useEffect(() => highlightChoices(model), [model, ...choices]);
  return html`<div class="lesson-board" ref=${box}></div>`;
}

/**
 * The field that was tapped, unless one that can be chosen is meant.
 * @param {Board} board
 * @param {PointerEvent} event
 */
function missed(board, event) {
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
  if (nearest.distance > NEAR || nearest.field === picking?.chosen) return null;
  if (choices.some(({ field }) => field === nearest.field)) return null;
  // A finger may mean a neighbour that glows; a mouse means what it points at.
  return event.pointerType !== "mouse" && board.nearest(event, choices) ? null : nearest.field;
}
