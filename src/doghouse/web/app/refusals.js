// The texts of refusals.
import { capitalize, hasText, t } from "./i18n.js";

/** @param {{code: string, detail: string, message: string}} refusal of a request or an act */
export function refusalText({ code, detail, message }) {
  const key = `refusal.${code}`;
  return `${capitalize(hasText(key) ? t(key, { detail }) : message)}.`; // the texts are parts of sentences
}
