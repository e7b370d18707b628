// What went wrong, in words.
import { Refused } from "../app/api.js";
import { hasText, t } from "../app/i18n.js";
import { html } from "../app/ui.js";

/** @param {unknown} error */
export function problemText(error) {
  if (!(error instanceof Refused)) return t("home.no_house"); // no answer at all
  const key = `refusal.${error.code}`;
  const isWhole = hasText(key) && !t(key).includes("{"); // a text with details that only the server knows
  const text = isWhole ? t(key) : error.message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`; // the house's texts are parts of sentences
}

/** @param {{text: string, id?: string}} shown */
export const Problem = ({ text, id }) => html`<p class="home-problem" role="alert" id=${id} hidden=${!text}>${text}</p>`;
