/** What only the laboratory has: the document, choices of what the figures show, panels, files, and the text. */

import { effect } from "@preact/signals";
import { byId, h } from "../controls/dom";
import { onDemand } from "../controls/on-demand";
import { mount, type Page } from "../controls/page";
import { addPanel } from "../controls/panels";
import type { Bringing } from "../files/drop";
import type { Editor } from "../files/editor";
import { createFiles } from "../files/files";
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
  const { store, scenes, conductor, catalog, pool, edit } = page;
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
  let editor: Editor | null = null;
  documentPanel.addEventListener("toggle", async () => {
    const part = await loadEditor();
    if (!part || editor) return;
    editor = part.createEditor(accept);
    editor.show(store.document);
  });
  const title = () => steps.present.title;
  createFiles({ title, store, conductor, catalog, stage, theme: () => appearance.theme, bringing });
  store.subscribe((change) => change.document && editor?.show(store.document));
  effect(() => {
    const scene = scenes.told.value;
    panels.speak(scene);
    if (scene.run?.refusal) editor?.complain(scene.run.refusal);
  });
}
