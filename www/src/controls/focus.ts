/** The focus of who acts by keys. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** When what has the focus in a box goes, the box itself takes it: it has a `tabIndex` of -1. */
export function useFocusKept(box: RefObject<HTMLElement | null>): void {
  const held = box.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (held && !box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
  });
}
