// Word outside the page, by the browser's own notifications. It may fail; nothing may depend on it.
import { notifications } from "./preferences.js";

const ICON = "/web/icons/icon-192.png";

/** @param {string} text @param {string} code the table that a click leads to */
export async function sendWord(text, code) {
  if (!notifications.value || globalThis.Notification?.permission !== "granted") return;
  const address = `/t/${code}`;
  const looks = { body: text, tag: code, icon: ICON, data: address };
  try {
    // On phones only the worker may show one.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) {
      await worker.showNotification("Doghouse", looks);
      return;
    }
    const shown = new Notification("Doghouse", looks);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch (error) {
    console.warn("no notification could be shown", error);
  }
}
