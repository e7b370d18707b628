// Which rules there are, by the numbers of docs/rules.md; their texts stand in the catalogue under the same numbers.

/** @type {[string, number][]} the chapters, and how many numbered rules each has */
export const CHAPTERS = [
  ["R1", 4],
  ["R2", 5],
  ["R3", 5],
  ["R4", 4],
  ["R5", 3],
  ["R6", 0],
  ["R7", 5],
  ["R8", 4],
  ["R9", 3],
  ["R10", 5],
  ["R11", 1],
  ["R12", 3],
  ["R13", 4],
  ["R14", 0],
];

/** @param {string} chapter @param {number} count */
export const rulesOf = (chapter, count) => Array.from({ length: count }, (_, at) => `${chapter}.${at + 1}`);
