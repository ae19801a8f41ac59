/** The interface of an instrument. */

import type { Edit } from "../controls/group";
import type { Scene } from "../scene/figures";
import type { Pool } from "../simulation/pool";
import type { Theme } from "../views/theme";
import type { Figure } from "../views/types";

export interface InstrumentTools {
  pool: Pool;
  edit: Edit;
  theme: Theme;
}

export interface InstrumentScene extends Scene {
  theme: Theme;
}

export interface Instrument {
  update(scene: InstrumentScene): void;
  /** The picture as it stands; null where there is nothing to be seen. */
  figure?(): Promise<Figure | null>;
  /** Shows the part that an address names. */
  show?(id: string): void;
}
