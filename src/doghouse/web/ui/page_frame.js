// The frame of the screens around the table: the sign of the house above, where else to go below.

import { html, useEffect } from "../app/html.js";
import { t } from "../app/i18n.js";
import { Icon } from "./home_icons.js";
import { LanguageChoice } from "./language_picker.js";
import { SoundButton, ThemeButton } from "./quick_toggles.js";
import { useTitle } from "./use_title.js";
import { Wordmark } from "./wordmark.js";

let isFirst = true;

/**
 * @param {{title: string, kind?: string, children?: any}} shown `title` is that of the page
 */
export function Screen({ title, kind = "", children }) {
  useTitle(title);
  useEffect(() => {
    // Whoever cannot see that the screen has changed is brought to its heading.
    if (!isFirst) /** @type {HTMLElement|null} */ (document.querySelector("main h1"))?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return html`
    <div class="home-screen ${kind}">
      <header class="home-header">
        <${Wordmark} />
        <div class="home-tools">
          <${LanguageChoice} />
          <${SoundButton} />
          <${ThemeButton} />
        </div>
      </header>
      <main>${children}</main>
      <${Footer} />
    </div>
  `;
}

/** The heading of a screen, with the way back. @param {{children?: any}} shown */
export const Heading = ({ children }) => html`
  <div class="home-heading">
    <a class="plain home-back" href="/" aria-label=${t("web.home")}><${Icon} name="back" /></a>
    <h1 tabindex="-1">${children}</h1>
  </div>
`;

function Footer() {
  const links = [
    ["/learn", "home.learn"],
    ["/rules", "home.rules"],
    ["/verify", "home.fairness"],
    ["/games", "my_games.title"],
    ["/settings", "settings.title"],
  ];
  return html`
    <footer class="home-footer">
      <nav aria-label=${t("home.more")}>
        ${links.map(([to, key]) => html`<a key=${to} href=${to}>${t(key)}</a>`)}
      </nav>
    </footer>
  `;
}
