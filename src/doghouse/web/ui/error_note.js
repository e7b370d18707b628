// Errors in words.
import { RequestRefusedError } from "../app/api.js";
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { refusalText } from "../app/refusals.js";

/** @param {unknown} error */
export function errorText(error) {
  return error instanceof RequestRefusedError ? refusalText(error) : t("home.no_house"); // no answer at all
}

/** @param {{text: string, id?: string}} props */
export const ErrorNote = ({ text, id }) =>
  html`<p class="home-problem" role="alert" id=${id} hidden=${!text}>${text}</p>`;
