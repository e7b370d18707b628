// Playing by keyboard: arrow keys move inside a group, and the focus follows to what can be chosen next.
/** @import { PlayBuilder } from "../board/play_builder.js" */

const GROUPS = ".hand, .over, .prompt-buttons, .which, .log ol";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

let byKeys = false; // whether the last input came from the keyboard
const setByKeys = (/** @type {Event} */ event) => {
  byKeys = event.type === "keydown";
};
addEventListener("keydown", setByKeys, true);
addEventListener("pointerdown", setByKeys, true);

/** Move the focus to the next or previous card, field or button. @param {KeyboardEvent} event */
export function moveFocus(event) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  const here = /** @type {HTMLElement|null} */ (document.activeElement);
  const group = here?.closest(GROUPS);
  if (!step || !here || !group || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button, [tabindex='0']")]);
  event.preventDefault();
  all[(all.indexOf(here) + step + all.length) % all.length]?.focus();
}

/**
 * After a choice by keyboard, focus what can be chosen next: the meaning, the confirmation, a target, a marble. If the
 * focus is elsewhere, it stays there.
 * @param {PlayBuilder} builder
 */
export function focusNextChoice(builder) {
  const here = document.activeElement;
  const { isReady, isBegun } = builder.selection.value;
  if (!byKeys || !isReady || !(here === document.body || here?.closest(GROUPS))) return;
  const selectors = isBegun
    ? [".which .button", ".confirm", ".choice.target", ".choice.movable", ".prompt-buttons .button"]
    : here === document.body
      ? [".hand .card[aria-disabled='false']"]
      : [];
  for (const selector of selectors) {
    const element = /** @type {HTMLElement|null} */ (document.querySelector(selector));
    if (!element) continue;
    if (!here?.matches(selector)) element.focus();
    return;
  }
}
