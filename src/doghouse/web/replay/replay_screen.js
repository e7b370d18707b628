// The replay of a finished game: all hands open, forwards and backwards.
/** @import { Company } from "../app/phrasing.js" */
/** @import { ListedTable, Replay } from "../app/protocol.js" */
/** @import { Moment } from "./replay_frames.js" */

import { get } from "../app/api.js";
import { html, useEffect, useLayoutEffect, useRef, useSignalEffect, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { parsePlay } from "../app/notation.js";
import { MARKS } from "../app/players.js";
import { CardFace } from "../board/card_face.js";
import { Icon } from "../ui/icons.js";
import { useTitle } from "../ui/use_title.js";
import { distinctNames, exchangesOf, momentText } from "./moment_text.js";
import { MovesList } from "./moves_list.js";
import { OpenHands, SmallCard } from "./open_hands.js";
import { outcomeText, Standings } from "./outcome.js";
import { Playback } from "./playback.js";
import { Controls, SpeedChoice } from "./playback_controls.js";
import { BoardView } from "./replay_board.js";
import { Scrubber } from "./scrubber.js";
import { CopyLink, ShareLinks } from "./share_actions.js";
import { Statistics } from "./statistics.js";

const ADDRESS_DELAY = 200; // milliseconds until the address follows: browsers limit how often it may change

/** @param {{code: string}} props */
export function ReplayScreen({ code }) {
  const [playback, setPlayback] = useState(/** @type {Playback|null} */ (null));
  const [you, setYou] = useState(/** @type {string|null} */ (null));
  const [problem, setProblem] = useState(/** @type {string|null} */ (null));
  useTitle(`${t("after.replay")} ${code} · Doghouse`);
  useEffect(() => {
    const table = `/api/tables/${code}`;
    // A player sees the game from their seat; others can see it as well.
    /** @type {[Promise<Replay>, Promise<ListedTable|null>]} */
    const requests = [get(`${table}/replay`), get(table).catch(() => null)];
    Promise.all(requests).then(
      ([replay, listing]) => {
        setYou(listing?.you ?? null);
        setPlayback(new Playback(replay, placeInAddress() ?? 0));
      },
      (error) => setProblem(["not_over", "no_such_table"].includes(error.code) ? error.code : "failed"),
    );
  }, [code]);
  if (problem) return html`<${NoReplay} code=${code} problem=${problem} />`;
  if (!playback)
    return html`<main class="page"><h1 class="only-spoken">${t("after.replay")}</h1><p class="soft">${t("web.loading")}</p></main>`;
  return html`<${LoadedReplay} playback=${playback} you=${you} />`;
}

/** @param {{code: string, problem: string}} props */
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

/** @param {{playback: Playback, you: string|null}} props */
function LoadedReplay({ playback, you }) {
  const { replay } = playback;
  const { rules, seating } = replay;
  const company = { rules, seating, names: distinctNames(replay.seats), you };
  const moment = playback.moment.value;
  const round = playback.round.value;
  const text = momentText(moment, company, round.starter);
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
        <${ReplayBoard} playback=${playback} below=${you ?? seating.seats[0]} />
        <div class="replay-bar">
          <${MomentText} moment=${moment} text=${text} company=${company} />
          <${SpeedChoice} />
          <${Scrubber} playback=${playback} text=${text} />
          <${Controls} playback=${playback} />
        </div>
        <div class="replay-side">
          <${OpenHands} moment=${moment} company=${company} />
          <${MovesList} playback=${playback} company=${company} />
        </div>
      </div>
      <div class="replay-actions">
        <${CopyLink} code=${replay.code} at=${playback.at.value} />
        <${ShareLinks} code=${replay.code} />
      </div>
      <section class="panel replay-result" aria-labelledby="result-heading">
        <h2 id="result-heading">${outcomeText(replay.result, company)}</h2>
        <${Standings} outcome=${replay.result} company=${company} />
        <h3>${t("after.statistics")}</h3>
        <${Statistics} statistics=${replay.statistics} company=${company} />
      </section>
    </main>
  `;
}

/** @param {{playback: Playback, below: string}} props */
function ReplayBoard({ playback, below }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useLayoutEffect(() => {
    const sections = /** @type {4|6} */ (playback.replay.seating.sections);
    playback.drawOn(
      new BoardView(/** @type {HTMLElement} */ (box.current), { sections, below, label: t("after.board") }),
    );
    return () => playback.drawOn(null);
  }, [playback, below]);
  const { frame } = playback.moment.value;
  const card = frame.play ? parsePlay(frame.play).card : "";
  return html`
    <div class="replay-board">
      <div class="frame" ref=${box}></div>
      ${card && html`<div class="replay-pile" aria-hidden="true"><span class="card still" key=${playback.at.value}><${CardFace} card=${card} /></span></div>`}
    </div>
  `;
}

/** @param {{moment: Moment, text: string, company: Company}} props */
function MomentText({ moment, text, company }) {
  const { frame } = moment;
  const seat = frame.kind === "play" ? frame.seat : undefined;
  return html`
    <div class=${`moment-text ${seat ? `seat-${seat.toLowerCase()}` : ""}`} aria-live="polite" aria-atomic="true">
      ${seat && html`<span class="disc" aria-hidden="true">${MARKS[seat]}</span>`}
      ${
        frame.kind === "exchange"
          ? html`<ul class="gifts">
            ${exchangesOf(frame, company).map(
              ({ giver, receiver, card, text: exchangeText }) => html`
                <li key=${giver}>
                  <span class="gift" aria-hidden="true" title=${exchangeText}>
                    <span class=${`disc seat-${giver.toLowerCase()}`}>${MARKS[giver]}</span><${SmallCard} card=${card} />→<span
                      class=${`disc seat-${receiver.toLowerCase()}`}
                      >${MARKS[receiver]}</span
                    >
                  </span>
                  <span class="only-spoken">${exchangeText}</span>
                </li>
              `,
            )}
          </ul>`
          : html`<p>${text}</p>`
      }
    </div>
  `;
}

/** The moment in the address, counted from 0. */
function placeInAddress() {
  const number = Number(location.hash.slice(1));
  return Number.isInteger(number) && number > 0 ? number - 1 : null;
}

/** Keep the address and the playback in step. @param {Playback} playback */
function useAddress(playback) {
  useEffect(() => {
    const follow = () => playback.goTo(placeInAddress() ?? 0);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [playback]);
  useSignalEffect(() => {
    const at = playback.at.value;
    if ((placeInAddress() ?? 0) === at) return undefined;
    const timer = setTimeout(() => history.replaceState(history.state, "", `#${at + 1}`), ADDRESS_DELAY);
    return () => clearTimeout(timer);
  });
}
