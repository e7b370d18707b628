// Generated from the msgspec structs of the server by python -m tools.protocol_types. Do not edit.

/** The rules of a game. */
export interface Rules {
  players: number;
  teams: "none" | "pairs" | "trios";
  canadian_seven: boolean;
  joker_may_finish: boolean;
  quick_start: boolean;
  exchange: "draw" | "partner" | "pass";
  dealer: "fixed" | "moves";
}

/** The marbles of each seat, as fields in notation. */
export type Marbles = Record<string, string[]>;

/** The end of a game. */
export interface Outcome {
  winners: string[];
  reason: "finished" | "stopped";
  standings: { team: string[]; finished: number; to_go: number }[];
}

/** What a seat or a spectator may know of a game; the optional fields are those of a seat. */
export interface GameView {
  rules: Rules;
  marbles: Marbles;
  turn: string | null;
  phase: "give" | "play" | "over";
  round: number;
  dealt: number;
  dealer: string | null;
  starter: string;
  next_deal: number;
  cards: Record<string, number>;
  has_given: string[];
  laid_down: Record<string, string[]>;
  seen: Record<string, number>;
  stock: number;
  seven: { card: string; left: number; first_done?: string } | null;
  last: { seat: string; play: string } | null;
  outcome: Outcome | null;
  seat?: string;
  hand?: string[];
  gave?: string | null;
  received?: string | null;
  known?: unknown;
}

/** A position to practise on; the other fields of a position have defaults. */
export interface Position {
  rules: Partial<Rules>;
  marbles: Marbles;
  hands: Record<string, string[]>;
  turn: string;
  phase: "give" | "play";
}

export type Seat =
  | "A"
  | "B"
  | "C"
  | "D"
  | "E"
  | "F";

export type Card =
  | "A"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "10"
  | "J"
  | "Q"
  | "K"
  | "X";

export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thanks"
  | "sorry"
  | "oops"
  | "wow"
  | "ouch"
  | "one_moment"
  | "your_turn"
  | "good_game"
  | "rematch"
  | "goodbye";

export interface Hello {
  type: "hello";
  since?: number | null;
}

export interface Ping {
  type: "ping";
}

export interface Sit {
  type: "sit";
  id: string;
  seat: Seat;
}

export interface Stand {
  type: "stand";
  id: string;
}

export interface Bot {
  type: "bot";
  id: string;
  seat: Seat;
  level?: string | null;
}

export interface Name {
  type: "name";
  id: string;
  name: string;
}

export interface Seed {
  type: "seed";
  id: string;
  seed: string;
}

export interface Start {
  type: "start";
  id: string;
  fill?: string | null;
}

export interface Play {
  type: "play";
  id: string;
  after: number;
  play: string;
}

export interface Give {
  type: "give";
  id: string;
  after: number;
  card: Card;
}

export interface TakeBack {
  type: "take_back";
  id: string;
  after: number;
}

export interface Say {
  type: "say";
  id: string;
  phrase: Phrase;
}

export interface Rematch {
  type: "rematch";
  id: string;
  rotate?: boolean;
}

export interface Close {
  type: "close";
  id: string;
}

export interface Explore {
  type: "explore";
  id: string;
  partial?: string;
}

export interface TableMessage {
  type: "table";
  number: number;
  now: number;
  about: TableAbout;
  host: boolean;
  state: State;
  missed: EventMessage[];
}

export interface TableAbout {
  code: string;
  edition: string;
  rules: Rules;
  pace: number | null;
  public: boolean;
  commitment: string;
  seating: Seating;
  die: boolean;
  beginning: Marbles;
}

export interface Seating {
  seats: string[];
  sections: number;
  teams: string[];
  receivers: Record<string, string>;
}

export interface State {
  status: "closed" | "over" | "playing" | "waiting";
  seats: Record<string, VisibleSeat>;
  you: string | null;
  view: GameView | null;
  deadline: number | null;
  stuck: Record<string, Why[]> | null;
  rematch: string | null;
}

export interface VisibleSeat {
  kind: "bot" | "empty" | "person";
  name: string;
  level: string | null;
  by: "bot" | "person" | "stand-in" | null;
}

export interface Why {
  code: string;
  rule: string;
  facts: Record<string, unknown>;
  text: string;
}

export interface EventMessage {
  type: "event";
  number: number;
  at: number;
  event: VisibleEvent;
  state: State | null;
}

export interface Stood {
  type: "stood";
  seat: string;
}

export interface BotSat {
  type: "bot_sat";
  seat: string;
  level: string;
}

export interface Renamed {
  type: "renamed";
  seat: string;
  name: string;
}

export interface Seeded {
  type: "seeded";
  seat: string;
  seed: string;
}

export interface TookBack {
  type: "took_back";
  seat: string;
}

export interface Said {
  type: "said";
  seat: string;
  phrase: string;
}

export interface Revealed {
  type: "revealed";
  secret: string;
}

export interface Rematched {
  type: "rematched";
  code: string;
}

