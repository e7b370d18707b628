// What a screen reader hears: one live region for the whole page, and short notices that everyone sees.
import { html, signal } from "./ui.js";

const spoken = signal(/** @type {string[]} */ ([]));
const notice = signal(/** @type {{text: string, link?: string}|null} */ (null));
let clearing = 0;

/** @param {string} text */
export function announce(text) {
  if (text) spoken.value = [...spoken.value.slice(-4), text];
}

/** Tell everyone, for some seconds: why something was not possible. @param {string} text @param {string} [link] */
export function notify(text, link) {
  notice.value = { text, link };
  announce(text);
  clearTimeout(clearing);
  clearing = setTimeout(() => (notice.value = null), 7000);
}

export function Announcer() {
  return html`
    <div class="only-spoken" role="log" aria-live="polite">
      ${spoken.value.map((text, place) => html`<p key=${`${place}${text}`}>${text}</p>`)}
    </div>
    ${notice.value &&
    html`<div class="notice">
      <span>${notice.value.text}</span>
      ${notice.value.link && html`<a href=${notice.value.link}>${"?"}</a>`}
      <button type="button" class="plain" aria-label="×" onClick=${() => (notice.value = null)}>×</button>
    </div>`}
  `;
}
