// Invites others to a table: by link, code or QR code.
/** @import { TableAbout, TableLinks } from "../app/protocol.js" */

import { get } from "../app/api.js";
import { html, useEffect, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { announce } from "./announcer.js";
import { copyText } from "./clipboard.js";
import { Icon } from "./icons.js";

const DONE_SHOWN = 2500; // milliseconds for which a button says that it is done
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @param {{code: string, about?: TableAbout|null}} props
 */
export function Invite({ code, about }) {
  const [link, setLink] = useState(`${location.origin}/t/${code}`);
  useEffect(() => {
    // The server knows by which address others reach it; to this browser it may be "localhost".
    get(`/api/tables/${code}/links`).then(
      (/** @type {TableLinks} */ links) => setLink(links.link),
      () => {},
    );
  }, [code]);
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), DONE_SHOWN) : 0;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (!(await copyText(link, field.current))) return;
    setCopied(true);
    announce(t("invite.copied"));
  };
  const share = () =>
    navigator
      .share({ title: "Doghouse", text: t("invite.share_text", { players: about?.rules.players ?? 4 }), url: link })
      .catch(() => {}); // cancelled
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
            onFocus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select()}
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
        ${LOOPBACK.includes(new URL(link).hostname) && html`<p class="soft small">${t("invite.only_here")}</p>`}
      </div>
      <figure class="home-qr">
        <img src="/api/tables/${code}/qr.svg" alt=${t("invite.qr", { code })} width="164" height="164" />
        <figcaption class="soft small">${t("invite.qr_hint")}</figcaption>
      </figure>
    </div>
  `;
}
