// Playing by keyboard: the arrows go round inside a group, and the focus goes along to what can be chosen next.

const GROUPS = ".hand, .over, .prompt-buttons, .which, .log ol";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

let byKeys = false; // whether the last thing done was done by keyboard
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/** Go to the next or the previous card, field or button. @param {KeyboardEvent} event */
export function goRound(event) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  const here = /** @type {HTMLElement|null} */ (document.activeElement);
  const group = here?.closest(GROUPS);
  if (!step || !here || !group || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button, [tabindex='0']")]);
  event.preventDefault();
  all[(all.indexOf(here) + step + all.length) % all.length]?.focus();
}

/**
 * Once something was chosen by keyboard, what can be chosen then has the focus: the meaning, the confirmation, a target,
 * a marble. Whoever looks at something else is left there.
 * @param {import("../board/play_builder.js").Chooser} chooser
 */
export function followChoice(chooser) {
  const here = document.activeElement;
  if (!byKeys || !chooser.ready.value || !(here === document.body || here?.closest(GROUPS))) return;
  const begun = chooser.card.value !== null || chooser.marble.value !== null || Boolean(chooser.partial.value);
  const next = begun
    ? [".which .button", ".confirm", ".choice.target", ".choice.movable", ".prompt-buttons .button"]
    : here === document.body
      ? [".hand .card[aria-disabled='false']"]
      : [];
  for (const what of next) {
    const found = /** @type {HTMLElement|null} */ (document.querySelector(what));
    if (!found) continue;
    if (!here?.matches(what)) found.focus();
    return;
  }
}
