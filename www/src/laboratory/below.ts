/** Everything below the first screen: the text, and the panels with all settings. */

import type { Appearance } from "../state/appearance";
import { byId, h } from "../controls/dom";
import type { ExperimentDocument } from "../state/document";
import type { Page } from "../controls/page";
import type { Scene } from "../scene/figures";
import type { Bringing } from "../files/drop";
import type { Editor } from "../files/editor";
import { createFiles } from "../files/files";
import { onDemand } from "../controls/on-demand";
import { addPanel } from "../controls/panels";
import { addSetup } from "./setup";
import { createStory, type Told } from "../story/story";
import { createPanels } from "./panels/registry";
import type { Entry } from "../simulation/core";
import type { Stage } from "../story/stage";
import { methodsText, networkText, problemText } from "../text/explain";
import { methodSwatch } from "../views/legend";

const loadEditor = onDemand(() => import("../files/editor"));

export interface Below {
  /** `told`: the lesson or figure that it belongs to. */
  show(document: ExperimentDocument, told: Told): void;
  /** Brings text and numbers up to date. */
  speak(scene: Scene): void;
}

interface Parts {
  page: Page;
  stage: Stage;
  appearance: Appearance;
  /** Takes a document as given. Throws an Error that names the path and the rule. */
  accept(document: unknown): void;
  /** Takes the reader's files; null if files are not accepted. */
  bringing: Bringing | null;
}

export function createBelow({ page, stage, appearance, accept, bringing }: Parts): Below {
  const { store, conductor, catalog, pool, edit } = page;
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
  createFiles({ store, conductor, catalog, stage, theme: () => appearance.theme, bringing });

  const story = createStory(pool);
  let said: unknown[] = [];

  return {
    show(document, told) {
      story.show(told);
      editor?.show(document);
    },
    speak(scene) {
      const { document, network, run: now, styles } = scene;
      const { theme } = appearance;
      panels.speak(scene);
      if (now?.refusal) editor?.complain(now.refusal);
      const news = [document, network, theme];
      if (news.every((part, i) => part === said[i])) return;
      said = news;
      const setting = {
        document,
        network,
        methods: styles.map((style, place) => ({
          label: style.label,
          entry: entryOf(document, place),
          swatch: methodSwatch(style, theme),
        })),
      };
      byId("problem-text").replaceChildren(...problemText(setting));
      byId("network-text").replaceChildren(...networkText(setting));
      byId("methods-text").replaceChildren(...methodsText(setting));
    },
  };

  function entryOf(document: ExperimentDocument, place: number): Entry | undefined {
    return catalog.methods.find(({ kind }) => kind === document.methods[place]!.kind);
  }
}
