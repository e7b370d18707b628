// A second verifier of records, written from docs/fairness.md alone: node verifier.mjs FILE... prints a JSON list.
// It shares no code with `doghouse verify` or the page `/verify`.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const CARDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];
const SEATS = { 2: "AC", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF" };
const TEAMS = {
  "2 none": ["A", "C"],
  "3 none": ["A", "B", "C"],
  "4 pairs": ["AC", "BD"],
  "5 none": ["A", "B", "C", "D", "E"],
  "6 pairs": ["AD", "BE", "CF"],
  "6 trios": ["ACE", "BDF"],
};
const NEEDED = ["Rules version", "Players", "Teams", "Exchange", "Dealer", "First dealer", "Commitment", "House seed", "Seed"];
const WORDS = 2 ** 32;

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
const sorted = (hand) => [...hand].sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));

/** A record that cannot be followed any further. */
class Fault extends Error {
  constructor(check, text) {
    super(text);
    this.check = check;
  }
}

function* numbers(seed, name) {
  for (let block = 0; ; block++) {
    const bytes = createHmac("sha256", Buffer.from(seed, "utf8")).update(`${name}/${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32BE(at);
  }
}

function below(stream, bound) {
  for (;;) {
    const word = stream.next().value;
    if (word < WORDS - (WORDS % bound)) return word % bound;
  }
}

function shuffle(seed, count) {
  const deck = CARDS.flatMap((card) => Array(card === "X" ? 6 : 8).fill(card));
  const stream = numbers(seed, `shuffle/${count}`);
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(stream, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

function readLines(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line) => line.trim());
  return lines.map((line) => (/^\p{Lu}[\p{L}\d -]+:\s*"/u.test(line) ? line : line.replace(/(^|\s)#.*$/, "").trim())).filter(Boolean);
}

function readHeaders(lines) {
  const headers = new Map();
  while (lines.length) {
    const found = /^(\p{Lu}[\p{L}\d -]+):\s*(.*)$/u.exec(lines[0]);
    if (!found) break;
    if (headers.has(found[1])) throw new Fault("record", `the header ${found[1]} stands there twice`);
    try {
      headers.set(found[1], found[2].startsWith('"') ? JSON.parse(found[2]) : found[2]);
    } catch {
      throw new Fault("record", `the header ${found[1]} is no JSON string`);
    }
    lines.shift();
  }
  return headers;
}

class Verifier {
  constructor(text) {
    this.result = { commitment: true, seed: true, dealer: true, hands: true, draws: true, takes: true, record: true };
    this.faults = [];
    try {
      this.lines = readLines(text);
      this.headers = readHeaders(this.lines);
      this.checkHeaders();
      this.checkSeeds();
      this.replay();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.fail(error.check, error.message);
    }
  }

  fail(check, text) {
    this.result[check] = false;
    this.faults.push(text);
  }

  next(seat, places = 1) {
    const count = this.seats.length;
    return this.seats[(this.seats.indexOf(seat) + places + count) % count];
  }

  checkHeaders() {
    const { headers } = this;
    const missing = NEEDED.filter((name) => !headers.has(name));
    if (missing.length) throw new Fault("record", `no header ${missing.join(", ")}`);
    if (headers.get("Rules version") !== "1") throw new Fault("record", "another version of the rules");
    if (headers.has("Position") || headers.get("Deals") === "as written") throw new Fault("record", "deals as written");
    this.seats = [...(SEATS[headers.get("Players")] ?? "")];
    this.teams = TEAMS[`${headers.get("Players")} ${headers.get("Teams")}`];
    if (!this.teams) throw new Fault("record", "no such number of players or teams");
    this.exchange = headers.get("Exchange");
    const exchanges = headers.get("Teams") === "none" ? ["draw", "pass"] : ["partner"];
    if (!exchanges.includes(this.exchange)) throw new Fault("record", "no such exchange");
    if (!["moves", "fixed"].includes(headers.get("Dealer"))) throw new Fault("record", "no such dealer");
  }

  checkSeeds() {
    const { headers } = this;
    const secret = headers.get("House seed");
    const seats = [...headers.keys()].filter((name) => name.startsWith("Seed of ")).map((name) => name.slice(8)).sort();
    if (sha256(secret) !== headers.get("Commitment")) this.fail("commitment", "another seed than the house committed to");
    if (seats.join("") !== this.seats.join("")) this.fail("seed", "a seat has no seed, or a seed no seat");
    const contributed = seats.map((seat) => `${seat} ${headers.get(`Seed of ${seat}`)}`);
    this.seed = headers.get("Seed");
    if (sha256(["doghouse 1", secret, ...contributed].join("\n")) !== this.seed) {
      this.fail("seed", "the seed of the game does not follow");
    }
    this.firstDealer = this.seats[below(numbers(this.seed, "dealer"), this.seats.length)];
    if (headers.get("First dealer") !== this.firstDealer) this.fail("dealer", `the first dealer is ${this.firstDealer}`);
  }

  replay() {
    this.hands = Object.fromEntries(this.seats.map((seat) => [seat, []]));
    this.stock = [];
    this.round = this.shuffles = this.takes = 0;
    this.beginner = this.firstDealer;
    while (this.lines.length) {
      this.deal();
      if (this.exchange === "draw") this.draw();
      else if (!this.give()) return;
      if (!this.play()) return;
    }
  }

  deal() {
    this.round += 1;
    this.beginner = this.next(this.beginner);
    const size = 6 - ((this.round - 1) % 5);
    const dealer = this.headers.get("Dealer") === "fixed" ? this.firstDealer : this.next(this.beginner, -1);
    const heading = `Round ${this.round}, ${size} cards, ${dealer} deals`;
    const line = this.lines.shift();
    if (line !== heading) throw new Fault("record", `expected '${heading}', not '${line}'`);
    if (this.stock.length < size * this.seats.length) this.stock = shuffle(this.seed, ++this.shuffles);
    let seat = this.beginner;
    for (const card of this.stock.splice(0, size * this.seats.length)) {
      this.hands[seat].push(card);
      seat = this.next(seat);
    }
    this.compare("deal", "hands", this.hands);
  }

  /** Compare the lines of a kind with the cards of each seat; a round may have none. */
  compare(kind, check, expected) {
    const written = this.cardLines(kind, check);
    if (!written.size) return;
    for (const seat of this.seats) {
      const cards = sorted(written.get(seat) ?? []).join(" ");
      const due = sorted(expected[seat]).join(" ");
      if (cards !== due) this.fail(check, `round ${this.round}, ${kind} ${seat}: ${due}, not ${cards}`);
    }
  }

  /** The next lines of a kind: the cards of each seat. */
  cardLines(kind, check) {
    const written = new Map();
    for (;;) {
      const found = new RegExp(`^${kind} ([A-F]):(.*)$`).exec(this.lines[0] ?? "");
      if (!found) return written;
      const seat = found[1];
      if (!this.seats.includes(seat) || written.has(seat)) throw new Fault(check, `one seat too many: ${this.lines[0]}`);
      written.set(seat, found[2].trim().toUpperCase().split(/\s+/));
      this.lines.shift();
    }
  }

  draw() {
    const drawn = {};
    for (const seat of this.seats) {
      const hand = sorted(this.hands[this.next(seat)]);
      drawn[seat] = [hand[below(numbers(this.seed, `draw/${this.round}/${seat}`), hand.length)]];
    }
    this.compare("draw", "draws", drawn);
    for (const seat of this.seats) this.remove(this.next(seat), drawn[seat][0]);
    for (const seat of this.seats) this.hands[seat].push(drawn[seat][0]);
  }

  /** Exchange the given cards; return whether the game goes on. */
  give() {
    const given = this.cardLines("give", "record");
    for (const [seat, cards] of given) {
      if (cards.length !== 1) throw new Fault("record", `round ${this.round}: ${seat} gives one card`);
      this.remove(seat, cards[0]);
    }
    if (this.lines[0] === "stop" || !this.lines.length) return this.stop();
    if (given.size !== this.seats.length) throw new Fault("record", `round ${this.round}: not everyone gives a card`);
    for (const [seat, [card]] of given) this.hands[this.receiver(seat)].push(card);
    return true;
  }

  receiver(seat) {
    if (this.exchange === "pass") return this.next(seat);
    const team = this.teams.find((members) => members.includes(seat));
    return team[(team.indexOf(seat) + 1) % team.length];
  }

  remove(seat, card) {
    const at = this.hands[seat].indexOf(card);
    if (at < 0) throw new Fault("record", `round ${this.round}: ${seat} has no ${card}`);
    this.hands[seat].splice(at, 1);
  }

  /** Follow the plays of a round; return whether another one may follow. */
  play() {
    let seat = this.beginner;
    while (this.seats.some((any) => this.hands[any].length)) {
      while (!this.hands[seat].length) seat = this.next(seat);
      if (!this.lines.length || this.lines[0] === "stop") return this.stop();
      const line = this.lines.shift();
      const found = /^([A-F]):\s*(.+)$/.exec(line);
      if (found?.[1] !== seat) throw new Fault("record", `round ${this.round}: expected a play of ${seat}, not '${line}'`);
      this.act(seat, found[2]);
      seat = this.next(seat);
    }
    return true;
  }

  act(seat, play) {
    if (play.toLowerCase() === "fold") {
      this.hands[seat] = [];
      return;
    }
    const [, card, as, rest] = /^([^\s=]+)(?:=(\S+))?\s*(.*)$/.exec(play.toUpperCase());
    this.remove(seat, card);
    const take = /^\?([A-F])(?:\s*\((.*)\))?$/.exec(rest);
    if (take) this.take(seat, as ?? card, take[1], take[2]);
  }

  take(seat, card, other, written) {
    this.takes += 1;
    if (card !== "2" || this.exchange === "partner" || other === seat || !this.hands[other]?.length) {
      throw new Fault("takes", `round ${this.round}: ${seat} can take nothing from ${other}`);
    }
    const hand = sorted(this.hands[other]);
    const taken = hand[below(numbers(this.seed, `take/${this.takes}`), hand.length)];
    if (written !== undefined && written.trim() !== taken) this.fail("takes", `take ${this.takes} is ${taken}, not ${written}`);
    this.remove(other, taken);
    this.hands[seat].push(taken);
  }

  stop() {
    if (this.lines.shift() && this.lines.length) throw new Fault("record", "something follows the end of the game");
    return false;
  }
}

const verdicts = process.argv.slice(2).map((file) => {
  const { result, faults } = new Verifier(readFileSync(file, "utf8"));
  return { ...result, faults };
});
console.log(JSON.stringify(verdicts));
