// What went wrong, in words.
import { Refused } from "../app/api.js";
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { refusalText } from "../app/refusals.js";

/** @param {unknown} error */
export function problemText(error) {
  return error instanceof Refused ? refusalText(error) : t("home.no_house"); // the latter: no answer at all
}

/** @param {{text: string, id?: string}} shown */
export const Problem = ({ text, id }) =>
  html`<p class="home-problem" role="alert" id=${id} hidden=${!text}>${text}</p>`;
