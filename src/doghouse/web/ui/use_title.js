// The title of the page, which changes together with what it shows, not some time after.
import { useLayoutEffect } from "../app/html.js";

/** @param {string} title */
export function useTitle(title) {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
