/** The interface of an instrument. */

import type { Edit } from "../controls/group";
import type { Scene } from "../figures";
import type { Pool } from "../simulation/pool";
import type { Theme } from "../views/theme";

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
  /** Shows the part that an address names. */
  show?(id: string): void;
}
