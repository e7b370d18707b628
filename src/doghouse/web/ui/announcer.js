// Announcements for screen readers, in one live region, and short notices for everyone.

import { html, signal } from "../app/html.js";
import { t } from "../app/i18n.js";
import { path } from "../app/router.js";

const MAX_SPOKEN = 5;
const spoken = signal(/** @type {{number: number, text: string}[]} */ ([]));
let numbers = 0;
const notice = signal(/** @type {{text: string, rule?: string}|null} */ (null));
let clearTimer = 0;
let onClear = () => {};

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  numbers += 1;
  spoken.value = [...spoken.value.slice(1 - MAX_SPOKEN), { number: numbers, text }];
}

/**
 * Show a notice for some seconds: why something was not possible.
 * @param {string} text
 * @param {string} [rule] the number of the rule to link to; from a game it opens in another tab
 * @param {() => void} [onGone] called when the notice is gone
 */
export function notify(text, rule, onGone = () => {}) {
  clear();
  notice.value = { text, rule };
  onClear = onGone;
  announce(text);
  clearTimer = setTimeout(clear, 7000);
}

function clear() {
  clearTimeout(clearTimer);
  notice.value = null;
  onClear();
  onClear = () => {};
}

export function Announcer() {
  // Keyed elements: a screen reader reads an element that is new or changes.
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
