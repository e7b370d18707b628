// The form for a new table: every option with a hint, beside a preview of the board.
/** @import { TableLinks } from "../app/protocol.js" */
import { post } from "../app/api.js";
import { editionTitle, maxPlayers } from "../app/editions.js";
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { LEVELS } from "../app/players.js";
import { go } from "../app/router.js";
import { ErrorNote, errorText } from "../ui/error_note.js";
import { Choice, Switch } from "../ui/form_controls.js";
import { Heading, Screen } from "../ui/page_frame.js";
import {
  EDITIONS,
  isAlone,
  loadOptions,
  modeOf,
  nearestPossible,
  PACES,
  requestFor,
  saveOptions,
} from "./new_table_options.js";
import { NewTablePreview } from "./new_table_preview.js";
import { paceText, teamsText } from "./table_summary.js";

/**
 * @typedef {import("./new_table_options.js").TableOptions} TableOptions
 * @typedef {{options: TableOptions, update: (change: Partial<TableOptions>) => void}} Part
 */

export function NewTable() {
  const [options, setOptions] = useState(loadOptions);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  /** @param {Partial<TableOptions>} change */
  const update = (change) => {
    const next = nearestPossible({ ...options, ...change });
    setOptions(next);
    saveOptions(next);
    setProblem("");
  };
  /** @param {Event} event */
  const create = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      /** @type {TableLinks} */
      const { code } = await post("/api/tables", requestFor(options));
      go(`/t/${code}`);
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  const part = { options, update };
  return html`
    <${Screen} title=${t("new_table.page_title")}>
      <${Heading}>${t("home.new_table")}<//>
      <form class="home-new" onSubmit=${create} noValidate>
        <div class="home-new-choices">
          <section class="panel home-group"><${Game} ...${part} /></section>
          <section class="panel home-group"><${Variants} ...${part} /></section>
          <section class="panel home-group"><${Company} ...${part} /></section>
          <section class="panel home-group"><${Pace} ...${part} /></section>
        </div>
        <div class="home-new-side">
          <${NewTablePreview} options=${options} />
          <div class="home-new-go">
            <${ErrorNote} text=${problem} />
            <button class="button wide home-big" aria-busy=${isBusy ? "true" : "false"}>${t("new_table.set_up")}</button>
            <p class="soft small">${t("new_table.then")}</p>
          </div>
        </div>
      </form>
    <//>
  `;
}

/** @param {Part} part */
function Game({ options, update }) {
  const teams = modeOf(options);
  return html`
    <h2>${t("new_table.game")}</h2>
    <${Choice}
      name="edition"
      legend=${t("new_table.edition")}
      options=${EDITIONS.map((name) => ({ value: name, label: editionTitle(name) }))}
      value=${options.edition}
      hint=${t(`new_table.edition_${options.edition}`)}
      choose=${(/** @type {string} */ edition) => update({ edition })}
    />
    <${Choice}
      name="players"
      legend=${t("new_table.players")}
      options=${[2, 3, 4, 5, 6].map((count) => ({
        value: count,
        label: String(count),
        isOff: count > maxPlayers(options.edition),
      }))}
      value=${options.players}
      hint=${t(`new_table.players_${options.players}`)}
      choose=${(/** @type {number} */ players) => update({ players })}
    />
    ${
      options.players === 6 &&
      html`<${Choice}
      name="teams"
      legend=${t("new_table.teams")}
      options=${["pairs", "trios"].map((name) => ({ value: name, label: teamsText(name) }))}
      value=${options.six}
      hint=${t(`new_table.teams_${teams}`)}
      choose=${(/** @type {"pairs"|"trios"} */ six) => update({ six })}
    />`
    }
  `;
}

/** @param {Part} part */
function Variants({ options, update }) {
  const alone = isAlone(options);
  return html`
    <h2>${t("new_table.variants")}</h2>
    <${Switch}
      name="canadian"
      label=${t("new_table.canadian")}
      hint=${t(alone ? "new_table.canadian_alone" : "new_table.canadian_hint")}
      isOn=${options.canadian && !alone}
      isFixed=${alone}
      choose=${(/** @type {boolean} */ canadian) => update({ canadian })}
    />
    <${Switch}
      name="no_joker"
      label=${t("new_table.no_joker")}
      hint=${t("new_table.no_joker_hint")}
      isOn=${!options.lastJoker}
      choose=${(/** @type {boolean} */ isOn) => update({ lastJoker: !isOn })}
    />
    <${Switch}
      name="quick"
      label=${t("new_table.quick")}
      hint=${t(alone ? "new_table.quick_alone" : "new_table.quick_hint")}
      isOn=${options.quick || alone}
      isFixed=${alone}
      choose=${(/** @type {boolean} */ quick) => update({ quick })}
    />
  `;
}

/** People and bots. @param {Part} part */
function Company({ options, update }) {
  const max = options.players - (options.plays ? 1 : 0);
  return html`
    <h2>${t("new_table.company")}</h2>
    <${Choice}
      name="plays"
      legend=${t("home.you")}
      options=${[true, false].map((plays) => ({ value: plays, label: t(plays ? "new_table.play_along" : "new_table.only_watch") }))}
      value=${options.plays}
      hint=${t(options.plays ? "new_table.play_along_hint" : "new_table.only_watch_hint")}
      choose=${(/** @type {boolean} */ plays) => update({ plays })}
    />
    <${Choice}
      name="bots"
      legend=${t("new_table.bots")}
      options=${Array.from({ length: max + 1 }, (_, count) => ({ value: count, label: String(count) }))}
      value=${options.bots}
      hint=${options.bots === max ? t("new_table.bots_full") : t("new_table.bots_hint", { count: max - options.bots })}
      choose=${(/** @type {number} */ bots) => update({ bots })}
    />
    ${
      options.bots > 0 &&
      html`<${Choice}
      name="level"
      legend=${t("new_table.level")}
      options=${LEVELS.map((name) => ({ value: name, label: t(`level.${name}`) }))}
      value=${options.level}
      hint=${t(`new_table.level_${options.level}`)}
      choose=${(/** @type {string} */ level) => update({ level })}
    />`
    }
  `;
}

/** Pace and access. @param {Part} part */
function Pace({ options, update }) {
  const { pace, isPublic } = options;
  const kind = pace === null ? "none" : pace < 3600 ? "live" : "days";
  return html`
    <h2>${t("new_table.manner")}</h2>
    <${Choice}
      name="pace"
      legend=${t("new_table.pace")}
      options=${PACES.map((value) => ({ value, label: paceText(value) }))}
      value=${pace}
      hint=${t(`new_table.pace_${kind}`)}
      choose=${(/** @type {number|null} */ value) => update({ pace: value })}
    />
    <${Choice}
      name="public"
      legend=${t("new_table.access")}
      options=${[false, true].map((open) => ({ value: open, label: t(open ? "new_table.public" : "new_table.private") }))}
      value=${isPublic}
      hint=${t(isPublic ? "new_table.public_hint" : "new_table.private_hint")}
      choose=${(/** @type {boolean} */ open) => update({ isPublic: open })}
    />
  `;
}
