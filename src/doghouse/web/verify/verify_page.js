// @ts-check
/** The page: where a record comes from, and what is shown of it. Nothing is ever sent, and only /verify#CODE asks. */

import { load } from "../app/local_storage.js";
import { verify } from "./checks.js";
import { chooseLanguage, LANGUAGES, language, preferredLanguage, say, speak } from "./texts.js";
import { checkLine, inGroups, roundLine, sayAll, seedLines } from "./verdict_view.js";

/** @typedef {import("./checks.js").Verdict} Verdict */
/** @typedef {import("./texts.js").Key} Key */
/** @typedef {import("./texts.js").Language} Language */

const MOST_BYTES = 4_000_000; // a long game has some hundred thousand

/** @type {{key: Key, facts: Record<string, string>} | null} what is to be said instead of a verdict */
let news = null;
/** @type {{verdict: Verdict, source: string} | null} */
let shown = null;
let asked = 0; // how many records were asked for: an answer to an earlier one comes too late

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

const chooser = part("language", HTMLSelectElement);
const fileInput = part("file", HTMLInputElement);
const noted = part("noted", HTMLInputElement);

/**
 * @param {Key} key
 * @param {Record<string, string>} facts
 */
function tell(key, facts) {
  news = { key, facts };
  shown = null;
  show();
}

/**
 * @param {string} text
 * @param {string} source
 */
function check(text, source) {
  news = null;
  shown = { verdict: verify(text), source };
  noted.value = "";
  show();
  part("verdict", HTMLElement).focus();
}

/** @param {File | undefined} file */
async function checkFile(file) {
  if (file === undefined) {
    return;
  }
  const mine = ++asked;
  const text = await textOf(file);
  if (mine !== asked) {
    return;
  }
  if (text === null) {
    tell("not_text", { file: file.name });
  } else {
    check(text, file.name);
  }
}

/**
 * @param {File} file
 * @returns {Promise<string | null>} nothing if it holds no text, or too much for a game
 */
async function textOf(file) {
  if (file.size > MOST_BYTES) {
    return null;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** The record of the table whose code stands behind the # of the address. */
async function checkTable() {
  const code = codeInAddress();
  if (!code) {
    return;
  }
  const mine = ++asked;
  tell("fetching", { code });
  const answer = await recordOf(code);
  if (mine !== asked) {
    return;
  }
  if (answer.text === undefined) {
    tell(REFUSALS[answer.refusal] ?? "no_answer", { code });
  } else {
    check(answer.text, `${code}.dog`);
  }
}

/**
 * @param {string} code
 * @returns {Promise<{text: string} | {text: undefined, refusal: string}>}
 */
async function recordOf(code) {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(code)}/record`, { credentials: "omit" });
    return answer.ok ? { text: await answer.text() } : { text: undefined, refusal: (await answer.json()).code };
  } catch {
    return { text: undefined, refusal: "" };
  }
}

/** @type {Record<string, Key>} */
const REFUSALS = { not_over: "not_over", no_such_table: "no_table" };

function codeInAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1)).trim().toUpperCase();
  } catch {
    return "";
  }
}

// What is shown.

function show() {
  sayAll();
  chooser.value = language();
  part("news", HTMLElement).textContent = news === null ? "" : say(news.key, news.facts);
  part("result", HTMLElement).hidden = shown === null;
  if (shown !== null) {
    showVerdict(shown.verdict, shown.source);
  }
}

/**
 * @param {Verdict} verdict
 * @param {string} source
 */
function showVerdict(verdict, source) {
  const banner = part("verdict", HTMLElement);
  banner.className = verdict.holds ? "banner holds" : "banner fails";
  part("verdict-heading", HTMLElement).textContent = say(verdict.holds ? "good" : "bad");
  part("verdict-text", HTMLElement).textContent = say(verdict.holds ? "good_text" : "bad_text");
  part("source", HTMLElement).textContent = source;
  part("commitment-part", HTMLElement).hidden = !verdict.commitment;
  part("commitment", HTMLElement).replaceChildren(inGroups(verdict.commitment));
  part("checks", HTMLElement).replaceChildren(...verdict.checks.map(checkLine));
  part("seeds-part", HTMLElement).hidden = !verdict.seats.length;
  part("seeds", HTMLElement).replaceChildren(...seedLines(verdict));
  part("rounds-part", HTMLElement).hidden = !verdict.rounds.length;
  part("rounds", HTMLElement).replaceChildren(...verdict.rounds.map(roundLine));
  part("rounds-part", HTMLDetailsElement).open = verdict.rounds.some((round) => round.fault !== null);
  compare();
}

/** Whether the commitment of the record is the one that was noted before the first deal. */
function compare() {
  const wanted = noted.value.replace(/\s/g, "").toLowerCase();
  const answer = part("compared", HTMLElement);
  const isSame = wanted === shown?.verdict.commitment;
  answer.className = wanted ? (isSame ? "compared holds" : "compared fails") : "compared";
  answer.textContent = wanted ? say(isSame ? "compare_same" : "compare_other") : "";
}

// What people do.

chooser.append(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
chooser.addEventListener("change", () => {
  chooseLanguage(/** @type {Language} */ (chooser.value));
  show();
});
fileInput.addEventListener("change", () => {
  checkFile(fileInput.files?.[0]);
  fileInput.value = ""; // so that the same file can be chosen again
});
noted.addEventListener("input", compare);
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) {
    document.body.classList.remove("dropping");
  }
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  checkFile(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", checkTable);

const theme = load("theme", "system");
if (theme === "light" || theme === "dark") {
  document.documentElement.dataset.theme = theme;
}
speak(preferredLanguage());
show();
checkTable();
