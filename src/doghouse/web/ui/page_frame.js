// The frame of every screen but the table's: header with the logo, footer with links.
/** @import { Children } from "../app/html.js" */

import { html, useEffect } from "../app/html.js";
import { t } from "../app/i18n.js";
import { Icon } from "./icons.js";
import { LanguagePicker } from "./language_picker.js";
import { SoundButton, ThemeButton } from "./quick_toggles.js";
import { useTitle } from "./use_title.js";

let isFirst = true;

/**
 * @param {{title: string, kind?: string, children?: Children}} props `title` is that of the document
 */
export function Screen({ title, kind = "", children }) {
  useTitle(title);
  useEffect(() => {
    // Screen readers continue at the heading of the new screen.
    if (!isFirst) /** @type {HTMLElement|null} */ (document.querySelector("main h1"))?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return html`
    <div class="home-screen ${kind}">
      <header class="home-header">
        <${Wordmark} />
        <div class="home-tools">
          <${LanguagePicker} />
          <${SoundButton} />
          <${ThemeButton} />
        </div>
      </header>
      <main>${children}</main>
      <${Footer} />
    </div>
  `;
}

/** The heading of a screen, with the way back. @param {{children?: Children}} props */
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

/** The logo: a kennel with a marble at home. */
const Wordmark = () => html`
  <a class="home-wordmark" href="/">
    <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true" focusable="false">
      <path class="house" d="M7 24v17a2 2 0 0 0 2 2h30a2 2 0 0 0 2-2V24L24 9.5z" />
      <path class="plank" d="M8 30h32M8 36.5h32" />
      <path class="door" d="M15 43V33a9 9 0 0 1 18 0v10z" />
      <circle class="marble" cx="24" cy="36.5" r="6.2" />
      <circle class="gleam" cx="21.9" cy="34.2" r="1.7" />
      <path class="roof" d="M3.5 25.5 24 7.5l20.5 18" />
    </svg>
    <span>Doghouse</span>
  </a>
`;
