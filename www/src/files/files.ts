/** The panel of imports and exports. The code behind it is loaded on first use. */

import { byId, h } from "../controls/dom";
import { hideBanner, showBanner } from "../controls/banner";
import { metricsOf } from "../scene/figures";
import type { Catalog } from "../simulation/core";
import type { Conductor } from "../simulation/conductor";
import type { Shown, Stage } from "../story/stage";
import type { Store } from "../state/store";
import type { Bringing } from "./drop";
import { onDemand } from "../controls/on-demand";
import type { Theme } from "../views/theme";

const loadPicture = onDemand(() => import("./export/picture"));
const loadSave = onDemand(() => import("./save"));

interface Parts {
  /** Of what is shown. */
  title(): string;
  store: Store;
  conductor: Conductor;
  catalog: Catalog;
  stage: Stage;
  theme(): Theme;
  /** Takes the reader's files; null if files are not accepted. */
  bringing: Bringing | null;
}

export function createFiles({ title: present, store, conductor, catalog, stage, theme, bringing }: Parts): void {
  const title = () => store.document.name ?? present();
  const picture = (which: Shown, format: "png" | "svg") => async () => {
    const figure = await stage.figure(which);
    if (!figure) {
      if (which === "floors") throw new Error("Floors are not shown. “floors” has a point for each finished run.");
      return;
    }
    const part = await loadPicture();
    await part?.savePicture(figure, format, `${title()} ${which === "left" ? store.view.left : which}`, theme().paper);
  };
  const numbers = async () => {
    const { run } = conductor;
    if (!run) return;
    const part = await loadSave();
    part?.saveCurves(
      run,
      metricsOf({ document: run.document, catalog }).map(({ id }) => id),
      title(),
    );
  };
  const experiment = async () => (await loadSave())?.saveDocument(store.document, title());
  const button = (label: string, work: () => Promise<void>) =>
    h("button", { type: "button", onclick: () => void guarded(work) }, label);
  const row = (label: string, ...buttons: HTMLElement[]) =>
    h("div", { class: "row", role: "group", "aria-label": label }, h("span", {}, label), ...buttons);

  const input = h("input", { type: "file", multiple: true, hidden: true, onchange: chosen });
  byId("files").append(
    row(
      "Curves",
      button("PNG", picture("curves", "png")),
      button("SVG", picture("curves", "svg")),
      button("CSV", numbers),
    ),
    row("Floors", button("PNG", picture("floors", "png")), button("SVG", picture("floors", "svg"))),
    row("Left figure", button("PNG", picture("left", "png")), button("SVG", picture("left", "svg"))),
    row("Experiment", button("JSON", experiment)),
  );
  if (bringing)
    byId("files").append(
      row(
        "Bring in",
        h("button", { type: "button", onclick: () => input.click() }, "Choose files …"),
        h("button", { type: "button", onclick: () => bringing.ask() }, "Paste text …"),
        input,
      ),
      h(
        "p",
        { class: "about" },
        "Or drop files anywhere on the page, or paste there. A network: links, neighbours, a matrix, GraphML, GEXF, DOT, GML, Matrix Market or JSON. Data: CSV or LIBSVM. An experiment. What a file is taken for is shown before it is used.",
      ),
    );

  function chosen(): void {
    bringing?.files([...(input.files ?? [])]);
    input.value = "";
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    hideBanner("files");
    try {
      await work();
    } catch (error) {
      showBanner("files", error instanceof Error ? error.message : String(error));
    }
  }
}
