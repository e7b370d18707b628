// Shows why the server refused an act.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Why } from "../app/protocol.js" */
import { reasonText } from "../app/phrasing.js";
import { refusalText } from "../app/refusals.js";
import { notify } from "../ui/announcer.js";

/**
 * Show the reason, with a link to the rule. A stale act needs no notice: the newer events show why.
 * @param {{code: string, detail: string, message: string, why?: Why|null}} error
 * @param {Company} company
 */
export function showRefusal(error, company) {
  if (error.why) notify(reasonText(error.why, company), error.why.rule);
  else if (error.code !== "stale") notify(refusalText(error));
}
