// @ts-check
/** Renders a verdict. What comes from a record is inserted as text, never as markup. */

import { language, say } from "./texts.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {import("./checks.js").CheckedRound} CheckedRound */
/** @typedef {import("./checks.js").SeatSeed} SeatSeed */
/** @typedef {import("./checks.js").State} State */
/** @typedef {import("./checks.js").Verdict} Verdict */
/** @typedef {import("./record_parser.js").Fault} Fault */
/** @typedef {import("./texts.js").Key} Key */

const GROUP = 4; // digits of a long number

/**
 * @param {string} name
 * @param {string} kind
 * @param {...(Node | string)} inside
 */
function element(name, kind, ...inside) {
  const node = document.createElement(name);
  if (kind) {
    node.className = kind;
  }
  node.append(...inside);
  return node;
}

/**
 * A mark for the eye, and a word for screen readers.
 *
 * @param {State} state
 */
function mark(state) {
  return [element("span", `mark ${state}`), element("span", "only-spoken", `${say(`state_${state}`)} `)];
}

/**
 * A long number in groups, which are copied as one.
 *
 * @param {string} number
 */
export function groupDigits(number) {
  const groups = number.match(new RegExp(`.{1,${GROUP}}`, "gu")) ?? [];
  const shown = element("code", "number", ...groups.map((group) => element("span", "", group)));
  shown.translate = false;
  return shown;
}

/** @param {Check} check */
export function checkLine(check) {
  const text = element("span", "check-text", checkText(check));
  const line = element("li", `check ${check.state}`, ...mark(check.state), text);
  line.dataset.check = check.name;
  return line;
}

/** @param {Check} check */
function checkText({ name, state, facts, fault, round }) {
  if (fault === null) {
    return say(/** @type {Key} */ (`${name}_${state}`), facts);
  }
  const where = round === null ? "" : `${say(/** @type {Key} */ (`${name}_round`), { round })} `;
  return where + faultText(fault);
}

/** @param {Fault} fault */
function faultText(fault) {
  return say(/** @type {Key} */ (`fault_${fault.code}`), fault);
}

/** @param {CheckedRound} round */
export function roundLine(round) {
  const parts = [say("round_cards", { size: round.size })];
  if (round.shuffle !== null) {
    parts.push(say("round_shuffle", { shuffle: round.shuffle }));
  }
  if (round.draws) {
    parts.push(say("round_draws", { draws: round.draws }));
  }
  if (round.takes) {
    parts.push(say("round_takes", { takes: round.takes }));
  }
  const state = round.fault === null ? "holds" : "fails";
  const text = element("span", "check-text", element("strong", "", say("round", { number: round.number })), " ");
  const shown = parts.flatMap((text, at) => [at ? " · " : "", element("span", "part", text)]);
  text.append(element("span", "parts", ...shown));
  if (round.fault !== null) {
    text.append(element("span", "fault", faultText(round.fault)));
  }
  const line = element("li", `check ${state}`, ...mark(state), text);
  line.dataset.round = String(round.number);
  return line;
}

/** @param {Verdict} verdict */
export function seedLines(verdict) {
  return [
    seedLine(say("seed_house"), verdict.secret, say("seed_house_text"), "house"),
    ...verdict.seats.map(seatLine),
    seedLine(say("seed_game"), verdict.seed, say("seed_game_text"), "game"),
  ];
}

/** @param {SeatSeed} seat */
function seatLine({ seat, name, seed, open }) {
  return seedLine(name ? `${seat} · ${name}` : seat, seed, say(open ? "seed_open" : "seed_own"), open ? "open" : "own");
}

/**
 * @param {string} owner
 * @param {string} seed
 * @param {string} what
 * @param {string} kind
 */
function seedLine(owner, seed, what, kind) {
  const line = element(
    "li",
    "seed",
    element("span", "seed-owner", owner),
    " ",
    element("span", `tag ${kind}`, what),
    " ",
  );
  line.append(groupDigits(seed));
  line.dataset.kind = kind;
  return line;
}

/** Set the text of every element that names one. */
export function translatePage() {
  document.documentElement.lang = language();
  document.title = say("title");
  for (const place of document.querySelectorAll("[data-text]")) {
    place.textContent = say(/** @type {Key} */ (/** @type {HTMLElement} */ (place).dataset.text));
  }
}