export interface Closed {
  type: "closed";
  by: "admin" | "host";
}

export interface VisibleCreated {
  type: "created";
  commitment: string;
}

export interface VisibleSat {
  type: "sat";
  seat: string;
  name: string;
}

export interface VisibleMoved {
  type: "moved";
  seat: string;
}

export interface VisibleStarted {
  type: "started";
  bots: Record<string, string>;
  seeds: Record<string, string>;
  dealt: number;
}

export interface VisibleGave {
  type: "gave";
  seat: string;
  card: string | null;
  by: "bot" | "person" | "stand-in";
  done: boolean;
  received: string | null;
}

export interface VisiblePlayed {
  type: "played";
  seat: string;
  play: string;
  by: "bot" | "person" | "stand-in";
  sent_home: SentHome[];
  laid_down: string[];
  taken: string | null;
  dealt: number | null;
}

export interface SentHome {
  seat: string;
  field: string;
}

export interface Ack {
  type: "ack";
  id: string;
  number: number;
}

export interface Refusal {
  type: "refused";
  id: string | null;
  code: string;
  text: string;
  detail: string;
  why: Why | null;
  missed: EventMessage[];
}

export interface OptionsMessage {
  type: "options";
  id: string;
  play: string;
  complete: boolean;
  points_left: number;
  marbles: Marbles;
  next: OptionMessage[];
  blocked: Record<string, Why[]>;
  by_card: Record<string, OptionMessage[]>;
}

export interface OptionMessage {
  play: string;
  complete: boolean;
  sends_home: string[];
}

export interface Presence {
  type: "presence";
  seats: string[];
  watching: number;
}

export interface Pong {
  type: "pong";
  now: number;
}

export interface Bye {
  type: "bye";
  code: string;
  retry: boolean;
}

export interface EditionAbout {
  title: string;
  most_players: number;
}

export interface HouseAbout {
  editions: Record<string, EditionAbout>;
  levels: string[];
  phrases: string[];
  languages: string[];
  teams: Record<string, Record<string, string[]>>;
}

export interface Me {
  name: string;
  language: string;
}

export interface NewName {
  name?: string | null;
  language?: string | null;
}

export interface NewTableRequest {
  edition?: string;
  rules?: Partial<Rules>;
  pace?: number | null;
  public?: boolean;
  bots?: Record<string, string>;
  seat?: string | null;
}

export interface TableLinks {
  code: string;
  link: string;
  qr: string;
}

export interface ListedTable {
  code: string;
  host: string;
  edition: string;
  rules: Rules;
  pace: number | null;
  public: boolean;
  status: string;
  seats: Record<string, string | null>;
  you: string | null;
  your_turn: boolean;
  updated_at: number;
  winners: string | null;
}

export interface MoveLink {
  link: string;
  qr: string;
  seconds: number;
}

export interface UseMove {
  token: string;
}

export interface WhatNext {
  position: Position;
  partial?: string;
}

export interface TryPlay {
  position: Position;
  play: string;
}

export interface Tried {
  play: string;
  seat: string;
  position: Position;
  view: GameView;
  marbles: Marbles;
  sent_home: SentHome[];
}

export interface Forbidden {
  code: string;
  text: string;
  detail: string;
  why: Why;
}

export interface Frame {
  kind: "deal" | "exchange" | "play" | "stop";
  round: number;
  seat?: string | null;
  play?: string | null;
  marbles?: Marbles;
  hands?: Record<string, string[]>;
  sent_home?: SentHome[];
  laid_down?: string[];
  taken?: string | null;
  dealt?: number | null;
  given?: Record<string, string>;
}

export interface Replay {
  code: string;
  edition: string;
  rules: Rules;
  seats: Record<string, VisibleSeat>;
  result: Outcome;
  frames: Frame[];
  statistics: Record<string, SeatStatistics>;
  seating: Seating;
}

export interface SeatStatistics {
  turns: number;
  cards: Record<string, number>;
  folds: number;
  laid_down: number;
  sent_home: number;
  sent_home_own: number;
  was_sent_home: number;
  forwards: number;
  backwards: number;
  out: number;
  brought_in: number;
  swaps: number;
  sevens: number;
  sevens_split: number;
  jokers: number;
  took: number;
  lost: number;
}

export type ClientMessage =
  | Hello
  | Ping
  | Sit
  | Stand
  | Bot
  | Name
  | Seed
  | Start
  | Play
  | Give
  | TakeBack
  | Say
  | Rematch
  | Close
  | Explore;

export type ServerMessage =
  | TableMessage
  | EventMessage
  | Ack
  | Refusal
  | OptionsMessage
  | Presence
  | Pong
  | Bye;

export type VisibleEvent =
  | Stood
  | BotSat
  | Renamed
  | Seeded
  | TookBack
  | Said
  | Revealed
  | Rematched
  | Closed
  | VisibleCreated
  | VisibleSat
  | VisibleMoved
  | VisibleStarted
  | VisibleGave
  | VisiblePlayed;
