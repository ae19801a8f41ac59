/** Puts the page together: the document in the store, the run that it asks for, and the parts that show both. */

import { options } from "preact";
import { Address, type Looked } from "./state/address";
import type { Appearance } from "./state/appearance";
import { media } from "./state/media";
import { isLong } from "./scene/recorded-run";
import { MainControls } from "./controls/bar";
import { checked, createEditing } from "./controls/edit";
import type { ReaderPlace } from "./files/import/reader";
import { hideBanner, showBanner } from "./controls/banner";
import { createBringing } from "./files/drop";
import { Lessons } from "./story/lessons";
import { onDemand } from "./controls/on-demand";
import { createScreen, type Screen } from "./screen";
import { catalog as readCatalog, presets as readPresets, type Preset } from "./simulation/core";
import { mount, type Page } from "./controls/page";
import { byId } from "./controls/dom";
import { Scenes } from "./scene/scene";
import { Chips } from "./story/chips";
import { LessonLists, LessonWords } from "./story/lesson-list";
import { Transport } from "./story/transport";
import { Reading } from "./story/reading";
import { Conductor, type Phase } from "./simulation/conductor";
import { SPEEDS } from "./simulation/pace";
import type { Pool } from "./simulation/pool";
import { readView, Store } from "./state/store";
import type { Link } from "./state/link";
import { CopyFrame, Tools } from "./tools";

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

  const linked = (link: Promise<Link | null>) => read(link, presets, home !== null);
  const asked = await linked(Address.given());
  // No frame comes before a page is printed: what is made anew for paper is made at once.
  options.debounceRendering = (render) => (appearance.isPrinting ? render() : queueMicrotask(render));
  const store = new Store(asked?.document ?? first, asked?.view, appearance.now);
  const { edit, refused, refuse, accept } = createEditing(store, catalog);

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
  const page: Page = { store, scenes, conductor, catalog, pool, edit, refused };
  const lessons = new Lessons(presets, load);
  const screen = createScreen({ page, lessons });
  mountParts(page, lessons);

  // Its reader has checked the document, whole.
  const bringing = files && createBringing(files, store, (document) => store.load(document));
  let isBelow = false;
  /** Everything below the first screen, loaded on the first call. */
  async function showBelow(): Promise<void> {
    const part = await loadBelow();
    if (isBelow || !part) return;
    isBelow = true;
    const { stage } = screen;
    part.createBelow({ page, lessons, appearance, stage, bringing, accept: (given) => store.load(checked(given)) });
  }
  endGestures(store);

  function settle(origin: string): void {
    const { document } = store;
    lessons.show(document, origin);
    hideBanner("broken");
    accept();
    conductor.load(document, plays(), origin === "edit");
  }
  store.subscribe((change) => {
    if (change.document) settle(change.origin);
    screen.request();
  });
  screen.onPhase(tellingPhases(conductor, store, refuse));
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
  mount(byId("tools"), page, <Tools address={address} appearance={appearance} />);
  // No link beside this page in one file, which lies alone.
  const frame = document.getElementById("copy-frame");
  if (frame) mount(frame, page, <CopyFrame address={address} />);
  skipTo(byId("bar"));
  // The first curve goes first, except in a frame, which keeps its height.
  if (home === null) void screen.begun.then(showBelow);
  else void showBelow();
  return { conductor, onPhase: screen.onPhase, link: () => address.link() };
}

/** The experiment of a link; null, with a banner, if it cannot be read. */
async function read(
  link: Promise<Link | null>,
  presets: readonly Preset[],
  isFrame: boolean,
): Promise<(Looked & { from: string }) | null> {
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
    if (isFrame && !isNamed) throw new Unshowable(words);
    return null;
  }
}

/** Says why a run was refused, or broke. */
function tellingPhases(conductor: Conductor, store: Store, refuse: (message: string) => void) {
  let refusal = "";
  return (phase: Phase, message: string): void => {
    // That a network falls apart is said beside it.
    const parted = (conductor.run?.network?.components ?? 1) > 1;
    if (phase === "refused" && message !== refusal && !parted) refuse(message);
    refusal = phase === "refused" ? message : "";
    const run = () => conductor.load(store.document, true, false);
    if (phase === "broken") showBanner("broken", `The computation stopped: ${message}`, { label: "Restart", run });
    else hideBanner("broken");
  };
}

/** The parts of the first screen, each in its place. */
function mountParts(page: Page, lessons: Lessons): void {
  const words = (
    <>
      <LessonWords lessons={lessons} />
      <LessonLists lessons={lessons} />
    </>
  );
  mount(byId("lessons"), page, words);
  mount(byId("chips"), page, <Chips />);
  mount(byId("transport"), page, <Transport />);
  mount(byId("reading"), page, <Reading />);
  mount(byId("main-controls"), page, <MainControls />);
}

/** What is typed is a change of its own, and so is a slider's way until it is let go; keys that follow each other make one. */
function endGestures(store: Store): void {
  let byKeys = false;
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => (byKeys = event === "keydown"), true);
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && (target.type === "text" || !byKeys)) store.rest();
  });
}

/** By the link's own way, the address would change, and Back would not leave the page. */
function skipTo(place: HTMLElement): void {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    place.focus();
  });
}
