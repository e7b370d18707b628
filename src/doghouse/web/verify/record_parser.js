// @ts-check
/**
 * Reading a record (docs/notation.md) line by line: headers, then rounds. What the moves do on the board is of no
 * concern here, only which cards go where.
 */

import { CARDS } from "./chance.js";

/**
 * Something wrong with a record, as data: a code of the texts, and facts.
 *
 * @typedef {{code: string, [fact: string]: string | number}} Fault
 *
 * A line with cards of a seat: dealt, drawn or given.
 * @typedef {{line: number, seat: string, cards: string[]}} CardsLine
 *
 * A play; without a card, a fold. `taken` is the card a two took, if the record says it.
 * @typedef {{line: number, seat: string, card: string | null, takesFrom: string | null, taken: string | null}} Turn
 *
 * @typedef {{
 *   line: number, number: number, cards: number | null, dealer: string | null,
 *   deal: CardsLine[], draw: CardsLine[], give: CardsLine[], turns: Turn[],
 * }} Round
 *
 * What was parsed; with a fault, what came before it.
 * @typedef {{headers: Map<string, string>, rounds: Round[], fault: Fault | null}} Recorded
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters end a line, as in Python's splitlines
const LINE_ENDS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const HEADER = /^((?![\p{Nd}_a-z])[\p{L}\p{N}_](?:[\p{L}\p{N}_\- ]*[\p{L}\p{N}_-])):\s*(.*)$/u;
const ROUND = /^Round (\d+)(?:, (\d) cards)?(?:, ([A-F]) deals)?$/;
const CARDS_LINE = /^(deal|draw|give) ([A-F]):\s*(.*)$/;
const TURN = /^([A-F]):(.*)$/;
const BRACKET = /^(.*)\(([^(]*)\)$/;
const FIELD = "[A-F](?:-|\\+[1-4]|1[0-5]|[0-9])";
const MOVE = new RegExp(`^${FIELD}<?>${FIELD}$`);
const TAKE = /^\?([A-F])$/;
const LONE_SURROGATE = /\p{Cs}/u;
/** @type {Record<string, number>} */
const STAGES = { heading: 0, deal: 1, draw: 2, give: 3, turn: 4, stop: 5 }; // of a round, in their order

/** A line that cannot be parsed. */
class ParseError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.code);
    this.fault = fault;
  }
}

/**
 * @param {string} text
 * @returns {Recorded}
 */
export function parseRecord(text) {
  /** @type {Recorded} */
  const recorded = { headers: new Map(), rounds: [], fault: null };
  try {
    const lines = linesOf(text);
    parseRounds(parseHeaders(lines, recorded.headers), recorded.rounds);
  } catch (error) {
    if (!(error instanceof ParseError)) {
      throw error;
    }
    recorded.fault = error.fault;
  }
  return recorded;
}

/**
 * The lines that are not empty, without their comments.
 *
 * @param {string} text
 */
function linesOf(text) {
  return text
    .replace(/^\ufeff+/, "")
    .split(LINE_ENDS)
    .map((raw, at) => ({ number: at + 1, text: withoutComment(raw.trim()) }))
    .filter((line) => line.text);
}

