/** What a panel is: a component that shows the experiment of the page, its theory, or what is measured of it. */

import { scheduleOf } from "../../../../lib/steps";
import type { Scene } from "../../scene/figures";
import type { TheoryFacts } from "../../simulation/facts";

export interface PanelScene extends Scene {
  /** Null while nothing is known of the document. */
  facts: TheoryFacts | null;
  /** Why the document cannot be run; empty where it can. */
  refusal: string;
}

export interface PanelProps {
  scene: PanelScene;
  /** The part that an address names, such as `table-1`; empty for none. */
  asked: string;
}

/** In place of numbers that a network in parts does not have. */
export const PARTED = "The network is in several parts: the theory needs a connected one.";

/** In place of a number that is not there. */
export const NONE = "–";

/** The constant step size of a method, or null where it changes. */
export function constantStep(document: PanelScene["document"], place: number): number | null {
  const { kind, value } = scheduleOf(document, place);
  return kind === "constant" ? value : null;
}
