// Links of a finished game: a moment of the replay, the record, the fairness check.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { notify } from "../ui/announcer.js";
import { copyText } from "../ui/clipboard.js";
import { Icon } from "../ui/icons.js";

/** @param {{code: string}} props */
export const ShareLinks = ({ code }) => html`
  <a class="button quiet" href=${`/api/tables/${code}/record`} download=${`${code}.dog`}><${Icon} name="download" />${t("after.download")}</a>
  <a class="button quiet" href=${`/verify#${code}`}><${Icon} name="fairness" />${t("after.fairness")}</a>
`;

/** @param {{code: string, at: number}} props */
export function CopyLink({ code, at }) {
  const copy = async () => {
    const link = `${location.origin}/replay/${code}#${at + 1}`;
    notify((await copyText(link)) ? t("after.copied") : t("after.copy_failed", { link }));
  };
  return html`<button type="button" class="button quiet" onClick=${copy}><${Icon} name="link" />${t("after.copy_link")}</button>`;
}
