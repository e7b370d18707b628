// Radio groups and switches, each with a hint.
import { html } from "../app/html.js";

/**
 * @template T
 * @typedef {{value: T, label: string, isOff?: boolean}} Option
 */

/**
 * A row of large radio buttons; `hint` explains the one that is chosen.
 * @template T
 * @param {{name: string, legend: string, options: Option<T>[], value: T, hint?: string, choose: (value: T) => void}} props
 */
export function Choice({ name, legend, options, value, hint, choose }) {
  return html`
    <fieldset class="choices home-choice" aria-describedby=${hint ? `${name}-hint` : undefined}>
      <legend>${legend}</legend>
      ${options.map(
        (option) => html`
          <label key=${String(option.value)}>
            <input
              type="radio"
              name=${name}
              value=${String(option.value)}
              checked=${option.value === value}
              disabled=${option.isOff}
              onChange=${() => choose(option.value)}
            />
            <span>${option.label}</span>
          </label>
        `,
      )}
      ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    </fieldset>
  `;
}

/**
 * @param {{name: string, label: string, hint: string, isOn: boolean, isFixed?: boolean, choose: (isOn: boolean) => void}} props
 */
export function Switch({ name, label, hint, isOn, isFixed = false, choose }) {
  return html`
    <label class="switch home-switch ${isFixed ? "fixed" : ""}">
      <input
        type="checkbox"
        name=${name}
        checked=${isOn}
        disabled=${isFixed}
        aria-describedby="${name}-hint"
        onChange=${(/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.currentTarget).checked)}
      />
      <span><span class="home-switch-name">${label}</span><span class="hint" id="${name}-hint">${hint}</span></span>
    </label>
  `;
}
