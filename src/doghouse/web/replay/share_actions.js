// What one can take along from a game that is over: a link, the record, the proof that it was fair.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { notify } from "../ui/announcer.js";
import { Icon } from "../ui/icons.js";

/** @param {{code: string}} shown */
export const TakeAlong = ({ code }) => html`
  <a class="button quiet" href=${`/api/tables/${code}/record`} download=${`${code}.dog`}><${Icon} name="download" />${t("after.download")}</a>
  <a class="button quiet" href=${`/verify#${code}`}><${Icon} name="fairness" />${t("after.fairness")}</a>
`;

/** @param {{code: string, at: number}} shown */
export function CopyLink({ code, at }) {
  const copy = async () => {
    const link = `${location.origin}/replay/${code}#${at + 1}`;
    notify((await copied(link)) ? t("after.copied") : t("after.copy_failed", { link }));
  };
  return html`<button type="button" class="button quiet" onClick=${copy}><${Icon} name="link" />${t("after.copy_link")}</button>`;
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text); // a page without https has no clipboard
  }
}

/** @param {string} text */
function copiedByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "only-spoken";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
