// Browser notifications. They may fail; nothing may depend on them.
import { notifications } from "./preferences.js";

const ICON = "/web/icons/icon-192.png";

/** @param {string} text @param {string} code the table that a click opens */
export async function notifyDesktop(text, code) {
  if (!notifications.value || globalThis.Notification?.permission !== "granted") return;
  const options = { body: text, tag: code, icon: ICON, data: `/t/${code}` };
  try {
    // On phones only a service worker may show one.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) {
      await worker.showNotification("Doghouse", options);
      return;
    }
    const notification = new Notification("Doghouse", options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch (error) {
    console.warn("cannot show a notification", error);
  }
}
