// One-touch buttons for sound and theme.

import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { sound, theme } from "../app/preferences.js";
import { Icon } from "./icons.js";

export const SoundButton = () => html`
  <button
    type="button"
    class="plain home-tool"
    aria-pressed=${sound.value ? "true" : "false"}
    aria-label=${t("settings.sound")}
    title=${t("settings.sound")}
    onClick=${() => (sound.value = !sound.value)}
  >
    <${Icon} name=${sound.value ? "sound" : "silence"} />
  </button>
`;

const isDark = () =>
  theme.value === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme.value === "dark";

export const ThemeButton = () => html`
  <button
    type="button"
    class="plain home-tool"
    aria-pressed=${isDark() ? "true" : "false"}
    aria-label=${t("settings.dark")}
    title=${t("settings.dark")}
    onClick=${() => (theme.value = isDark() ? "light" : "dark")}
  >
    <${Icon} name=${isDark() ? "moon" : "sun"} />
  </button>
`;
