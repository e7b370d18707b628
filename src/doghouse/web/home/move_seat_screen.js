// The target of a link that moves a seat to this device.
import { post, RequestRefusedError } from "../app/api.js";
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { go } from "../app/router.js";
import { ErrorNote, errorText } from "../ui/error_note.js";
import { Screen } from "../ui/page_frame.js";

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/; // payload, time and signature

/** @param {{token: string}} props */
export function MoveSeat({ token }) {
  const isToken = TOKEN.test(token);
  const [problem, setProblem] = useState(isToken ? "" : t("move_seat.no_link"));
  const [isUseless, setUseless] = useState(!isToken);
  const [isBusy, setBusy] = useState(false);
  const move = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      /** @type {{code: string}} */
      const { code } = await post("/api/move", { token });
      go(`/t/${code}`);
    } catch (error) {
      const code = error instanceof RequestRefusedError ? error.code : "";
      const key = {
        bad_link: "move_seat.bad_link",
        not_a_message: "move_seat.bad_link",
        seat_taken: "move_seat.seated",
      }[code];
      setProblem(key ? t(key) : errorText(error));
      setUseless(key === "move_seat.bad_link");
      setBusy(false);
    }
  };
  return html`
    <${Screen} title=${t("move_seat.page_title")} kind="narrow">
      <section class="panel home-move">
        <${Devices} />
        <h1 tabindex="-1">${t("move_seat.title")}</h1>
        ${!isUseless && html`<p>${t("move_seat.text")}</p>`}
        <${ErrorNote} text=${problem} />
        ${
          isUseless
            ? html`<a class="button home-big" href="/">${t("web.home")}</a>`
            : html`
              <button type="button" class="button home-big" aria-busy=${isBusy ? "true" : "false"} onClick=${move}>
                ${t("move_seat.play_here")}
              </button>
              <p class="soft small">${t("move_seat.note")}</p>
            `
        }
      </section>
    <//>
  `;
}

/** From one device to the other. */
const Devices = () => html`
  <svg class="home-devices" viewBox="0 0 120 60" width="180" height="90" aria-hidden="true" focusable="false">
    <rect class="device" x="4" y="10" width="54" height="36" rx="4" />
    <path class="device" d="M0 50h62" />
    <rect class="device" x="88" y="6" width="26" height="46" rx="5" />
    <path class="way" d="M40 28c14-16 36-16 50-2" />
    <circle class="left" cx="31" cy="29" r="6" />
    <circle class="marble" cx="101" cy="30" r="6.5" />
    <circle class="gleam" cx="99" cy="27.6" r="1.8" />
  </svg>
`;
