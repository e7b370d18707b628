// A game that is over, to see again: all hands open, forwards and backwards.

import { get } from "../app/api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { readPlay } from "../app/notation.js";
import { MARKS, seatsOf, sectionsOf } from "../app/players.js";
import { CardFace } from "../board/card_face.js";
import { Icon } from "../ui/icons.js";
import { useTitle } from "../ui/use_title.js";
import { distinctNames, giftsOf, tellMoment } from "./moment_text.js";
import { MovesList } from "./moves_list.js";
import { OpenHands, SmallCard } from "./open_hands.js";
import { Standings, tellOutcome } from "./outcome.js";
import { Playback } from "./playback.js";
import { Controls, SpeedChoice } from "./playback_controls.js";
import { BoardView } from "./replay_board.js";
import { Scrubber } from "./scrubber.js";
import { CopyLink, TakeAlong } from "./share_actions.js";
import { Statistics } from "./statistics.js";

const SETTLED = 200; // milliseconds on a moment, before the address tells of it: browsers limit how often it may change

/** @param {{code: string}} shown */
export function ReplayScreen({ code }) {
  const [playback, setPlayback] = useState(/** @type {Playback|null} */ (null));
  const [you, setYou] = useState(/** @type {string|null} */ (null));
  const [problem, setProblem] = useState(/** @type {string|null} */ (null));
  useTitle(`${t("after.replay")} ${code} · Doghouse`);
  useEffect(() => {
    const table = `/api/tables/${code}`;
    // Whoever sat at the table sees it from there; without that the replay can be seen as well.
    Promise.all([get(`${table}/replay`), get(table).catch(() => null)]).then(
      ([replay, about]) => {
        setYou(about?.you ?? null);
        setPlayback(new Playback(replay, placeInAddress() ?? 0));
      },
      (error) => setProblem(["not_over", "no_such_table"].includes(error.code) ? error.code : "failed"),
    );
  }, [code]);
  if (problem) return html`<${NoReplay} code=${code} problem=${problem} />`;
  if (!playback)
    return html`<main class="page"><h1 class="only-spoken">${t("after.replay")}</h1><p class="soft">${t("web.loading")}</p></main>`;
  return html`<${Watching} playback=${playback} you=${you} />`;
}

/** @param {{code: string, problem: string}} shown */
const NoReplay = ({ code, problem }) => html`
  <main class="page stack">
    <h1>${t("after.replay")}</h1>
    <p>${t(`after.${problem}`, { code })}</p>
    <p class="row">
      ${problem === "not_over" && html`<a class="button" href=${`/t/${code}`}>${t("after.to_table")}</a>`}
      <a class="button quiet" href="/">${t("web.home")}</a>
    </p>
  </main>
`;

/** @param {{playback: Playback, you: string|null}} shown */
function Watching({ playback, you }) {
  const { replay } = playback;
  const company = { rules: replay.rules, names: distinctNames(replay.seats), you };
  const moment = playback.moment.value;
  const round = playback.round.value;
  const told = tellMoment(moment, company, round.starter);
  useEffect(() => () => playback.pause(), [playback]);
  useAddress(playback);
  return html`
    <main class="replay">
      <div class="stage">
        <header class="replay-top">
          <a class="plain" href=${`/t/${replay.code}`} aria-label=${t("after.to_table")} title=${t("after.to_table")}><${Icon} name="back" /></a>
          <h1>${t("after.replay")} <span class="soft">${replay.code}</span></h1>
          <p class="where">
            ${t("panel.round", { number: round.number })}<span class="soft"> · ${t("after.position_of", { at: playback.at.value + 1, count: playback.end + 1 })}</span>
          </p>
        </header>
        <${ReplayBoard} playback=${playback} below=${you ?? seatsOf(replay.rules)[0]} />
        <div class="replay-bar">
          <${Told} moment=${moment} told=${told} company=${company} />
          <${SpeedChoice} />
          <${Scrubber} playback=${playback} told=${told} />
          <${Controls} playback=${playback} />
        </div>
        <div class="replay-side">
          <${OpenHands} moment=${moment} company=${company} />
          <${MovesList} playback=${playback} company=${company} />
        </div>
      </div>
      <div class="replay-actions">
        <${CopyLink} code=${replay.code} at=${playback.at.value} />
        <${TakeAlong} code=${replay.code} />
      </div>
      <section class="panel replay-result" aria-labelledby="result-heading">
        <h2 id="result-heading">${tellOutcome(replay.result, company)}</h2>
        <${Standings} outcome=${replay.result} company=${company} />
        <h3>${t("after.statistics")}</h3>
        <${Statistics} statistics=${replay.statistics} company=${company} />
      </section>
    </main>
  `;
}

/** @param {{playback: Playback, below: string}} shown */
function ReplayBoard({ playback, below }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useLayoutEffect(() => {
    const sections = /** @type {4|6} */ (sectionsOf(playback.replay.rules));
    playback.drawOn(
      new BoardView(/** @type {HTMLElement} */ (box.current), { sections, below, label: t("after.board") }),
    );
    return () => playback.drawOn(null);
  }, [playback, below]);
  const { frame } = playback.moment.value;
  const card = frame.play ? readPlay(frame.play).card : "";
  return html`
    <div class="replay-board">
      <div class="frame" ref=${box}></div>
      ${card && html`<div class="replay-pile" aria-hidden="true"><span class="card still" key=${playback.at.value}><${CardFace} card=${card} /></span></div>`}
    </div>
  `;
}

/** @param {{moment: import("./replay_frames.js").Moment, told: string, company: import("./moment_text.js").Company}} shown */
function Told({ moment, told, company }) {
  const { frame } = moment;
  const seat = frame.kind === "play" ? frame.seat : undefined;
  return html`
    <div class=${`told ${seat ? `seat-${seat.toLowerCase()}` : ""}`} aria-live="polite" aria-atomic="true">
      ${seat && html`<span class="disc" aria-hidden="true">${MARKS[seat]}</span>`}
      ${
        frame.kind === "exchange"
          ? html`<ul class="gifts">
            ${giftsOf(frame, company).map(
              ({ giver, receiver, card, text }) => html`
                <li key=${giver}>
                  <span class="gift" aria-hidden="true" title=${text}>
                    <span class=${`disc seat-${giver.toLowerCase()}`}>${MARKS[giver]}</span><${SmallCard} card=${card} />→<span
                      class=${`disc seat-${receiver.toLowerCase()}`}
                      >${MARKS[receiver]}</span
                    >
                  </span>
                  <span class="only-spoken">${text}</span>
                </li>
              `,
            )}
          </ul>`
          : html`<p>${told}</p>`
      }
    </div>
  `;
}

/** The moment that the address asks for, counted from 0. */
function placeInAddress() {
  const number = Number(location.hash.slice(1));
  return Number.isInteger(number) && number > 0 ? number - 1 : null;
}

/** The address follows where one is, and one follows the address. @param {Playback} playback */
function useAddress(playback) {
  const at = playback.at.value;
  useEffect(() => {
    const asked = () => playback.goTo(placeInAddress() ?? 0);
    addEventListener("hashchange", asked);
    return () => removeEventListener("hashchange", asked);
  }, [playback]);
  useEffect(() => {
    if ((placeInAddress() ?? 0) === at) return undefined;
    const settled = setTimeout(() => history.replaceState(history.state, "", `#${at + 1}`), SETTLED);
    return () => clearTimeout(settled);
  }, [at]);
}
