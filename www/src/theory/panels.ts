/** What fills the panels of the theory. */

import type { Edit } from "../controls/group";
import type { TheoryPanel, TheoryPanelId } from "./panel";
import type { Pool } from "../simulation/pool";
import type { Theme } from "../views/theme";
import { createBound } from "./bound";
import { createLaboratory } from "./laboratory";
import { createTables } from "./tables";
import { createTransition } from "./transition";
import { createValidity } from "./validity";
import "./theory.css";

export interface PanelTools {
  pool: Pool;
  edit: Edit;
  theme: Theme;
}

const MAKERS: Record<TheoryPanelId, (host: HTMLElement, tools: PanelTools) => TheoryPanel> = {
  validity: createValidity,
  transition: createTransition,
  bound: createBound,
  tables: createTables,
  laboratory: createLaboratory,
};

export function createTheoryPanel(id: TheoryPanelId, host: HTMLElement, tools: PanelTools): TheoryPanel {
  return MAKERS[id](host, tools);
}
