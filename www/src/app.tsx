/** Puts the page together: the document in the store, the run that it asks for, and the parts that show both. */

import { Address, type Looked } from "./state/address";
import type { Appearance } from "./state/appearance";
import { media } from "./state/media";
import type { Below } from "./laboratory/below";
import { isLong } from "./scene/recorded-run";
import { createMainControls } from "./controls/main";
import { errorParts, light, pathText, replaced, type ExperimentDocument, type Path } from "./state/document";
import type { ReaderPlace } from "./files/import/reader";
import { hideBanner, showBanner } from "./controls/banner";
import { createBringing } from "./files/drop";
import { createLessons } from "./story/lessons";
import { onDemand } from "./controls/on-demand";
import { createScreen, type Screen } from "./screen";
import { catalog as readCatalog, checkDocument, presets as readPresets, type Preset } from "./simulation/core";
import { mount, type Page } from "./controls/page";
import { byId } from "./controls/dom";
import { Scenes } from "./scene/scene";
import { Chips } from "./story/chips";
import { Conductor } from "./simulation/conductor";
import { SPEEDS } from "./simulation/pace";
import type { Pool } from "./simulation/pool";
import { stepMarks } from "./controls/stable";
import { readView, Store } from "./state/store";
import type { Link } from "./state/link";
import { createTools } from "./tools";

const loadBelow = onDemand(() => import("./laboratory/below"));

export interface App {
  readonly conductor: Conductor;
  /** Tells of every change of the run's phase. */
  onPhase: Screen["onPhase"];
  /** The address that shows what is shown now; null where the document is too large for one. */
  link(): Promise<string | null>;
}

/** The frame cannot show what it was asked for; its banner says why. */
export class Unshowable extends Error {}

/**
 * `home`: the address of the whole page, where this is a frame that shows parts of it. `files`: where files that the reader
 * brings are read; null where none are.
 */
