/** What only the laboratory has: the document, choices of what the figures show, panels, files, and the text. */

import { effect } from "@preact/signals";
import { byId, h } from "../controls/dom";
import { onDemand } from "../controls/on-demand";
import { mount, type Page } from "../controls/page";
import { addPanel } from "../controls/panels";
import type { Bringing } from "../files/drop";
import { Files } from "../files/files";
import type { Appearance } from "../state/appearance";
import type { Steps } from "../story/steps";
import type { Stage } from "../story/stage";
import { CurveTools } from "../story/right-figure";
import { Text } from "../text/text";
import { Chips } from "./chips";
import { createPanels } from "./panels/registry";
import { addSetup } from "./setup";

const loadEditor = onDemand(() => import("../files/editor"));

interface Parts {
  page: Page;
  steps: Steps;
  stage: Stage;
  appearance: Appearance;
  /** Takes a document as given. Throws an Error that names the path and the rule. */
  accept(document: unknown): void;
  /** Takes the reader's files; null if files are not accepted. */
  bringing: Bringing | null;
}

export function furnish({ page, steps, stage, appearance, accept, bringing }: Parts): void {
  const { scenes, conductor, pool, edit } = page;
  mount(byId("chips"), page, <Chips />);
  mount(byId("curve-tools"), page, <CurveTools />);
  mount(byId("text"), page, <Text />);
  addSetup(page);
  const panels = createPanels({ conductor, appearance, pool, edit });
  addPanel({
    group: "files",
    title: "Files",
    about: "Save pictures, numbers and experiments; open files.",
    controls: [h("div", { id: "files" })],
  });
  const documentPanel = addPanel({
    group: "files",
    title: "Document",
    about: "The whole experiment as JSON, to read, edit and save.",
    controls: [h("div", { id: "editor" })],
  });
  documentPanel.addEventListener("toggle", async () => {
    const part = await loadEditor();
    if (part) mount(byId("editor"), page, <part.Editor accept={accept} />);
  });
  mount(byId("files"), page, <Files title={() => steps.present.title} stage={stage} bringing={bringing} />);
  effect(() => panels.speak(scenes.told.value));
}
