// The document title; it changes together with what the page shows.
import { useLayoutEffect } from "../app/html.js";

/** @param {string} title */
export function useTitle(title) {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
