/** The panel of imports and exports. The code behind it is loaded on first use. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { hideBanner, showBanner } from "../controls/dom";
import { Button } from "../controls/field";
import type { Shown, Stage } from "../controls/figure";
import { onDemand } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { metricsOf } from "../scene/figures";
import type { Bringing } from "./drop";
import { READ } from "./import/formats";

const loadPicture = onDemand(() => import("../controls/picture"));
const loadSave = onDemand(() => import("./save"));
const loadCurves = onDemand(() => import("./import/curves"));

interface FilesProps {
  title(): string;
  stage: Stage;
  /** Takes the reader's files; null if files are not accepted. */
  bringing: Bringing | null;
}

export function Files({ title: present, stage, bringing }: FilesProps) {
  const { store, conductor, catalog } = usePage();
  const title = () => store.document.name ?? present();

  async function savePicture(which: Shown, format: "png" | "svg"): Promise<void> {
    const figure = await stage.figure(which);
    if (!figure && which === "floors")
      throw new Error("Floors are not shown. “floors” has a point for each finished run.");
    const name = `${title()} ${which === "left" ? store.view.left : which}`;
    if (figure) await (await loadPicture())?.savePicture(figure, format, name, store.theme.paper, store.document);
  }

  async function saveNumbers(): Promise<void> {
    const { run } = conductor;
    if (!run) return;
    const metrics = metricsOf({ document: run.document, catalog }).map(({ id }) => id);
    (await loadSave())?.saveCurves(run, metrics, title());
  }

  const picture = (which: Shown) => (
    <>
      <Save label="PNG" work={() => savePicture(which, "png")} />
      <Save label="SVG" work={() => savePicture(which, "svg")} />
    </>
  );
  return (
    <>
      <Row label="Curves">
        {picture("curves")}
        <Save label="CSV" work={saveNumbers} />
      </Row>
      <Row label="Floors">{picture("floors")}</Row>
      <Row label="Left figure">{picture("left")}</Row>
      <Row label="Experiment">
        <Save label="JSON" work={async () => (await loadSave())?.saveDocument(store.document, title())} />
        <Save label="Cite …" work={async () => (await loadSave())?.cite(store)} />
      </Row>
      {bringing && <BringIn bringing={bringing} />}
      {bringing && <OwnCurves />}
    </>
  );
}

function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="row" role="group" aria-label={label}>
      <span>{label}</span>
      {children}
    </div>
  );
}

/** Does something whose failure is said above the page. */
function attempt(work: () => Promise<void>): void {
  hideBanner("files");
  work().catch((error: unknown) => showBanner("files", error instanceof Error ? error.message : String(error)));
}

function Save({ label, work }: { label: string; work(): Promise<void> }) {
  const save = () => attempt(work);
  return <Button onClick={save}>{label}</Button>;
}

interface FileButtonProps {
  children: string;
  label?: string;
  onFiles(files: readonly File[]): void;
}

function FileButton({ children, label, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    onFiles([...(currentTarget.files ?? [])]);
    currentTarget.value = "";
  };
  return (
    <>
      <Button onClick={() => input.current!.click()}>{children}</Button>
      <input ref={input} type="file" aria-label={label} multiple hidden onChange={take} />
    </>
  );
}

function BringIn({ bringing }: { bringing: Bringing }) {
  return (
    <>
      <Row label="Bring in">
        <FileButton onFiles={bringing.files}>Choose files …</FileButton>
        <Button onClick={() => bringing.askForText()}>Paste text …</Button>
      </Row>
      <p class="about">
        Or drop files anywhere on the page, or paste there. {READ} What a file is taken for is shown before it is used.
      </p>
    </>
  );
}

/** Curves from a table, beside those of the run. */
function OwnCurves() {
  const { own } = usePage().scenes;
  async function take(files: readonly File[]): Promise<void> {
    const reader = await loadCurves();
    for (const file of files)
      if (reader) own.value = [...own.value, ...reader.readCurves(await file.text(), file.name)];
  }
  return (
    <>
      <Row label="Own curves">
        <FileButton label="A table of curves" onFiles={(files) => attempt(() => take(files))}>
          Add from CSV …
        </FileButton>
        <Button hidden={own.value.length === 0} onClick={() => (own.value = [])}>
          Remove
        </Button>
      </Row>
      <p class="about">
        A table whose columns are an iteration and one or many values, such as your own program’s, or this page’s CSV:
        each is drawn beside the curves, under its column’s name.
      </p>
    </>
  );
}
