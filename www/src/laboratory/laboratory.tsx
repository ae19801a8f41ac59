/** What only the laboratory has: the document, choices of what the figures show, panels, files, and the text about all. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { byId } from "../controls/dom";
import { onDemand, useLoaded } from "../controls/on-demand";
import { mount, usePage, type Page } from "../controls/page";
import { Panel, Button } from "../controls/field";
import type { Bringing } from "../files/drop";
import { Files } from "../files/files";
import type { Steps } from "../story/steps";
import type { Stage } from "../story/stage";
import { CurveTools } from "../story/right-figure";
import { createTheory, Panels } from "./panels/registry";
import { Setup } from "./setup";
import { ownStyles } from "../scene/recorded-run";
import { shortened } from "../state/methods";
import { Explained } from "../text/glossary";
import { Swatch } from "../controls/table";
import { methodsText, networkText, problemText } from "../text/explain";

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

/** Where it first stands it is explained. */
const HALVED = "(I+W)/2";

function Chips() {
  const { store, scenes, catalog } = usePage();
  const own = ownStyles(scenes.own.value, { styles: scenes.styles.value, catalog });
  const styles = [...scenes.styles.value, ...own.values()];
  const { hidden } = store.view;
  const names = shortened(styles.map(({ label }) => label));
  const lazy = names.findIndex((name) => name.endsWith(HALVED));
  return styles.map((style, i) => {
    const { label } = style;
    const visible = !hidden.includes(label);
    const toggle = () =>
      store.setView({ hidden: visible ? [...hidden, label] : hidden.filter((other) => other !== label) });
    return (
      <span class="key" translate={false} key={i}>
        <Button
          class="chip"
          aria-pressed={visible}
          aria-label={names[i]}
          title={`${visible ? "Hide" : "Show"} the curve of ${label}`}
          onClick={toggle}
        >
          <Swatch of={style} />
          <span translate={false}>{i === lazy ? names[i]!.slice(0, -HALVED.length) : names[i]}</span>
        </Button>
        {i === lazy && <Explained text={HALVED} />}
      </span>
    );
  });
}

export function Text() {
  const { scenes, catalog } = usePage();
  const { document, network, styles } = scenes.told.value;
  const content = useMemo(() => {
    const methods = styles.map((style, place) => ({
      label: style.label,
      entry: catalog.methods.find(({ kind }) => kind === document.methods[place]!.kind),
      swatch: <Swatch of={style} />,
    }));
    const setting = { document, network, methods };
    return (
      <>
        <h2>The problem</h2>
        <div id="problem-text">{problemText(setting)}</div>
        <h2>The network, and λ</h2>
        <div id="network-text">{networkText(setting)}</div>
        <h2>The methods</h2>
        <div id="methods-text">{methodsText(setting)}</div>
      </>
    );
  }, [document, network, styles]);
  return content;
}
