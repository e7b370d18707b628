// @ts-check
/**
 * Checks a round of a record against the seed: hands, hidden draws, cards taken by a 2, and that every card given or
 * played was in the hand it came from.
 */

import { sorted } from "./dealing.js";

/** @typedef {import("./chance.js").Chance} Chance */
/** @typedef {import("./dealing.js").Deal} Deal */
/** @typedef {import("./record_parser.js").CardsLine} CardsLine */
/** @typedef {import("./record_parser.js").Fault} Fault */
/** @typedef {import("./record_parser.js").Round} Round */
/** @typedef {import("./record_parser.js").Turn} Turn */
/** @typedef {import("./record_seats.js").Seating} Seating */

/** @typedef {"deals" | "draws" | "cards" | "takes"} Part */

/** A round that does not follow from the seed. */
export class RoundFault extends Error {
  /**
   * @param {Part} part
   * @param {Fault} fault
   */
  constructor(part, fault) {
    super(fault.code);
    this.part = part;
    this.fault = fault;
  }
}

export class RoundCheck {
  /**
   * @param {Chance} chance
   * @param {Seating} seating
   * @param {Deal} deal what the seed deals
   * @param {number} takesBefore how many cards were taken before this round
   */
  constructor(chance, seating, deal, takesBefore) {
    this.chance = chance;
    this.seating = seating;
    this.deal = deal;
    this.takesBefore = takesBefore;
    this.hands = new Map(deal.hands);
    this.turn = deal.starter;
    this.draws = 0;
    this.takes = 0;
  }

  /**
   * Check a round; throws RoundFault.
   *
   * @param {Round} round
   * @param {boolean} isLast whether the game may have ended in it
   */
  check(round, isLast) {
    this.checkHeading(round);
    this.checkHands(round);
    if (this.seating.exchange === "draw") {
      this.draw(round);
    } else {
      this.exchange(round, isLast);
    }
    for (const turn of round.turns) {
      this.play(turn);
    }
    if (!isLast && [...this.hands.values()].some((hand) => hand.length)) {
      throw new RoundFault("cards", { code: "cards_left" });
    }
  }

  /** @param {Round} round */
  checkHeading({ line, number, cards, dealer }) {
    const { deal } = this;
    if (number !== deal.number || (cards ?? deal.size) !== deal.size || (dealer ?? deal.dealer) !== deal.dealer) {
      const expected = `Round ${deal.number}, ${deal.size} cards, ${deal.dealer} deals`;
      throw new RoundFault("deals", { code: "heading", line, expected });
    }
  }

  /** @param {Round} round */
  checkHands(round) {
    if (!round.deal.length) {
      return; // a record may leave the hands to its seed
    }
    this.checkSeats("deals", round.line, round.deal);
    for (const { line, seat, cards } of round.deal) {
      const found = sorted(cards).join(" ");
      const dealt = this.hand(seat).join(" ");
      if (found !== dealt) {
        throw new RoundFault("deals", { code: "hands", line, seat, found, dealt });
      }
    }
  }

  /** @param {Round} round */
  draw(round) {
    if (round.give.length) {
      throw new RoundFault("draws", { code: "no_gifts", line: round.give[0].line });
    }
    if (round.draw.length) {
      this.checkSeats("draws", round.line, round.draw);
    }
    /** @type {Map<string, string>} */
    const lost = new Map();
    for (const seat of this.seating.seats) {
      const other = this.seating.after(seat);
      const hand = this.hand(other);
      const drawn = hand[this.chance.draw(this.deal.number, seat, hand.length)];
      const said = round.draw.find((line) => line.seat === seat);
      if (said && said.cards.join(" ") !== drawn) {
        const found = said.cards.join(" ");
        throw new RoundFault("draws", { code: "draw", line: said.line, seat, other, found, drawn });
      }
      lost.set(other, drawn);
      this.draws += 1;
    }
    this.handOver(lost);
  }

  /**
   * @param {Round} round
   * @param {boolean} isLast
   */
  exchange(round, isLast) {
    if (round.draw.length) {
      throw new RoundFault("cards", { code: "no_draws", line: round.draw[0].line });
    }
    /** @type {Map<string, string>} */
    const given = new Map();
    for (const { line, seat, cards } of round.give) {
      if (cards.length !== 1 || !this.hands.get(seat)?.includes(cards[0])) {
        throw new RoundFault("cards", { code: "not_held", line, seat, card: cards.join(" ") });
      }
      given.set(seat, cards[0]);
    }
    const missing = [...this.seating.seats].find((seat) => !given.has(seat));
    if (missing === undefined) {
      this.handOver(given);
    } else if (round.turns.length || !isLast) {
      throw new RoundFault("cards", { code: "gift_missing", line: round.line, seat: missing });
    }
  }

  /**
   * All exchange at once, out of the hands that were dealt.
   *
   * @param {Map<string, string>} cards what each seat hands over
   */
  handOver(cards) {
    cards.forEach((card, seat) => this.remove(seat, card));
    cards.forEach((card, seat) => this.add(this.seating.receiver(seat), card));
  }

  /** @param {Turn} turn */
  play({ line, seat, card, takesFrom, taken }) {
    if (seat !== this.turn) {
      throw new RoundFault("cards", { code: "not_turn", line, seat, turn: this.turn });
    }
    if (card === null) {
      this.hands.set(seat, []);
    } else if (this.hand(seat).includes(card)) {
      this.remove(seat, card);
    } else {
      throw new RoundFault("cards", { code: "not_held", line, seat, card });
    }
    if (takesFrom !== null) {
      this.take(line, seat, takesFrom, taken);
    }
    this.passTurn();
  }

  /**
   * @param {number} line
   * @param {string} seat
   * @param {string} other
   * @param {string | null} found what the record says
   */
  take(line, seat, other, found) {
    const hand = this.hands.get(other) ?? [];
    if (!this.seating.alone || other === seat || !hand.length) {
      throw new RoundFault("cards", { code: "no_take", line, seat, other });
    }
    this.takes += 1;
    const taken = hand[this.chance.take(this.takesBefore + this.takes, hand.length)];
    if (found !== null && found !== taken) {
      throw new RoundFault("takes", { code: "take", line, seat, other, found, taken });
    }
    this.remove(other, taken);
    this.add(seat, taken);
  }

  /** On to the next seat that has cards (R5.3). */
  passTurn() {
    for (let places = 1; places <= this.seating.seats.length; places++) {
      const next = this.seating.after(this.turn, places);
      if (this.hand(next).length) {
        this.turn = next;
        return;
      }
    }
    this.turn = "";
  }

  /**
   * @param {Part} part
   * @param {number} line
   * @param {CardsLine[]} said
   */
  checkSeats(part, line, said) {
    for (const seat of this.seating.seats) {
      if (!said.some((other) => other.seat === seat)) {
        throw new RoundFault(part, { code: "seat_missing", line, seat });
      }
    }
    const stranger = said.find(({ seat }) => !this.seating.seats.includes(seat));
    if (stranger) {
      throw new RoundFault(part, { code: "nobody", line: stranger.line, seat: stranger.seat });
    }
  }

  /** @param {string} seat */
  hand(seat) {
    return this.hands.get(seat) ?? [];
  }

  /**
   * @param {string} seat
   * @param {string} card
   */
  remove(seat, card) {
    const hand = [...this.hand(seat)];
    hand.splice(hand.indexOf(card), 1);
    this.hands.set(seat, hand);
  }

  /**
   * @param {string} seat
   * @param {string} card
   */
  add(seat, card) {
    this.hands.set(seat, sorted([...this.hand(seat), card]));
  }
}
