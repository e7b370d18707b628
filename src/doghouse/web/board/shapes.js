// The letters of the sections, as they are cut into the wood: lines, so that they look the same with any font.

/** @type {Record<string, string>} */
export const LETTERS = {
  A: "M-.3 .4L0 -.4L.3 .4M-.19 .14H.19",
  B: "M-.24 .4V-.4H0A.19 .19 0 0 1 0 -.02H-.24M0 -.02A.21 .21 0 0 1 0 .4H-.24",
  C: "M.27 -.24A.33 .4 0 1 0 .27 .24",
  D: "M-.25 .4V-.4H-.06A.33 .4 0 0 1 -.06 .4z",
  E: "M.22 -.4H-.22V.4H.22M-.22 0H.14",
  F: "M.22 -.4H-.22V.4M-.22 0H.14",
};
