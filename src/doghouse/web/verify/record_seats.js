// @ts-check
/** The seats of a record and who receives whose card: the rules that the deals depend on (R2, R3, R4). */

/** @typedef {import("./record_parser.js").Fault} Fault */

/** @type {Record<string, string>} */
const SEATS_BY_PLAYERS = { 2: "AC", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF" };
const ALONE = ["2", "3", "5"];
/** @type {Record<string, {exchange: string, dealer: string}>} */
const EDITIONS = {
  xl: { exchange: "draw", dealer: "moves" },
  xs: { exchange: "draw", dealer: "moves" },
  dog: { exchange: "pass", dealer: "moves" },
  kings: { exchange: "pass", dealer: "fixed" },
};
const RULES_VERSION = "1";

export class Seating {
  /**
   * @param {string} seats their letters, in the order of their turns
   * @param {"partner" | "draw" | "pass"} exchange
   * @param {boolean} dealerMoves
   * @param {boolean} trios
   */
  constructor(seats, exchange, dealerMoves, trios) {
    this.seats = seats;
    this.exchange = exchange;
    this.dealerMoves = dealerMoves;
    this.trios = trios;
  }

  /** Whether everyone plays for themselves, so that a two may take a card (R13.3). */
  get alone() {
    return this.exchange !== "partner";
  }

  /**
   * The seat so many places further round the table.
   *
   * @param {string} seat
   * @param {number} places
   */
  after(seat, places = 1) {
    const count = this.seats.length;
    return this.seats[(this.seats.indexOf(seat) + (places % count) + count) % count];
  }

  /**
   * Who gets the card that a seat gives (R4).
   *
   * @param {string} seat
   */
  receiver(seat) {
    if (this.exchange !== "partner") {
      return this.after(seat, this.exchange === "draw" ? -1 : 1);
    }
    return this.after(seat, this.trios || this.seats.length === 4 ? 2 : 3);
  }
}

/**
 * The seating that the headers of a record describe, or what is wrong with them.
 *
 * @param {Map<string, string>} headers
 * @returns {Seating | Fault}
 */
export function seatingOf(headers) {
  const edition = (headers.get("Edition") ?? "xl").toLowerCase();
  const players = headers.get("Players") ?? "4";
  const alone = ALONE.includes(players);
  const teams = headers.get("Teams") ?? (alone ? "none" : "pairs");
  const exchange = headers.get("Exchange") ?? (alone ? EDITIONS[edition]?.exchange : "partner");
  const dealer = headers.get("Dealer") ?? EDITIONS[edition]?.dealer;
  const known = {
    "Rules version": (headers.get("Rules version") ?? RULES_VERSION) === RULES_VERSION,
    Edition: Object.hasOwn(EDITIONS, edition),
    Players: Object.hasOwn(SEATS_BY_PLAYERS, players),
    Teams: (alone ? ["none"] : players === "6" ? ["pairs", "trios"] : ["pairs"]).includes(teams),
    Exchange: (alone ? ["draw", "pass"] : ["partner"]).includes(exchange),
    Dealer: ["moves", "fixed"].includes(dealer),
  };
  for (const [header, isKnown] of Object.entries(known)) {
    if (!isKnown) {
      return { code: "unknown_rules", header, value: headers.get(header) ?? "" };
    }
  }
  const form = /** @type {"partner" | "draw" | "pass"} */ (exchange);
  return new Seating(SEATS_BY_PLAYERS[players], form, dealer === "moves", teams === "trios");
}
