/** Parts of components that are loaded when they are first shown. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/**
 * What `load` answers, once it `isWanted`; null until it is here. Where it could not be had it is asked for again when `again`
 * has changed.
 */
export function useLoaded<Part extends object>(
  load: () => Promise<Part | null>,
  isWanted: boolean,
  again: readonly unknown[],
): Part | null {
  const part = useSignal<Part | null>(null);
  useEffect(() => {
    if (!isWanted || part.peek()) return;
    void load().then((loaded) => {
      if (loaded) part.value = loaded;
    });
  }, [isWanted, ...again]);
  return part.value;
}
