// The first screen: one click to a game, and every other way to a table.

import { askAboutHouse } from "../app/editions.js";
import { html, useEffect } from "../app/html.js";
import { t } from "../app/i18n.js";
import { Icon } from "../ui/home_icons.js";
import { Screen } from "../ui/page_frame.js";
import { Hero } from "./hero.js";
import { JoinCode } from "./join_code.js";
import { GamesUnderWay } from "./my_games_screen.js";
import { NameForm } from "./name_form.js";
import { OpenTables } from "./open_tables.js";
import { PlayNow } from "./play_now.js";

export function Home() {
  useEffect(askAboutHouse, []);
  return html`
    <${Screen} title=${t("home.page_title")} kind="first">
      <section class="home-hero">
        <div class="home-welcome">
          <h1 tabindex="-1">${phrases(t("home.headline"))}</h1>
          <p class="home-lead">${t("home.lead")}</p>
          <${PlayNow} />
        </div>
        <${Hero} />
      </section>
      <div class="home-ways">
        <${JoinCode} />
        <${Way} to="/new" title=${t("home.new_table")} hint=${t("home.new_table_hint")} />
        <${Way} to="/learn" title=${t("home.learn")} hint=${t("home.learn_hint")} />
      </div>
      <${GamesUnderWay} />
      <${OpenTables} />
      <section class="panel home-you" aria-labelledby="you">
        <h2 id="you" class="only-spoken">${t("home.you")}</h2>
        <${NameForm} />
        <a class="home-all-settings" href="/settings"><${Icon} name="settings" />${t("home.all_settings")}</a>
      </section>
    <//>
  `;
}

/** A line that breaks only after its commas. @param {string} text */
const phrases = (text) => text.split(/(?<=,) /).map((phrase) => html`<span key=${phrase}>${phrase} </span>`);

/** @param {{to: string, title: string, hint: string}} shown */
const Way = ({ to, title, hint }) => html`
  <a class="panel home-way" href=${to}>
    <span><strong>${title}</strong><span class="soft small">${hint}</span></span>
    <${Icon} name="next" />
  </a>
`;
