/** The panel of what goes in and out. What does the work is loaded when first used. */

import { byId, h } from "../dom";
import { hideBanner, showBanner } from "./banner";
import { metricsOf } from "../figures";
import type { Catalog } from "../simulation/core";
import type { Conductor } from "../simulation/conductor";
import type { Stage } from "../stage";
import type { Store } from "../state";
import { bring } from "./on-demand";
import type { Theme } from "../views/theme";

interface Parts {
  store: Store;
  conductor: Conductor;
  catalog: Catalog;
  stage: Stage;
  theme(): Theme;
  /** Takes a document as given. Throws an Error that names the path and the rule. */
  accept(document: unknown): void;
}

export function createFiles({ store, conductor, catalog, stage, theme, accept }: Parts): {
  open(files: FileList): void;
} {
  const title = () => store.document.name ?? byId("lesson-title").textContent ?? "";
  const picture = (which: "left" | "curves", format: "png" | "svg") => async () => {
    const figure = await stage.figure(which);
    if (!figure) return;
    const part = await bring(() => import("./save"));
    await part?.savePicture(
      figure,
      format,
      `${title()} ${which === "curves" ? "curves" : store.view.left}`,
      theme().paper,
    );
  };
  const numbers = async () => {
    const { run } = conductor;
    if (!run) return;
    const part = await bring(() => import("./save"));
    part?.saveCurves(
      run,
      metricsOf({ document: run.document, catalog }).map(({ id }) => id),
      title(),
    );
  };
  const clip = async () => {
    const part = await bring(() => import("./clip"));
    await part?.saveClip({ stage, conductor, theme, title: title() });
  };
  const experiment = async () => (await bring(() => import("./save")))?.saveDocument(store.document, title());
  const button = (label: string, work: () => Promise<void>) =>
    h("button", { type: "button", onclick: () => void guarded(work) }, label);
  const row = (label: string, ...buttons: HTMLElement[]) =>
    h("div", { class: "row", role: "group", "aria-label": label }, h("span", {}, label), ...buttons);

  const input = h("input", { type: "file", hidden: true, onchange: () => input.files && void open(input.files) });
  byId("files").append(
    row(
      "Curves",
      button("PNG", picture("curves", "png")),
      button("SVG", picture("curves", "svg")),
      button("CSV", numbers),
    ),
    row("Left figure", button("PNG", picture("left", "png")), button("SVG", picture("left", "svg"))),
    row("Both, as they are played", button("Video", clip)),
    row("Experiment", button("JSON", experiment)),
    row("Open", h("button", { type: "button", onclick: () => input.click() }, "Choose a file …"), input),
    h(
      "p",
      { class: "about" },
      "Or drop it anywhere on the page: an experiment (JSON), a list of edges, a matrix W (CSV or JSON), or data (LIBSVM or CSV).",
    ),
  );

  async function open(files: FileList): Promise<void> {
    const file = files[0];
    const part = await bring(() => import("./open"));
    if (part && file) await guarded(async () => accept(await part.opened(file, store.document)), `${file.name}: `);
    input.value = "";
  }

  /** `about` goes before the words about what went wrong. */
  async function guarded(work: () => Promise<void>, about = ""): Promise<void> {
    hideBanner("files");
    try {
      await work();
    } catch (error) {
      showBanner("files", about + (error instanceof Error ? error.message : String(error)));
    }
  }

  return { open: (files) => void open(files) };
}
