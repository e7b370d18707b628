// Why the house said no, in the reader's language.
import { hasText, t } from "./i18n.js";

/** @param {{code: string, detail: string, message: string}} refused a request or an act that the house refused */
export function refusalText({ code, detail, message }) {
  const key = `refusal.${code}`;
  const text = hasText(key) ? t(key, { detail }) : message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`; // the house's texts are parts of sentences
}
