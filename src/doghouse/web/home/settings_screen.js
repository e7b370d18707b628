// All preferences.

import { html, signal, useState } from "../app/html.js";
import { LANGUAGES, language, t } from "../app/i18n.js";
import { notifications, sound, speed, theme } from "../app/preferences.js";
import { Choice, Switch } from "../ui/form_controls.js";
import { setLanguage } from "../ui/language_picker.js";
import { Heading, Screen } from "../ui/page_frame.js";
import { NameForm } from "./name_form.js";

/**
 * @template T
 * @param {import("@preact/signals").Signal<T>} preference
 * @returns {(value: T) => void}
 */
const set = (preference) => (value) => {
  preference.value = value;
};

export function SettingsScreen() {
  return html`
    <${Screen} title=${t("settings.page_title")} kind="narrow">
      <${Heading}>${t("settings.title")}<//>
      <div class="stack">
        <${Settings} />
        <${Install} />
      </div>
    <//>
  `;
}

/** The settings, without the frame of the screen; a table shows them over the game. */
export function Settings() {
  return html`
    <section class="panel home-group"><${NameForm} /></section>
    <section class="panel home-group">
      <${Choice}
        name="language"
        legend=${t("settings.language")}
        options=${Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value=${language.value}
        choose=${setLanguage}
      />
      <${Choice}
        name="theme"
        legend=${t("settings.theme")}
        options=${["system", "light", "dark"].map((value) => ({ value, label: t(`settings.${value}`) }))}
        value=${theme.value}
        hint=${t(`settings.${theme.value}_hint`)}
        choose=${set(theme)}
      />
    </section>
    <section class="panel home-group">
      <${Choice}
        name="speed"
        legend=${t("settings.speed")}
        options=${["slow", "normal", "fast", "off"].map((value) => ({ value, label: t(`settings.speed_${value}`) }))}
        value=${speed.value}
        hint=${t("settings.speed_hint")}
        choose=${set(speed)}
      />
      <${Switch}
        name="sound"
        label=${t("settings.sound")}
        hint=${t("settings.sound_hint")}
        isOn=${sound.value}
        choose=${set(sound)}
      />
      <${Notifications} />
    </section>
  `;
}

const canNotify = "Notification" in globalThis && isSecureContext;

function Notifications() {
  const [permission, setPermission] = useState(canNotify ? Notification.permission : "denied");
  /** @param {boolean} isOn */
  const choose = async (isOn) => {
    if (isOn && Notification.permission === "default") setPermission(await Notification.requestPermission());
    notifications.value = isOn && Notification.permission === "granted";
  };
  const key = !canNotify ? "impossible" : permission === "denied" ? "denied" : "hint";
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

/** The browser's offer to install the page. */
const offer = signal(/** @type {(Event & {prompt: () => void})|null} */ (null));

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer.value = /** @type {Event & {prompt: () => void}} */ (event);
});
addEventListener("appinstalled", () => set(offer)(null));

function Install() {
  if (!offer.value) return null;
  const install = () => {
    offer.value?.prompt();
    offer.value = null; // it can be used once
  };
  return html`
    <section class="panel home-group home-install">
      <p>${t("settings.install_hint")}</p>
      <button type="button" class="button quiet" onClick=${install}>${t("settings.install")}</button>
    </section>
  `;
}
