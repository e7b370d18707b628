// HTTP requests to the server.

/** A request that the server refused: the code, the detail that its text needs, and the text in English. */
export class RequestRefusedError extends Error {
  /** @param {string} code @param {string} text @param {string} detail */
  constructor(code, text, detail) {
    super(text);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * Send a request and return the JSON or text of the response; callers name its type.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  const data = isJson ? await response.json() : await response.text();
  if (!response.ok) {
    throw new RequestRefusedError(data.code ?? "unavailable", data.text ?? String(response.status), data.detail ?? "");
  }
  return data;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) => request("POST", path, body);
