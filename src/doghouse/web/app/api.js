// Requests to the house.

/** A request that the house refused: a code of the protocol and its English text. */
export class Refused extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const isData = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  const found = isData ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(found.code ?? "unavailable", found.text ?? String(answer.status));
  return found;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => request("POST", path, body);
