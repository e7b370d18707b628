// Making SVG elements.

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string|number>} [attributes]
 * @param {Iterable<Node>} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/** A line through places, as the `d` of a path. @param {{x: number, y: number}[]} places */
export const lineOf = (places) =>
  places.map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
