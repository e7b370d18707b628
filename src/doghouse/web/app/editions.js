// What the server offers: editions, and the teams of every number of players.
/** @import { HouseAbout } from "./protocol.js" */
import { get } from "./api.js";
import { signal } from "./html.js";

const about = signal(/** @type {HouseAbout|null} */ (null));

export async function loadHouse() {
  about.value = await get("/api/about");
}

/** @param {string} name */
export const editionTitle = (name) => about.value?.editions[name]?.title ?? name.toUpperCase();

/** @param {string} edition */
export const maxPlayers = (edition) => about.value?.editions[edition]?.most_players ?? 6;

/** The seats of each team, by the `teams` of the rules. @param {number} players @returns {Record<string, string[]>} */
export const teamsFor = (players) => about.value?.teams[players] ?? {};
