// What this browser remembers of its own: never anything secret.

/**
 * @param {string} name
 * @param {any} fallback
 */
export function remembered(name, fallback) {
  try {
    const text = localStorage.getItem(`doghouse.${name}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage may be forbidden
  }
}

/**
 * @param {string} name
 * @param {any} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`doghouse.${name}`, JSON.stringify(value));
  } catch {
    // then it is forgotten when the page is left
  }
}
