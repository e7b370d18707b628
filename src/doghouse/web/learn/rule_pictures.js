// What the pictures beside the rules show: marbles on the real board, and where they go.

const OWN_CORNER = ["D12", "A4", "A0", "A+4"];

/** @type {Record<string, {name: string, picture: import("../board/picture.js").Picture}>} by the number of the rule */
export const PICTURES = {
  "R1.2": {
    name: "lap",
    picture: { marbles: { A: ["A0!"] }, around: ["A0", "B0", "C0", "D0"], lap: true },
  },
  "R1.4": {
    name: "fields",
    picture: {
      marbles: {},
      around: ["D14", "A+1", "A+4", "A4", "A8", "A12", "A15", "B0", "A-"],
      numbers: [
        "A0",
        "A1",
        "A2",
        "A3",
        "A4",
        "A5",
        "A6",
        "A7",
        "A8",
        "A9",
        "A10",
        "A11",
        "A12",
        "A13",
        "A14",
        "A15",
        "B0",
        "A+1",
        "A+2",
        "A+3",
        "A+4",
      ],
    },
  },
  R6: {
    name: "four",
    picture: {
      marbles: { A: ["A2"] },
      around: ["D13", "A6", "A+4"],
      arrows: [{ source: "A2", target: "D14", back: true }],
    },
  },
  "R7.1": {
    name: "fresh",
    picture: {
      marbles: { A: ["A0!"], B: ["D12"] },
      around: OWN_CORNER,
      arrows: [{ source: "D12", target: "A4", owner: "B", stop: "A0" }],
    },
  },
  "R7.3": {
    name: "home",
    picture: {
      marbles: { A: ["A3"], D: ["A8"] },
      around: ["A3", "A9", "A12"],
      arrows: [{ source: "A3", target: "A8" }],
      threatened: ["A8"],
    },
  },
  "R8.1": {
    name: "finish",
    picture: { marbles: { A: ["D12"] }, around: OWN_CORNER, arrows: [{ source: "D12", target: "A+4" }] },
  },
  "R8.3": {
    name: "inside",
    picture: {
      marbles: { A: ["A+2", "D15"] },
      around: OWN_CORNER,
      arrows: [{ source: "D15", target: "A+4", stop: "A+2" }],
    },
  },
  "R9.1": {
    name: "jack",
    picture: {
      marbles: { A: ["A6"], B: ["A11"] },
      around: ["A4", "A8", "A13"],
      arrows: [{ source: "A6", target: "A11", swap: true }],
    },
  },
  "R10.2": {
    name: "seven",
    picture: {
      marbles: { A: ["A3", "D14"], B: ["A5"], D: ["D15"] },
      around: ["D13", "A8", "A+4"],
      arrows: [
        { source: "A3", target: "A6" },
        { source: "D14", target: "A+2" },
      ],
      threatened: ["A5", "D15"],
    },
  },
  "R11.1": {
    name: "partner",
    picture: {
      marbles: { A: ["A+1", "A+2", "A+3", "A+4"], C: ["B11"] },
      around: ["A0", "B0", "C0", "D0"],
      arrows: [{ source: "B11", target: "C+3", owner: "C" }],
    },
  },
};
