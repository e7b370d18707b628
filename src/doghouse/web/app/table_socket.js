// The connection to a table: it comes back by itself, asks for what it has missed, and sends again what was not answered.
import { signal } from "./html.js";

const RETRY = [100, 250, 500, 1000, 2000, 4000];
const PING = 20_000;
let ids = 0;

/** An act that the house refused. */
export class ActRefused extends Error {
  /** @param {any} message */
  constructor(message) {
    super(message.text);
    this.code = message.code;
    this.detail = message.detail;
    this.why = message.why;
  }
}

export class TableSocket {
  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.about = signal(/** @type {any} */ (null));
    this.state = signal(/** @type {any} */ (null));
    this.number = signal(0);
    this.host = signal(false);
    this.presence = signal({ seats: /** @type {string[]} */ ([]), watching: 0 });
    this.connected = signal(false);
    /** Whether the house has shown its seed: from then on it tells everything about the game. */
    this.revealed = signal(false);
    /** Why the house closed the door for good. */
    this.bye = signal(/** @type {string|null} */ (null));
    /** How far the house's clock is ahead of ours, in milliseconds. */
    this.ahead = 0;
    /** @type {(events: any[], state: any) => void} */
    this.happened = () => {};
    this._waiting = new Map();
    this._tries = 0;
    this._closed = false;
    this._prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    this._back = () => {
      if (document.visibilityState === "visible" && !this.connected.value) this._open();
    };
    document.addEventListener("visibilitychange", this._back);
    addEventListener("online", this._back);
    this._pinging = setInterval(() => this._send({ type: "ping" }), PING);
    this._open();
  }

  close() {
    this._closed = true;
    document.removeEventListener("visibilitychange", this._back);
    removeEventListener("online", this._back);
    clearInterval(this._pinging);
    clearTimeout(this._retry);
    this._socket?.close();
  }

  /**
   * Do something at the table; it is done once, however often the connection is lost.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  act(type, fields = {}) {
    ids += 1;
    const id = `${this._prefix}-${ids}`;
    const message = { type, id, ...fields };
    return new Promise((resolve, reject) => {
      this._waiting.set(id, { message, resolve, reject });
      this._send(message);
    });
  }

  /** Decide by what has been seen so far. @param {string} type @param {Record<string, any>} [fields] */
  decide(type, fields = {}) {
    return this.act(type, { after: this.number.value, ...fields });
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
      for (const { message } of this._waiting.values()) this._send(message);
    };
    socket.onmessage = (frame) => this._take(JSON.parse(frame.data));
    socket.onclose = () => {
      if (this._socket !== socket) return;
      this.connected.value = false;
      if (this._closed || this.bye.value !== null) return;
      this._retry = setTimeout(() => this._open(), RETRY[Math.min(this._tries, RETRY.length - 1)]);
      this._tries += 1;
    };
  }

  /** @param {any} message */
  _send(message) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  _take(message) {
    switch (message.type) {
      case "table":
        this._tries = 0;
        this.connected.value = true;
        this.ahead = message.now - Date.now();
        this.about.value = message.about;
        this.host.value = message.host;
        this.number.value = message.number;
        this._tell(message.missed, message.state);
        break;
      case "event":
        if (message.number <= this.number.value) break;
        this.number.value = message.number;
        this._tell([message], message.state);
        break;
      case "presence":
        this.presence.value = message;
        break;
      case "pong":
        this.ahead = message.now - Date.now();
        break;
      case "bye":
        if (!message.retry) this.bye.value = message.code;
        break;
      default:
        this._answer(message);
    }
  }

  /** @param {any[]} events @param {any} state */
  _tell(events, state) {
    this.happened(events, state);
    this.state.value = state;
    if (events.some(({ event }) => event.type === "revealed")) this.revealed.value = true;
  }

  /** @param {any} message */
  _answer(message) {
    const waiting = this._waiting.get(message.id);
    if (!waiting) return;
    if (message.type === "refused" && ["unavailable", "too_fast"].includes(message.code)) {
      setTimeout(() => this._send(waiting.message), 400);
      return;
    }
    this._waiting.delete(message.id);
    if (message.type === "refused") waiting.reject(new ActRefused(message));
    else waiting.resolve(message);
  }
}
