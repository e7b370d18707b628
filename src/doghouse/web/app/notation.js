// Parses plays and fields of docs/notation.md; it knows nothing about what is legal.

/**
 * @typedef {{source: string, target: string, swap: boolean}} Move
 * @typedef {{text: string, card: string, standsFor: string|null, moves: Move[], takesFrom: string|null, fold: boolean}} Play
 */

/** @param {string} text @returns {Play} */
export function parsePlay(text) {
  if (text === "fold") return { text, card: "", standsFor: null, moves: [], takesFrom: null, fold: true };
  const [head, ...rest] = text.split(" ");
  const [card, standsFor = null] = head.split("=");
  /** @type {Move[]} */
  const moves = [];
  let takesFrom = null;
  for (const part of rest) {
    if (part.startsWith("?")) takesFrom = part[1];
    else if (part.includes("<>")) moves.push({ ...pair(part, "<>"), swap: true });
    else moves.push({ ...pair(part, ">"), swap: false });
  }
  return { text, card, standsFor, moves, takesFrom, fold: false };
}

/** @param {string} part @param {string} sign */
function pair(part, sign) {
  // "A->A0" leaves the kennel A-: the sign is the last ">".
  const at = sign === ">" ? part.lastIndexOf(">") : part.indexOf(sign);
  return { source: part.slice(0, at), target: part.slice(at + sign.length) };
}

/** The card that a play acts as: a joker acts as what it stands for. @param {Play} play */
export const actsAs = (play) => play.standsFor ?? play.card;

/** @param {string} field */
export const isKennel = (field) => field.endsWith("-");
/** @param {string} field */
export const isFinish = (field) => field.includes("+");
/** @param {string} field */
export const isFresh = (field) => field.endsWith("!");
/** @param {string} field */
export const plain = (field) => field.replace("!", "");
