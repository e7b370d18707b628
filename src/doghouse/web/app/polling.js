// Asking the house again and again, as long as somebody looks.

import { get } from "./api.js";
import { useEffect, useState } from "./html.js";

/**
 * What the house answers, null before it has; asked for anew every so many seconds while the page is visible.
 * @param {string} path
 * @param {number} seconds
 * @returns {[any, () => void]}
 */
export function useAgain(path, seconds) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const ask = () => get(path).then(setFound, () => {}); // a house that is away for a moment changes nothing
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") ask();
    };
    look();
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [path, seconds]);
  return [found, ask];
}
