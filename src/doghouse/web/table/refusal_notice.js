// Shows why the server refused an act.
import { tellWhy } from "../app/phrasing.js";
import { refusalText } from "../app/refusals.js";
import { notify } from "../ui/announcer.js";

/** Show the reason, with a link to the rule; a stale act needs none. @param {any} error @param {any} company */
export function showRefusal(error, company) {
  if (error.why) notify(tellWhy(error.why, company), error.why.rule);
  else if (error.code !== "stale") notify(refusalText(error));
}
