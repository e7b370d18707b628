// What a screen reader hears: one live region for the whole page, and short notices that everyone sees.

import { html, signal } from "../app/html.js";
import { t } from "../app/i18n.js";
import { path } from "../app/router.js";

const MOST_SPOKEN = 5;
const spoken = signal(/** @type {{number: number, text: string}[]} */ ([]));
let numbers = 0;
const notice = signal(/** @type {{text: string, rule?: string}|null} */ (null));
let clearing = 0;
let whenGone = () => {};

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  numbers += 1;
  spoken.value = [...spoken.value.slice(1 - MOST_SPOKEN), { number: numbers, text }];
}

/**
 * Tell everyone, for some seconds: why something was not possible.
 * @param {string} text
 * @param {string} [rule] the number of the rule that says so; a game is not left for a look at it
 * @param {() => void} [gone] what to do when it is not shown any more
 */
export function notify(text, rule, gone = () => {}) {
  clear();
  notice.value = { text, rule };
  whenGone = gone;
  announce(text);
  clearing = setTimeout(clear, 7000);
}

function clear() {
  clearTimeout(clearing);
  notice.value = null;
  whenGone();
  whenGone = () => {};
}

export function Announcer() {
  // A text keeps its element while it is here: an element that is new or changes is read out.
  return html`
    <div class="only-spoken" role="log" aria-live="polite">
      ${spoken.value.map(({ number, text }) => html`<p key=${number}>${text}</p>`)}
    </div>
    ${
      notice.value &&
      html`<aside class="notice">
      <span>${notice.value.text}</span>
      ${
        notice.value.rule &&
        html`<a href=${`/rules#${notice.value.rule}`} target=${path.value.startsWith("/t/") ? "_blank" : undefined}>${t("rules.link", { rule: notice.value.rule })}</a>`
      }
      <button type="button" class="plain" aria-label=${t("web.close")} onClick=${clear}>×</button>
    </aside>`
    }
  `;
}
