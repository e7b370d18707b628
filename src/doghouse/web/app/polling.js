// Repeated requests while the page is visible.
import { get } from "./api.js";
import { useEffect, useState } from "./html.js";

/**
 * The latest response, null before the first one, and a function that asks at once. Failures keep the last response.
 * @template T
 * @param {string} path
 * @param {number} seconds
 * @returns {[T|null, () => void]}
 */
export function usePolling(path, seconds) {
  const [data, setData] = useState(/** @type {T|null} */ (null));
  const poll = () => get(path).then(setData, () => {});
  useEffect(() => {
    const pollIfVisible = () => {
      if (document.visibilityState === "visible") poll();
    };
    pollIfVisible();
    const timer = setInterval(pollIfVisible, seconds * 1000);
    document.addEventListener("visibilitychange", pollIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", pollIfVisible);
    };
  }, [path, seconds]);
  return [data, poll];
}
