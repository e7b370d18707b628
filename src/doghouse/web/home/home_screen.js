// The first screen: one click to a game, and the other ways to a table.

import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { BoardPicture } from "../board/picture.js";
import { Icon } from "../ui/icons.js";
import { Screen } from "../ui/page_frame.js";
import { JoinCode } from "./join_code.js";
import { RunningGames } from "./my_games_screen.js";
import { NameForm } from "./name_form.js";
import { OpenTables } from "./open_tables.js";
import { PlayNow } from "./play_now.js";

const MARBLES = {
  A: ["A+4", "A+3", "B6", "A-"],
  B: ["B+4", "C2", "D11", "B-"],
  C: ["C0", "C+3", "D5", "A10"],
  D: ["D14", "A3", "D-", "D-"],
};

/** The cards: sign, rotation, position. */
const CARDS = /** @type {[string, number, number, number][]} */ ([
  ["7", -14, -2.9, 0.5],
  ["K", -1, 0, 0],
  ["★", 12, 2.9, 0.4],
]);

export function Home() {
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
      <${RunningGames} />
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

/** @param {{to: string, title: string, hint: string}} props */
const Way = ({ to, title, hint }) => html`
  <a class="panel home-way" href=${to}>
    <span><strong>${title}</strong><span class="soft small">${hint}</span></span>
    <${Icon} name="next" />
  </a>
`;

/** The board in the middle of a game, and some cards. */
const Hero = () => html`
  <div class="home-picture" aria-hidden="true">
    <${BoardPicture} sections=${4} seats=${Object.keys(MARBLES)} marbles=${MARBLES}>
      <g transform="scale(.92)">${CARDS.map(([sign, turn, x, y]) => html`<${Card} key=${sign} sign=${sign} turn=${turn} x=${x} y=${y} />`)}</g>
    <//>
  </div>
`;

/** @param {{sign: string, turn: number, x: number, y: number}} props */
const Card = ({ sign, turn, x, y }) => html`
  <g class="card ${sign === "★" ? "joker" : ""}" transform="translate(${x} ${y}) rotate(${turn})">
    <rect class="card-shade" x="-1.72" y="-2.4" width="3.6" height="5.2" rx=".45" />
    <rect class="card-face" x="-1.8" y="-2.6" width="3.6" height="5.2" rx=".45" />
    <text class="card-corner" x="-1.1" y="-1.35">${sign}</text>
    <text class="card-sign" y=".95">${sign}</text>
  </g>
`;
