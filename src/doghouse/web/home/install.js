// Putting the house on the home screen, where the browser offers it.

import { html, signal } from "../app/html.js";
import { t } from "../app/i18n.js";

/** The browser's offer, kept until it is taken up. */
const offer = signal(/** @type {any} */ (null));

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer.value = event;
});
addEventListener("appinstalled", () => (offer.value = null));

export function Install() {
  if (!offer.value) return null;
  const install = () => {
    offer.value?.prompt();
    offer.value = null; // an offer can be taken up once
  };
  return html`
    <section class="panel home-group home-install">
      <p>${t("settings.install_hint")}</p>
      <button type="button" class="button quiet" onClick=${install}>${t("settings.install")}</button>
    </section>
  `;
}
