// Links to a rule by its number.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";

const RULES = "/rules";

/** @param {{rule: string}} props */
export const RuleLink = ({ rule }) =>
  html`<a class="rule-link" href=${`${RULES}#${rule}`}>${t("rules.link", { rule })}</a>`;

const PARTS = /(\*\*[^*]+\*\*|\bR\d{1,2}(?:\.\d)?\b)/;

/** A text of the rules: **strong** words, and the numbers of rules as links. @param {string} text */
export function prose(text) {
  return text.split(PARTS).map((part, at) => {
    if (at % 2 === 0) return part;
    if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`;
    return html`<a class="rule-link" href=${`${RULES}#${part}`}>${part}</a>`;
  });
}
