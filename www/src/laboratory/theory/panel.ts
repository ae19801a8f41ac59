/** The interface of a theory panel. */

import type { Scene } from "../../scene/figures";
import type { TheoryFacts } from "../../simulation/facts";
import type { Theme } from "../../views/theme";

/** The data that a panel shows. */
export interface TheoryScene extends Scene {
  /** Null while nothing is known of the document. */
  facts: TheoryFacts | null;
  /** Why the document cannot be run; empty where it can. */
  refusal: string;
  theme: Theme;
}

export interface TheoryPanel {
  update(scene: TheoryScene): void;
}

export type TheoryPanelId = "validity" | "transition" | "bound" | "tables" | "laboratory";