export async function startApp(
  pool: Pool,
  appearance: Appearance,
  home: string | null = null,
  files: ReaderPlace | null = null,
): Promise<App> {
  const catalog = readCatalog();
  const presets = readPresets();
  const first = presets[0]!.document;

  /** The experiment of a link; null, with a banner, if it cannot be read. */
  async function linked(link: Promise<Link | null>): Promise<(Looked & { from: string }) | null> {
    let isNamed = false;
    try {
      const asked = await link;
      if (!asked) return null;
      const from = asked.preset ?? "";
      isNamed = asked.document === undefined;
      if (!isNamed) return { document: checked(asked.document), view: readView(asked.view), from };
      const preset = presets.find(({ id }) => id === from);
      if (!preset) throw new Error(`There is no preset “${from.slice(0, 40)}”.`);
      return { document: preset.document, view: readView({ ...preset.view, ...asked.view }), from };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const words = `The address asks for something that cannot be shown: ${message.slice(0, 300)}`;
      showBanner("link", words);
      // A frame is there for one experiment: another in its place would be taken for it.
      if (home !== null && !isNamed) throw new Unshowable(words);
      return null;
    }
  }

  const asked = await linked(Address.given());
  const store = new Store(asked?.document ?? first, asked?.view, appearance.now);

  /** Whether the core takes it; why not, the page says. */
  function edit(path: Path, value: unknown, gesture = ""): boolean {
    try {
      // Numbers and coefficients may come from one gesture; a link cut or a method added is a step of its own.
      const isGesture = typeof value !== "object" || (Array.isArray(value) && value.every(Number.isFinite));
      store.edit(checked(replaced(store.document, path, value)), isGesture ? pathText(path) : gesture);
      hideBanner("refused");
      return true;
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  function complain(message: string): void {
    const { path, rule } = errorParts(message);
    const heard = controls.map((control) => control.complain(path, rule)).includes(true);
    if (heard || below?.complain(path, rule)) return;
    showBanner("refused", `This cannot be run: ${message}`);
  }

  function load(preset: Pick<Preset, "document" | "view">): void {
    scenes.forget();
    // Chosen again, a lesson starts anew.
    const again = preset.document === store.document;
    store.load(preset.document, readView({ ...preset.view }));
    if (again) conductor.load(store.document, plays(), false);
  }

  /** Whether the experiment is run unasked; a frame always runs. */
  function plays(): boolean {
    return home !== null || !lessons.untouched(store.document) || !isLong(lessons.present);
  }

  const conductor = new Conductor(pool, () => screen.runChanged());
  const scenes = new Scenes(store, catalog);
  const page: Page = { store, scenes, conductor, catalog, pool, edit };
  const controls = createMainControls(catalog, edit);
  const lessons = createLessons(presets, catalog, load);
  const parts = { store, conductor, catalog, appearance, pool, edit };
  const screen = createScreen({ page, lessons, appearance });
  mount(byId("chips"), page, <Chips />);

  // Its reader has checked the document, whole.
  const bringing = files && createBringing(files, store, (document) => store.load(document));
  let below: Below | null = null;
  /** Everything below the first screen, loaded on the first call. */
  async function belowScreen(): Promise<Below | null> {
    const part = await loadBelow();
    if (below || !part) return below;
    const { stage, request } = screen;
    below = part.createBelow({
      ...parts,
      stage,
      bringing,
      accept: (document) => store.load(checked(document)),
    });
    below.show(store.document, lessons.present);
    screen.onWords(below.speak);
    request();
    return below;
  }
  screen.onWords((scene) => {
    const marks = stepMarks(scene, appearance.theme);
    for (const control of [...controls, ...(below?.controls ?? [])]) control.mark?.("stepSize.value", marks);
  });

  // What is typed is a change of its own, and so is a slider's way until it is let go; keys that follow each other make one.
  let byKeys = false;
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => (byKeys = event === "keydown"), true);
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && (target.type === "text" || !byKeys)) store.rest();
  });

  let refusal = "";
  function settle(origin: string): void {
    const { document } = store;
    for (const control of controls) control.show(document, store.view.slider);
    lessons.show(document, origin);
    below?.show(document, lessons.present);
    for (const about of ["broken", "refused"]) hideBanner(about);
    conductor.load(document, plays(), origin === "edit");
  }
  store.subscribe((change) => {
    if (change.document) settle(change.origin);
    screen.request();
  });
  screen.onPhase((phase, message) => {
    // That a network falls apart is said beside it.
    const parted = (conductor.run?.network?.components ?? 1) > 1;
    if (phase === "refused" && message !== refusal && !parted) complain(message);
    refusal = phase === "refused" ? message : "";
    if (phase === "broken")
      showBanner("broken", `The computation stopped: ${message}`, {
        label: "Restart",
        run: () => conductor.load(store.document, true, false),
      });
    else hideBanner("broken");
  });
  // With reduced motion only the end of a run is shown.
  if (media("(prefers-reduced-motion: reduce)").matches) conductor.speed = SPEEDS.find(({ id }) => id === "full")!;
  if (asked) lessons.trace(asked.document, asked.from);
  settle("load");
  const address = new Address(store, lessons, presets[0]!, home);
  address.listen(
    async (link) => {
      const found = await linked(link).catch(() => null);
      if (found) lessons.trace(found.document, found.from);
      return found;
    },
    ({ document, view }) => {
      scenes.forget();
      store.load(document, view);
    },
  );
  createTools({ address, appearance });
  // The first curve goes first, except in a frame, which keeps its height.
  if (home === null) void screen.begun.then(belowScreen);
  else void belowScreen();
  return { conductor, onPhase: screen.onPhase, link: () => address.link() };
}

/** The document, if the core takes it. Throws an Error that names the path and the rule. */
function checked(document: unknown): ExperimentDocument {
  // The core would also read text.
  if (typeof document !== "object") throw new Error("must be an object");
  const given = document as ExperimentDocument;
  checkDocument(given && light(given));
  return given;
}
