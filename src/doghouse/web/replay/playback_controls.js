// The buttons and keys of a replay.
import { fieldValue, html, useEffect } from "../app/html.js";
import { t } from "../app/i18n.js";
import { speed } from "../app/preferences.js";
import { Icon } from "../ui/icons.js";

/**
 * @typedef {import("./playback.js").Playback} Playback
 * @typedef {import("../ui/icons.js").IconName} IconName
 */

/** @param {{playback: Playback}} props */
export function Controls({ playback }) {
  const at = playback.at.value;
  const playing = playback.playing.value;
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => pressKey(playback, event);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [playback]);
  const atFirst = at === 0;
  const atEnd = at === playback.end;
  /** @type {[string, IconName, () => void, boolean][]} */
  const before = [
    ["first", "first", () => playback.goTo(0), atFirst],
    ["previous_round", "previous_round", () => playback.previousRound(), atFirst],
    ["back", "step_back", () => playback.back(), atFirst],
  ];
  /** @type {[string, IconName, () => void, boolean][]} */
  const after = [
    ["forward", "step_forward", () => playback.forward(), atEnd],
    ["next_round", "next_round", () => playback.nextRound(), atEnd],
    ["last", "last", () => playback.goTo(playback.end), atEnd],
  ];
  return html`
    <div class="controls" role="group" aria-label=${t("after.controls")}>
      ${before.map(([name, icon, act, off]) => html`<${Control} key=${name} name=${name} icon=${icon} act=${act} off=${off} />`)}
      <${Control} name=${playing ? "pause" : "play"} icon=${playing ? "pause" : "play"} act=${() => playback.toggle()} off=${false} />
      ${after.map(([name, icon, act, off]) => html`<${Control} key=${name} name=${name} icon=${icon} act=${act} off=${off} />`)}
    </div>
  `;
}

/**
 * A button that is off keeps the focus: it is not really disabled.
 * @param {{name: string, icon: IconName, act: () => void, off: boolean}} props
 */
const Control = ({ name, icon, act, off }) => html`
  <button
    type="button"
    class=${`control ${name === "play" || name === "pause" ? "main" : ""}`}
    aria-label=${t(`after.${name}`)}
    title=${t(`after.${name}`)}
    aria-disabled=${off}
    onClick=${() => off || act()}
  >
    <${Icon} name=${icon} />
  </button>
`;

/** @param {Event} event */
const setSpeed = (event) => {
  speed.value = /** @type {import("../app/preferences.js").Speed} */ (fieldValue(event));
};

export const SpeedChoice = () => html`
  <select
    class="speed"
    aria-label=${t("after.speed")}
    title=${t("after.speed")}
    value=${speed.value}
    onChange=${setSpeed}
  >
    <option value="slow">½×</option>
    <option value="normal">1×</option>
    <option value="fast">2×</option>
    <option value="off">${t("after.speed_off")}</option>
  </select>
`;

/** @param {Playback} playback @param {KeyboardEvent} event */
function pressKey(playback, event) {
  const focused = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || focused.closest("select, textarea, dialog")) return;
  const isLine = focused.matches("input[type=range]"); // it handles arrows itself
  if (event.key === " " && focused.closest("button, a, summary")) return;
  /** @type {Record<string, () => void>} */
  const keys = { " ": () => playback.toggle() };
  if (!isLine) {
    Object.assign(keys, {
      ArrowRight: () => playback.forward(event.repeat),
      ArrowLeft: () => playback.back(),
      PageDown: () => playback.nextRound(),
      PageUp: () => playback.previousRound(),
      Home: () => playback.goTo(0),
      End: () => playback.goTo(playback.end),
    });
  }
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
