/** What components share: the page's state and the ways to change it. */

import { createContext, render, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { Scenes } from "../scene/scene";
import type { Conductor } from "../simulation/conductor";
import type { Catalog } from "../simulation/core";
import type { Pool } from "../simulation/pool";
import type { Store } from "../state/store";
import type { Edit } from "./group";

export interface Page {
  /** The document, the view, the run, the network and the theme, as signals. */
  readonly store: Store;
  /** What the figures and the words show, computed from the store. */
  readonly scenes: Scenes;
  readonly catalog: Catalog;
  readonly conductor: Conductor;
  readonly pool: Pool;
  readonly edit: Edit;
}

const Shared = createContext<Page | null>(null);

/** The page of the component that asks. */
export function usePage(): Page {
  return useContext(Shared)!;
}

/** Puts components into an element of the page, in place of what it had. */
export function mount(host: Element, page: Page, content: ComponentChildren): void {
  render(<Shared.Provider value={page}>{content}</Shared.Provider>, host);
}
