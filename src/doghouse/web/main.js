// The entry point of the page: loads texts, then renders the screen of the address.
import { loadHouse } from "./app/editions.js";
import { html, render } from "./app/html.js";
import { loadTexts, t } from "./app/i18n.js";
import { loadMe } from "./app/me.js";
import { path } from "./app/router.js";
import { useTitle } from "./ui/use_title.js";
import "./app/preferences.js";
import { Home } from "./home/home_screen.js";
import { MoveSeat } from "./home/move_seat_screen.js";
import { MyGames } from "./home/my_games_screen.js";
import { NewTable } from "./home/new_table_screen.js";
import { SettingsScreen } from "./home/settings_screen.js";
import { LessonScreen } from "./learn/lesson_screen.js";
import { RulesScreen } from "./learn/rules_screen.js";
import { ReplayScreen } from "./replay/replay_screen.js";
import { TableScreen } from "./table/table_screen.js";
import { Announcer } from "./ui/announcer.js";

/** @type {[RegExp, (...parts: string[]) => import("./app/html.js").Rendered][]} */
const SCREENS = [
  [/^\/$/, () => html`<${Home} />`],
  [/^\/new$/, () => html`<${NewTable} />`],
  [/^\/games$/, () => html`<${MyGames} />`],
  [/^\/settings$/, () => html`<${SettingsScreen} />`],
  [/^\/rules$/, () => html`<${RulesScreen} />`],
  [/^\/learn$/, () => html`<${LessonScreen} />`],
  [/^\/m\/(.+)$/, (token) => html`<${MoveSeat} token=${token} />`],
  [/^\/t\/([^/]+)$/, (code) => html`<${TableScreen} key=${code} code=${code.toUpperCase()} />`],
  [/^\/replay\/([^/]+)$/, (code) => html`<${ReplayScreen} key=${code} code=${code.toUpperCase()} />`],
];

function App() {
  for (const [pattern, screen] of SCREENS) {
    const match = path.value.match(pattern);
    if (match) return html`${screen(...match.slice(1))}<${Announcer} />`;
  }
  return html`<${NotFound} />`;
}

function NotFound() {
  useTitle("Doghouse");
  return html`<main class="page"><h1>${t("web.not_found")}</h1><p><a href="/">${t("web.home")}</a></p></main>`;
}

await Promise.all([loadTexts(), loadMe(), loadHouse()]);
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
if ("serviceWorker" in navigator) startWorker(navigator.serviceWorker).catch(() => {});

/** The worker caches the files of the page from the first visit on. @param {ServiceWorkerContainer} workers */
async function startWorker(workers) {
  const isFirst = !workers.controller;
  await workers.register("/service-worker.js");
  if (!isFirst) return;
  const { active } = await workers.ready;
  const version = document.querySelector("meta[name=doghouse-version]")?.getAttribute("content");
  active?.postMessage({ version, files: performance.getEntriesByType("resource").map(({ name }) => name) });
}
