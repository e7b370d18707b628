// What every part of the page uses to draw itself.

import htm from "htm";
import { h, render } from "preact";

export const html = htm.bind(h);
export { batch, computed, effect, signal, useSignal } from "@preact/signals";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { h, render };
