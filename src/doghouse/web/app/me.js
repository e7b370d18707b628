// The guest who uses this browser.
/** @import { Me, NewName } from "./protocol.js" */
import { get, post } from "./api.js";
import { signal } from "./html.js";
import { chooseLanguage } from "./i18n.js";

export const me = signal(/** @type {Me} */ ({ name: "", language: "en" }));

export async function loadMe() {
  me.value = await get("/api/me");
}

/** @param {NewName} change */
export async function changeMe(change) {
  me.value = await post("/api/me", change);
  if (change.language) await chooseLanguage(change.language);
}
