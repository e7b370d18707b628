// @ts-check
/** The entry point of the fairness page: loads a record and shows the verdict. Only /verify#CODE makes a request. */

import { load } from "../app/local_storage.js";
import { verify } from "./checks.js";
import { chooseLanguage, LANGUAGES, language, preferredLanguage, say, setLanguage } from "./texts.js";
import { checkLine, groupDigits, roundLine, seedLines, translatePage } from "./verdict_view.js";

/** @typedef {import("./checks.js").Verdict} Verdict */
/** @typedef {import("./texts.js").Key} Key */
/** @typedef {import("./texts.js").Language} Language */

const MAX_BYTES = 4_000_000; // a long game has some hundred thousand

/** @type {{key: Key, facts: Record<string, string>} | null} shown instead of a verdict */
let message = null;
/** @type {{verdict: Verdict, source: string} | null} */
let shown = null;
let requests = 0; // so that the response to an earlier request is dropped

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function part(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}

const languageSelect = part("language", HTMLSelectElement);
const fileInput = part("file", HTMLInputElement);
const noted = part("noted", HTMLInputElement);

/**
 * @param {Key} key
 * @param {Record<string, string>} facts
 */
function showMessage(key, facts) {
  message = { key, facts };
  shown = null;
  show();
}

/**
 * @param {string} text
 * @param {string} source
 */
function check(text, source) {
  message = null;
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
  const own = ++requests;
  const text = await textOf(file);
  if (own !== requests) {
    return;
  }
  if (text === null) {
    showMessage("not_text", { file: file.name });
  } else {
    check(text, file.name);
  }
}

/**
 * @param {File} file
 * @returns {Promise<string | null>} null if it is not text, or too long for a game
 */
async function textOf(file) {
  if (file.size > MAX_BYTES) {
    return null;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** Check the record of the table whose code follows the # of the address. */
async function checkTable() {
  const code = codeInAddress();
  if (!code) {
    return;
  }
  const own = ++requests;
  showMessage("fetching", { code });
  const response = await fetchRecord(code);
  if (own !== requests) {
    return;
  }
  if (response.text === undefined) {
    showMessage(REFUSALS[response.refusal] ?? "no_answer", { code });
  } else {
    check(response.text, `${code}.dog`);
  }
}

/**
 * @param {string} code
 * @returns {Promise<{text: string} | {text: undefined, refusal: string}>}
 */
async function fetchRecord(code) {
  try {
    const response = await fetch(`/api/tables/${encodeURIComponent(code)}/record`, { credentials: "omit" });
    return response.ok ? { text: await response.text() } : { text: undefined, refusal: (await response.json()).code };
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

// Rendering.

function show() {
  translatePage();
  languageSelect.value = language();
  part("news", HTMLElement).textContent = message === null ? "" : say(message.key, message.facts);
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
  part("commitment", HTMLElement).replaceChildren(groupDigits(verdict.commitment));
  part("checks", HTMLElement).replaceChildren(...verdict.checks.map(checkLine));
  part("seeds-part", HTMLElement).hidden = !verdict.seats.length;
  part("seeds", HTMLElement).replaceChildren(...seedLines(verdict));
  part("rounds-part", HTMLElement).hidden = !verdict.rounds.length;
  part("rounds", HTMLElement).replaceChildren(...verdict.rounds.map(roundLine));
  part("rounds-part", HTMLDetailsElement).open = verdict.rounds.some((round) => round.fault !== null);
  compare();
}

/** Compare the commitment with the one that the reader noted before the first deal. */
function compare() {
  const expected = noted.value.replace(/\s/g, "").toLowerCase();
  const result = part("compared", HTMLElement);
  const isSame = expected === shown?.verdict.commitment;
  result.className = expected ? (isSame ? "compared holds" : "compared fails") : "compared";
  result.textContent = expected ? say(isSame ? "compare_same" : "compare_other") : "";
}

// Input.

languageSelect.append(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
languageSelect.addEventListener("change", () => {
  chooseLanguage(/** @type {Language} */ (languageSelect.value));
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
setLanguage(preferredLanguage());
show();
checkTable();
