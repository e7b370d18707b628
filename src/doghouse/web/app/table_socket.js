// The connection to a table: it reconnects, asks for missed events, and sends unanswered messages again.
/** @import { Ack, ClientMessage, EventMessage, OptionsMessage } from "./protocol.js" */
/** @import { Presence, Refusal, ServerMessage, State, TableAbout } from "./protocol.js" */
import { signal } from "./html.js";

const RETRY_DELAYS = [100, 250, 500, 1000, 2000, 4000]; // milliseconds
const RESEND_DELAY = 400;
const PING_INTERVAL = 20_000;
let ids = 0;

/**
 * @typedef {Exclude<ClientMessage["type"], "hello"|"ping">} ActType
 * @typedef {{message: ClientMessage, resolve: (answer: Ack|OptionsMessage) => void, reject: (error: Error) => void}} Pending
 */

/**
 * The fields of a message besides its type and id.
 * @template {ActType} T
 * @typedef {Omit<Extract<ClientMessage, {type: T}>, "type"|"id">} ActFields
 */

/** An act that the server refused. */
export class ActRefusedError extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.text);
    this.code = refusal.code;
    this.detail = refusal.detail;
    this.why = refusal.why;
  }
}

export class TableSocket {
  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.about = signal(/** @type {TableAbout|null} */ (null));
    this.state = signal(/** @type {State|null} */ (null));
    this.number = signal(0);
    this.host = signal(false);
    this.presence = signal(/** @type {Pick<Presence, "seats"|"watching">} */ ({ seats: [], watching: 0 }));
    this.connected = signal(false);
    /** Whether the server has revealed its seed: from then on nothing about the game is hidden. */
    this.revealed = signal(false);
    /** The code with which the server closed the connection for good. */
    this.bye = signal(/** @type {string|null} */ (null));
    /** How far the server's clock is ahead of ours, in milliseconds. */
    this.clockOffset = 0;
    /** Called with new events and the state after them. @type {(events: EventMessage[], state: State) => void} */
    this.onEvents = () => {};
    /** @type {Map<string, Pending>} */
    this._pending = new Map();
    this._attempts = 0;
    this._closed = false;
    this._prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    this._reopen = () => {
      if (document.visibilityState === "visible" && !this.connected.value) this._open();
    };
    document.addEventListener("visibilitychange", this._reopen);
    addEventListener("online", this._reopen);
    this._pinging = setInterval(() => this._send({ type: "ping" }), PING_INTERVAL);
    this._open();
  }

  close() {
    this._closed = true;
    document.removeEventListener("visibilitychange", this._reopen);
    removeEventListener("online", this._reopen);
    clearInterval(this._pinging);
    clearTimeout(this._retry);
    this._socket?.close();
  }

  /**
   * Send a message and wait for the answer; it is done once, however often the connection is lost.
   * @template {ActType} T
   * @param {T} type
   * @param {ActFields<T>} fields
   * @returns {Promise<T extends "explore" ? OptionsMessage : Ack>}
   */
  act(type, fields) {
    ids += 1;
    const id = `${this._prefix}-${ids}`;
    const message = /** @type {ClientMessage} */ (/** @type {unknown} */ ({ type, id, ...fields }));
    return new Promise((resolve, reject) => {
      this._pending.set(id, { message, resolve: /** @type {Pending["resolve"]} */ (resolve), reject });
      this._send(message);
    });
  }

  /** Play a card, decided by the events seen so far. @param {string} play */
  play(play) {
    return this.act("play", { after: this.number.value, play });
  }

  /** @param {string} partial */
  explore(partial) {
    return this.act("explore", { partial });
  }

  _open() {
    clearTimeout(this._retry);
    if (this._socket && this._socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.code}`);
    this._socket = socket;
    socket.onopen = () => {
      this._send({ type: "hello", since: this.state.value === null ? 0 : this.number.value });
      for (const { message } of this._pending.values()) this._send(message);
    };
    socket.onmessage = (frame) => this._receive(JSON.parse(frame.data));
    socket.onclose = () => {
      if (this._socket !== socket) return;
      this.connected.value = false;
      if (this._closed || this.bye.value !== null) return;
      this._retry = setTimeout(() => this._open(), RETRY_DELAYS[Math.min(this._attempts, RETRY_DELAYS.length - 1)]);
      this._attempts += 1;
    };
  }

  /** @param {ClientMessage} message */
  _send(message) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  /** @param {ServerMessage} message */
  _receive(message) {
    switch (message.type) {
      case "table":
        this._attempts = 0;
        this.connected.value = true;
        this.clockOffset = message.now - Date.now();
        this.about.value = message.about;
        this.host.value = message.host;
        this.number.value = message.number;
        this._update(message.missed, message.state);
        break;
      case "event":
        if (message.number <= this.number.value || !message.state) break;
        this.number.value = message.number;
        this._update([message], message.state);
        break;
      case "presence":
        this.presence.value = message;
        break;
      case "pong":
        this.clockOffset = message.now - Date.now();
        break;
      case "bye":
        if (!message.retry) this.bye.value = message.code;
        break;
      default:
        this._settle(message);
    }
  }

  /** @param {EventMessage[]} events @param {State} state */
  _update(events, state) {
    this.onEvents(events, state);
    this.state.value = state;
    if (events.some(({ event }) => event.type === "revealed")) this.revealed.value = true;
  }

  /** @param {Ack|OptionsMessage|Refusal} answer */
  _settle(answer) {
    const pending = this._pending.get(answer.id ?? "");
    if (!pending) return;
    if (answer.type === "refused" && ["unavailable", "too_fast"].includes(answer.code)) {
      setTimeout(() => this._send(pending.message), RESEND_DELAY);
      return;
    }
    this._pending.delete(answer.id ?? "");
    if (answer.type === "refused") pending.reject(new ActRefusedError(answer));
    else pending.resolve(answer);
  }
}
