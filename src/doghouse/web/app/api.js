// Requests to the house.

/** A request that the house refused: a code of the protocol, what belongs into its text, and that text in English. */
export class Refused extends Error {
  /** @param {string} code @param {string} text @param {string} detail */
  constructor(code, text, detail) {
    super(text);
    this.code = code;
    this.detail = detail;
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
  if (!answer.ok)
    throw new Refused(found.code ?? "unavailable", found.text ?? String(answer.status), found.detail ?? "");
  return found;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => request("POST", path, body);
