// What every part of the page uses to draw itself.
import { h, render } from "preact";
import htm from "htm";

export const html = htm.bind(h);
export { h, render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, useSignal } from "@preact/signals";
