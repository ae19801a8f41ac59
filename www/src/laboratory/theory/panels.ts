/** The content of the theory panels. */

import type { Edit } from "../../controls/group";
import type { TheoryPanel, TheoryPanelId } from "./panel";
import type { Pool } from "../../simulation/pool";
import type { Theme } from "../../views/theme";
import { h } from "../../controls/dom";
import { createBound } from "./bound";
import { createLaboratory } from "./laboratory";
import { about } from "./rows";
import { createTables } from "./tables";
import { createTransition } from "./transition";
import { createValidity } from "./validity";

export interface PanelTools {
  pool: Pool;
  edit: Edit;
  theme: Theme;
}

type Maker = (host: HTMLElement, tools: PanelTools) => TheoryPanel;

/** A panel that does not apply to a network that changes, and says so. */
function ofOneW(make: Maker): Maker {
  return (host, tools) => {
    const [body, note] = [h("div", { class: "theory" }), about(CHANGING)];
    host.append(note, body);
    const panel = make(body, tools);
    return {
      update(scene) {
        const changes = scene.network?.changes != null;
        [body.hidden, note.hidden] = [changes, !changes];
        if (!changes) panel.update(scene);
      },
    };
  };
}

const CHANGING =
  "The theorems and rates assume a fixed W. This network changes from iteration to iteration, so they do not apply; “Will it converge?” shows what holds for its mean.";

const MAKERS: Record<TheoryPanelId, Maker> = {
  validity: createValidity,
  transition: createTransition,
  bound: ofOneW(createBound),
  tables: ofOneW(createTables),
  laboratory: createLaboratory,
};

export function createTheoryPanel(id: TheoryPanelId, host: HTMLElement, tools: PanelTools): TheoryPanel {
  return MAKERS[id](host, tools);
}
