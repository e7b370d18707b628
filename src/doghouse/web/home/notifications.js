// Word when it is one's turn while the page is in the background; the browser is asked only when somebody wants it.

import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { notifications } from "../app/preferences.js";
import { Switch } from "../ui/form_controls.js";

const isPossible = "Notification" in globalThis && isSecureContext;

export function Notifications() {
  const [permission, setPermission] = useState(isPossible ? Notification.permission : "denied");
  /** @param {boolean} isOn */
  const choose = async (isOn) => {
    if (isOn && Notification.permission === "default") setPermission(await Notification.requestPermission());
    notifications.value = isOn && Notification.permission === "granted";
  };
  const key = !isPossible ? "impossible" : permission === "denied" ? "denied" : "hint";
  return html`
    <${Switch}
      name="notifications"
      label=${t("settings.notifications")}
      hint=${t(`settings.notifications_${key}`)}
      isOn=${notifications.value && permission === "granted"}
      isFixed=${key !== "hint"}
      choose=${choose}
    />
  `;
}