/** @param {string} line */
function withoutComment(line) {
  const header = HEADER.exec(line);
  return header?.[2].startsWith('"') ? line : line.split(/(?:^|\s)#/, 1)[0].trim();
}

/**
 * @param {{number: number, text: string}[]} lines
 * @param {Map<string, string>} headers
 * @returns what follows them
 */
function parseHeaders(lines, headers) {
  for (const [at, { number, text }] of lines.entries()) {
    const match = HEADER.exec(text);
    if (!match) {
      return lines.slice(at);
    }
    if (headers.has(match[1])) {
      throw new ParseError({ code: "twice", line: number, header: match[1] });
    }
    headers.set(match[1], headerValue(number, match[2]));
  }
  return [];
}

/**
 * @param {number} line
 * @param {string} text
 */
function headerValue(line, text) {
  let value = text;
  if (text.startsWith('"')) {
    try {
      value = String(JSON.parse(text));
    } catch {
      throw unreadable(line, text);
    }
  }
  if (LONE_SURROGATE.test(value)) {
    throw unreadable(line, text); // it cannot be encoded and hashed
  }
  return value;
}

/**
 * @param {{number: number, text: string}[]} lines
 * @param {Round[]} rounds
 */
function parseRounds(lines, rounds) {
  let stage = "stop";
  for (const { number, text } of lines) {
    const heading = ROUND.exec(text);
    if (heading) {
      if (rounds.length && stage === "stop") {
        throw unreadable(number, text);
      }
      stage = "heading";
      rounds.push(newRound(number, heading));
      continue;
    }
    const round = rounds.at(-1);
    const next = stageOf(text);
    if (!round || !next || STAGES[next] < STAGES[stage] || stage === "stop") {
      throw unreadable(number, text);
    }
    stage = next;
    if (next === "turn") {
      round.turns.push(parseTurn(number, text));
    } else if (next === "deal" || next === "draw" || next === "give") {
      addCards(round[next], number, text);
    }
  }
}

/** @param {string} text */
function stageOf(text) {
  return text === "stop" ? "stop" : (CARDS_LINE.exec(text)?.[1] ?? (TURN.test(text) ? "turn" : null));
}

/**
 * @param {number} line
 * @param {RegExpExecArray} heading
 * @returns {Round}
 */
function newRound(line, heading) {
  const cards = heading[2] ? Number(heading[2]) : null;
  const dealer = heading[3] ?? null;
  return { line, number: Number(heading[1]), cards, dealer, deal: [], draw: [], give: [], turns: [] };
}

/**
 * @param {CardsLine[]} known
 * @param {number} line
 * @param {string} text
 */
function addCards(known, line, text) {
  const [, , seat, words] = /** @type {RegExpExecArray} */ (CARDS_LINE.exec(text));
  if (known.some((other) => other.seat === seat)) {
    throw unreadable(line, text);
  }
  known.push({ line, seat, cards: wordsOf(words).map((word) => parseCard(line, word)) });
}

/**
 * @param {number} line
 * @param {string} text
 * @returns {Turn}
 */
function parseTurn(line, text) {
  const [, seat, said] = /** @type {RegExpExecArray} */ (TURN.exec(text));
  const bracket = BRACKET.exec(said.trim());
  const taken = bracket ? parseCard(line, bracket[2].trim()) : null;
  const [head, ...rest] = wordsOf((bracket ? bracket[1] : said).toUpperCase());
  if (head === "FOLD" && !rest.length && taken === null) {
    return { line, seat, card: null, takesFrom: null, taken };
  }
  const [card, standsFor, ...more] = (head ?? "").split("=");
  const isJoker = card === "X";
  const named = isJoker ? standsFor : card;
  const takesFrom = rest.length === 1 && named === "2" ? (TAKE.exec(rest[0])?.[1] ?? null) : null;
  const isCard = CARDS.includes(card) && CARDS.includes(named) && named !== "X" && !more.length;
  const isPlay = takesFrom !== null || (taken === null && rest.every((word) => MOVE.test(word)));
  if (!isCard || !isPlay || (!isJoker && standsFor !== undefined)) {
    throw unreadable(line, text);
  }
  return { line, seat, card, takesFrom, taken };
}

/** @param {string} text */
function wordsOf(text) {
  return text.split(/\s+/).filter(Boolean);
}

/**
 * @param {number} line
 * @param {string} word
 */
function parseCard(line, word) {
  const card = word.toUpperCase();
  if (!CARDS.includes(card)) {
    throw unreadable(line, word);
  }
  return card;
}

/**
 * @param {number} line
 * @param {string} text
 */
function unreadable(line, text) {
  return new ParseError({ code: "unreadable", line, text });
}
