// Asking the house about a position that belongs to no table: the page has no rules of its own.

/** A play or a part of one that the rules forbid; `why` says which rule. */
export class NotAllowed extends Error {
  /** @param {any} refusal */
  constructor(refusal) {
    super(refusal.text ?? "");
    this.code = refusal.code ?? "unavailable";
    this.why = refusal.why ?? null;
  }
}

/** @param {string} path @param {any} body @returns {Promise<any>} */
async function ask(path, body) {
  const answer = await fetch(`/api/practice/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const isData = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  const found = isData ? await answer.json() : {};
  if (!answer.ok || "why" in found) throw new NotAllowed(found);
  return found;
}

/** How a partial play can go on. @param {any} position @param {string} partial */
export const whatNext = (position, partial) => ask("options", { position, partial });

/** What happens with a play. @param {any} position @param {string} play */
export const tryPlay = (position, play) => ask("play", { position, play });
