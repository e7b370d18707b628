// Asking others to a table: by link, by code, by QR.

import { get } from "../app/api.js";
import { html, useEffect, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { announce } from "./announcer.js";
import { Icon } from "./icons.js";

const THANKS = 2500; // milliseconds for which a button says that it is done
const HERE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @param {{code: string, about?: any}} shown `about` is what the house says of the table
 */
export function Invite({ code, about }) {
  const [link, setLink] = useState(`${location.origin}/t/${code}`);
  useEffect(() => {
    // The house knows by which address others find it; to this browser it may be only "localhost".
    get(`/api/tables/${code}/links`).then(
      (links) => setLink(links.link),
      () => {},
    );
  }, [code]);
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), THANKS) : 0;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (!(await copied(link, field.current))) return;
    setCopied(true);
    announce(t("invite.copied"));
  };
  const share = () =>
    navigator
      .share({ title: "Doghouse", text: t("invite.share_text", { players: about?.rules?.players ?? 4 }), url: link })
      .catch(() => {}); // changed their mind
  return html`
    <div class="panel home-invite">
      <div class="home-invite-words">
        <p class="home-invite-code">
          <span class="soft small">${t("invite.code")}</span>
          <strong aria-label=${[...code].join(" ")}>${code.slice(0, 3)}<span class="gap"></span>${code.slice(3)}</strong>
        </p>
        <label class="labelled">
          ${t("invite.link")}
          <input
            ref=${field}
            class="text-input home-link"
            readonly
            value=${link}
            onFocus=${(/** @type {any} */ event) => event.currentTarget.select()}
          />
        </label>
        <div class="row">
          ${
            "share" in navigator &&
            html`<button type="button" class="button" onClick=${share}><${Icon} name="share" />${t("invite.share")}</button>`
          }
          <button type="button" class="button ${"share" in navigator ? "quiet" : ""}" onClick=${copy}>
            <${Icon} name=${isCopied ? "done" : "copy"} />${t(isCopied ? "invite.copied" : "invite.copy")}
          </button>
        </div>
        ${HERE.includes(new URL(link).hostname) && html`<p class="soft small">${t("invite.only_here")}</p>`}
      </div>
      <figure class="home-qr">
        <img src="/api/tables/${code}/qr.svg" alt=${t("invite.qr", { code })} width="164" height="164" />
        <figcaption class="soft small">${t("invite.qr_hint")}</figcaption>
      </figure>
    </div>
  `;
}

/**
 * Whether it could be copied; without TLS browsers have no clipboard but know the old way.
 * @param {string} text
 * @param {HTMLInputElement|null} field where it stands
 */
async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy");
  }
}
