// Setting up a table: every choice with its explanation, and beside it the board as it will be.
import { post } from "../app/api.js";
import { askAboutHouse, editionTitle } from "../app/editions.js";
import { html, useEffect, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { LEVELS } from "../app/players.js";
import { go } from "../app/router.js";
import { Problem, problemText } from "../ui/error_note.js";
import { Choice, Switch } from "../ui/form_controls.js";
import { Heading, Screen } from "../ui/page_frame.js";
import {
  EDITIONS,
  isAlone,
  keepWishes,
  lastWishes,
  mostPlayers,
  PACES,
  possible,
  requestFor,
  teamsOf,
} from "./new_table_options.js";
import { NewTablePicture } from "./new_table_preview.js";
import { paceText, teamsText } from "./table_summary.js";

/**
 * @typedef {import("./new_table_options.js").Wishes} Wishes
 * @typedef {{wishes: Wishes, wish: (change: Partial<Wishes>) => void}} Part
 */

export function NewTable() {
  useEffect(askAboutHouse, []);
  const [wishes, setWishes] = useState(lastWishes);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  /** @param {Partial<Wishes>} change */
  const wish = (change) => {
    const next = possible({ ...wishes, ...change });
    setWishes(next);
    keepWishes(next);
    setProblem("");
  };
  /** @param {Event} event */
  const setUp = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const { code } = await post("/api/tables", requestFor(wishes));
      go(`/t/${code}`);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  const part = { wishes, wish };
  return html`
    <${Screen} title=${t("new_table.page_title")}>
      <${Heading}>${t("home.new_table")}<//>
      <form class="home-new" onSubmit=${setUp} noValidate>
        <div class="home-new-choices">
          <section class="panel home-group"><${Game} ...${part} /></section>
          <section class="panel home-group"><${Variants} ...${part} /></section>
          <section class="panel home-group"><${Company} ...${part} /></section>
          <section class="panel home-group"><${Manner} ...${part} /></section>
        </div>
        <div class="home-new-side">
          <${NewTablePicture} wishes=${wishes} />
          <div class="home-new-go">
            <${Problem} text=${problem} />
            <button class="button wide home-big" aria-busy=${isBusy ? "true" : "false"}>${t("new_table.set_up")}</button>
            <p class="soft small">${t("new_table.then")}</p>
          </div>
        </div>
      </form>
    <//>
  `;
}

/** @param {Part} part */
function Game({ wishes, wish }) {
  const teams = teamsOf(wishes);
  return html`
    <h2>${t("new_table.game")}</h2>
    <${Choice}
      name="edition"
      legend=${t("new_table.edition")}
      options=${EDITIONS.map((name) => ({ value: name, label: editionTitle(name) }))}
      value=${wishes.edition}
      hint=${t(`new_table.edition_${wishes.edition}`)}
      choose=${(/** @type {string} */ edition) => wish({ edition })}
    />
    <${Choice}
      name="players"
      legend=${t("new_table.players")}
      options=${[2, 3, 4, 5, 6].map((count) => ({
        value: count,
        label: String(count),
        isOff: count > mostPlayers(wishes.edition),
      }))}
      value=${wishes.players}
      hint=${t(`new_table.players_${wishes.players}`)}
      choose=${(/** @type {number} */ players) => wish({ players })}
    />
    ${
      wishes.players === 6 &&
      html`<${Choice}
      name="teams"
      legend=${t("new_table.teams")}
      options=${["pairs", "trios"].map((name) => ({ value: name, label: teamsText(name) }))}
      value=${wishes.six}
      hint=${t(`new_table.teams_${teams}`)}
      choose=${(/** @type {string} */ six) => wish({ six })}
    />`
    }
  `;
}

/** @param {Part} part */
function Variants({ wishes, wish }) {
  const alone = isAlone(wishes);
  return html`
    <h2>${t("new_table.variants")}</h2>
    <${Switch}
      name="canadian"
      label=${t("new_table.canadian")}
      hint=${t(alone ? "new_table.canadian_alone" : "new_table.canadian_hint")}
      isOn=${wishes.canadian && !alone}
      isFixed=${alone}
      choose=${(/** @type {boolean} */ canadian) => wish({ canadian })}
    />
    <${Switch}
      name="no_joker"
      label=${t("new_table.no_joker")}
      hint=${t("new_table.no_joker_hint")}
      isOn=${!wishes.lastJoker}
      choose=${(/** @type {boolean} */ isOn) => wish({ lastJoker: !isOn })}
    />
    <${Switch}
      name="quick"
      label=${t("new_table.quick")}
      hint=${t(alone ? "new_table.quick_alone" : "new_table.quick_hint")}
      isOn=${wishes.quick || alone}
      isFixed=${alone}
      choose=${(/** @type {boolean} */ quick) => wish({ quick })}
    />
  `;
}

/** Who plays. @param {Part} part */
function Company({ wishes, wish }) {
  const most = wishes.players - (wishes.plays ? 1 : 0);
  return html`
    <h2>${t("new_table.company")}</h2>
    <${Choice}
      name="plays"
      legend=${t("home.you")}
      options=${[true, false].map((plays) => ({ value: plays, label: t(plays ? "new_table.play_along" : "new_table.only_watch") }))}
      value=${wishes.plays}
      hint=${t(wishes.plays ? "new_table.play_along_hint" : "new_table.only_watch_hint")}
      choose=${(/** @type {boolean} */ plays) => wish({ plays })}
    />
    <${Choice}
      name="bots"
      legend=${t("new_table.bots")}
      options=${Array.from({ length: most + 1 }, (_, count) => ({ value: count, label: String(count) }))}
      value=${wishes.bots}
      hint=${wishes.bots === most ? t("new_table.bots_full") : t("new_table.bots_hint", { count: most - wishes.bots })}
      choose=${(/** @type {number} */ bots) => wish({ bots })}
    />
    ${
      wishes.bots > 0 &&
      html`<${Choice}
      name="level"
      legend=${t("new_table.level")}
      options=${LEVELS.map((name) => ({ value: name, label: t(`level.${name}`) }))}
      value=${wishes.level}
      hint=${t(`new_table.level_${wishes.level}`)}
      choose=${(/** @type {string} */ level) => wish({ level })}
    />`
    }
  `;
}

/** How fast, and for whom. @param {Part} part */
function Manner({ wishes, wish }) {
  const { pace, isPublic } = wishes;
  const kind = pace === null ? "none" : pace < 3600 ? "live" : "days";
  return html`
    <h2>${t("new_table.manner")}</h2>
    <${Choice}
      name="pace"
      legend=${t("new_table.pace")}
      options=${PACES.map((value) => ({ value, label: paceText(value) }))}
      value=${pace}
      hint=${t(`new_table.pace_${kind}`)}
      choose=${(/** @type {number|null} */ value) => wish({ pace: value })}
    />
    <${Choice}
      name="public"
      legend=${t("new_table.access")}
      options=${[false, true].map((open) => ({ value: open, label: t(open ? "new_table.public" : "new_table.private") }))}
      value=${isPublic}
      hint=${t(isPublic ? "new_table.public_hint" : "new_table.private_hint")}
      choose=${(/** @type {boolean} */ open) => wish({ isPublic: open })}
    />
  `;
}
