/** What components share: the page's state and the ways to change it. */

import type { ReadonlySignal, Signal } from "@preact/signals";
import { type ComponentChildren, createContext, type RefObject, render } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import { freshId } from "../views/element";
import type { Scenes } from "../scene/scene";
import type { Conductor } from "../simulation/conductor";
import type { Catalog } from "../simulation/core";
import type { Pool } from "../simulation/pool";
import type { Path } from "../state/document";
import type { Store } from "../state/store";

/** Where the reader is: in the story, in the laboratory, or in a frame of another page. */
export type Room = "story" | "laboratory" | "frame";

/**
 * Proposes a value at a path, and what other parts of the document need with it; the document changes only if the core accepts
 * it; returns whether it did. Edits of one `gesture` in quick succession are one step of the history.
 */
export type Edit = (path: Path, value: unknown, gesture?: string) => boolean;

export interface Page {
  readonly store: Store;
  readonly room: ReadonlySignal<Room>;
  /** What the figures and the words show, computed from the store. */
  readonly scenes: Scenes;
  readonly catalog: Catalog;
  readonly conductor: Conductor;
  readonly pool: Pool;
  readonly edit: Edit;
  /** What the core has not taken, until something else is tried. */
  readonly refused: Signal<{ path: string; rule: string } | null>;
}

const Shared = createContext<Page | null>(null);

export const usePage = (): Page => useContext(Shared)!;

/** Puts components into an element of the page, in place of what it had. */
export function mount(host: Element, page: Page, content: ComponentChildren): void {
  render(<Shared.Provider value={page}>{content}</Shared.Provider>, host);
}

export const useFreshId = (): string => useState(() => freshId("control"))[0];

/** When what has the focus in a box goes, the box itself takes it: it has a `tabIndex` of -1. */
export function useFocusKept(box: RefObject<HTMLElement | null>): void {
  const held = box.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (held && !box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
  });
}
