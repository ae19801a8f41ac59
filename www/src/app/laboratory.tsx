/** The laboratory put together: the document, choices of what the figures show, panels, files, and the text about all. */

import { useSignal } from "@preact/signals";
import { byId } from "../controls/dom";
import { Panel } from "../controls/field";
import type { Stage } from "../controls/figure";
import { onDemand, useLoaded } from "../controls/on-demand";
import { mount, type Page } from "../controls/page";
import type { Bringing } from "../files/drop";
import { Files } from "../files/files";
import { Chips, CurveTools } from "../laboratory/curve-choices";
import { createTheory, Panels } from "../laboratory/panels/registry";
import { Setup } from "../laboratory/setup";
import { Text } from "../laboratory/text";
import type { Steps } from "../story/steps";

const loadEditor = onDemand(() => import("../files/editor"));

interface Parts {
  page: Page;
  steps: Steps;
  stage: Stage;
  /** Takes a document as given. Throws an Error that names the path and the rule. */
  accept(document: unknown): void;
  /** Takes the reader's files; null if files are not accepted. */
  bringing: Bringing | null;
}

export function furnish({ page, steps, stage, accept, bringing }: Parts): void {
  const theory = createTheory(page);
  mount(byId("chips"), page, <Chips />);
  mount(byId("curve-tools"), page, <CurveTools />);
  mount(byId("text"), page, <Text />);
  add("setup", page, <Setup />);
  add("theory", page, <Panels group="theory" theory={theory} />);
  add("instruments", page, <Panels group="instruments" theory={theory} />);
  add(
    "files",
    page,
    <>
      <Panels group="files" theory={theory} />
      <Panel title="Files" about="Save pictures, numbers and experiments; open files.">
        <div id="files">
          <Files title={() => steps.present.title} stage={stage} bringing={bringing} />
        </div>
      </Panel>
      <Document accept={accept} />
    </>,
  );
}

/** Adds panels below the heading of their group. */
function add(group: string, page: Page, panels: Parameters<typeof mount>[2]): void {
  const host = document.createElement("div");
  byId(`panels-${group}`).append(host);
  mount(host, page, panels);
}

function Document({ accept }: Pick<Parts, "accept">) {
  const isOpen = useSignal(false);
  const part = useLoaded(loadEditor, isOpen.value, []);
  return (
    <Panel
      title="Document"
      about="The whole experiment as JSON, to read, edit and save."
      onToggle={(open) => (isOpen.value = open)}
    >
      <div id="editor">{part && <part.Editor accept={accept} />}</div>
    </Panel>
  );
}
