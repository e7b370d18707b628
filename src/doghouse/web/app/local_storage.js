// Values that this browser stores as JSON: never anything secret.

/**
 * @param {string} name
 * @param {unknown} fallback
 * @returns {any} the stored value, which may be anything, or the fallback
 */
export function load(name, fallback) {
  try {
    const text = localStorage.getItem(`doghouse.${name}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage may be forbidden
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(`doghouse.${name}`, JSON.stringify(value));
  } catch {
    // storage may be forbidden: the value is lost with the page
  }
}
