// Requests about a position that belongs to no table: the page has no rules of its own.
/** @import { Forbidden, OptionsMessage, Position, Tried } from "../app/protocol.js" */

/** A play, or a part of one, that the rules forbid; `why` names the rule. */
export class IllegalPlayError extends Error {
  /** @param {Partial<Forbidden>} refusal */
  constructor(refusal) {
    super(refusal.text ?? "");
    this.code = refusal.code ?? "unavailable";
    this.why = refusal.why ?? null;
  }
}

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>}
 */
async function post(path, body) {
  const response = await fetch(`/api/practice/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  const data = isJson ? await response.json() : {};
  if (!response.ok || "why" in data) throw new IllegalPlayError(data);
  return data;
}

/** How a partial play can go on. @param {Position} position @param {string} partial @returns {Promise<OptionsMessage>} */
export const fetchOptions = (position, partial) => post("options", { position, partial });

/** What a play does. @param {Position} position @param {string} play @returns {Promise<Tried>} */
export const tryPlay = (position, play) => post("play", { position, play });
