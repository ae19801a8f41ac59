/** Puts the page together: the document in the store, the run that it asks for, and the parts that show both. */

import { computed, effect, signal, type Signal } from "@preact/signals";
import { options as rendering } from "preact";
import { Address, type Looked } from "../state/address";
import { media, type Appearance } from "../state/appearance";
import { isLong } from "../scene/recorded-run";
import { MainControls } from "../controls/group";
import { checked, createEditing } from "../controls/edit";
import type { ReaderPlace } from "../files/import/reader";
import { byId, hideBanner, nextTask, showBanner } from "../controls/dom";
import { createBringing } from "../files/drop";
import { Steps } from "../story/steps";
import { onDemand } from "../controls/on-demand";
import { createScreen, type Screen } from "./screen";
import {
  catalog as readCatalog,
  presets as readPresets,
  steps as readSteps,
  type Catalog,
  type Preset,
  type Step,
} from "../simulation/core";
import { mount, type Page, type Room } from "../controls/page";
import { unknownIn } from "../scene/figures";
import { Scenes } from "../scene/scene";
import { Tries, Way } from "../story/bar";
import { More, MoreButton, Changed, Words } from "../story/words";
import { createStage } from "../story/stage";
import { Transport } from "../story/transport";
import { Reading } from "../story/reading";
import { Conductor, type Phase } from "../simulation/conductor";
import { SPEEDS } from "../simulation/pace";
import type { Pool } from "../simulation/pool";
import type { Refused } from "../simulation/protocol";
import { readView, Store } from "../state/store";
import type { Options } from "../state/options";
import type { Link } from "../state/link";
import { parameterNamed } from "../state/parameters";
import { Elsewhere, Tools } from "./tools";

const loadPolynomials = onDemand(() => import("../laboratory/panels/polynomials"));
const loadLaboratory = onDemand(() => import("./laboratory"));

export interface App {
  readonly conductor: Conductor;
  /** Tells of every change of the run's phase. */
  onPhase: Screen["onPhase"];
  /** The address that shows what is shown now; null where the document is too large for one. */
  link(): Promise<string | null>;
}

/** The frame cannot show what it was asked for; its banner says why. */
export class Unshowable extends Error {}

interface AppParts {
  pool: Pool;
  appearance: Appearance;
  options: Options;
  /** The address of the whole page, where this is a frame that shows parts of it. */
  home: string | null;
  /** Where files that the reader brings are read; null where none are. */
  files: ReaderPlace | null;
}

export async function startApp({ pool, appearance, options, home, files }: AppParts): Promise<App> {
  const catalog = readCatalog();
  const presets = readPresets();
  const isFrame = home !== null;
  const room = signal(firstRoom(isFrame, options));
  const steps = new Steps(presets, told(readSteps(), presets, options), load);
  const first = steps.present;

  const linked = (link: Promise<Link | null>) => read(link, presets, catalog, isFrame);
  const asked = await linked(Address.given());
  // No frame comes before a page is printed: what is made anew for paper is made at once.
  rendering.debounceRendering = (render) => (appearance.isPrinting.value ? render() : queueMicrotask(render));
  const store = new Store(
    asked?.document ?? first.document,
    asked?.view ?? readView({ ...first.view }),
    appearance.theme,
  );
  const { edit, refused, refuse, accept } = createEditing(store, catalog);

  function load(preset: Pick<Preset, "document" | "view">): void {
    scenes.forget();
    // Chosen again, a step starts anew.
    const again = preset.document === store.document;
    store.load(preset.document, readView({ ...preset.view }));
    if (again) conductor.load(store.document, plays(), false);
  }

  /** Whether it is run unasked; a frame always runs. */
  function plays(): boolean {
    if (!options.plays && isFirst) return false;
    return isFrame || !steps.untouched(store.document) || !isLong(steps.present);
  }

  let isFirst = true;
  const conductor = new Conductor(pool, () => screen.runChanged());
  const isPlain = computed(() => room.value === "story");
  const scenes = new Scenes(store, catalog, isPlain);
  const page: Page = { store, room, scenes, conductor, catalog, pool, edit, refused };
  const screen = createScreen({ page, steps, isFrame });

  // Its reader has checked the document, whole.
  const bringing = files && createBringing(files, store, (document) => store.load(document));
  const take = (given: unknown) => store.load(checked(given));
  endGestures(store);

  function settle(origin: string): void {
    const { document } = store;
    steps.show(document, origin);
    // The story has no place for what is none of its own.
    if (!isFrame && room.value === "story" && steps.present.id === "") room.value = "laboratory";
    hideBanner("broken");
    accept();
    conductor.load(document, plays(), origin === "edit");
  }
  store.subscribe((change) => {
    if (change.document) settle(change.origin);
    screen.request();
  });
  screen.onPhase(tellingPhases(conductor, store, refuse));
  tellMissing(store);
  // With reduced motion only the end of a run is shown.
  if (media("(prefers-reduced-motion: reduce)").matches) conductor.speed = SPEEDS.find(({ id }) => id === "full")!;
  if (asked) {
    steps.trace(asked.document, asked.from);
    if (!isFrame) room.value = asked.room;
  }
  // The workers begin before the page is put together, which is a task of its own.
  settle("load");
  isFirst = false;
  await nextTask();
  const furnish = furnishing({ page, steps, stage: createStage(page, loadPolynomials), bringing, accept: take });
  if (options.k !== null) conductor.seek(options.k);
  const address = openAddress(page, room, steps, home, (link) => linked(link).catch(() => null));
  mountParts(page, options, { steps, address, appearance, enter: doorOf(page, room, steps) });
  keepLecture(options.lecture);
  effect(() => {
    document.documentElement.dataset["room"] = room.value;
    screen.request();
    // The first curve goes first, except in a frame, which keeps its height.
    if (isFrame) void furnish();
    else if (room.value === "laboratory") void screen.begun.then(furnish);
  });
  skipTo(byId("bar"));
  return { conductor, onPhase: screen.onPhase, link: () => address.link() };
}

function firstRoom(isFrame: boolean, { steps, only }: AppParts["options"]): Room {
  // A frame shows parts of the page, or a story.
  if (isFrame) return steps || only ? "story" : "frame";
  return asksForTable() ? "laboratory" : "story";
}

/** A table of the paper has an address, and is measured in the laboratory. */
const asksForTable = (): boolean => location.hash.startsWith("#table-");

function furnishing(parts: Parameters<typeof import("./laboratory").furnish>[0]): () => Promise<void> {
  let isDone = false;
  return async () => {
    const part = await loadLaboratory();
    if (isDone || !part) return;
    isDone = true;
    part.furnish(parts);
  };
}

/** The address follows the page, and the page the address. */
function openAddress(
  { store, scenes }: Page,
  room: Signal<Room>,
  steps: Steps,
  home: string | null,
  linked: (link: Promise<Link | null>) => ReturnType<typeof read>,
): Address {
  const first = steps.all[0]!.presets[0]!;
  const address = new Address({ store, room, steps, first, home });
  address.listen(
    async (link) => {
      const found = await linked(link);
      if (found) steps.trace(found.document, found.from);
      return found;
    },
    (looked) => {
      if (home === null) room.value = looked.room;
      scenes.forget();
      store.load(looked.document, looked.view);
    },
  );
  addEventListener("hashchange", () => {
    if (home === null && asksForTable()) room.value = "laboratory";
  });
  return address;
}

/**
 * Goes between the story and the laboratory. The laboratory opens with the step's experiment, or, where that has not changed
 * since, as it was left; the story goes on with the step as it was.
 */
function doorOf({ store, scenes }: Page, room: Signal<Room>, steps: Steps) {
  type Left = Pick<Looked, "document" | "view">;
  let told: Left | null = null;
  let tried: Left | null = null;
  return (to: "story" | "laboratory"): void => {
    const now = { document: store.document, view: store.view };
    let next: Left | null;
    if (to === "story") [tried, next] = [now, told];
    else {
      next = told?.document === now.document ? tried : null;
      told = now;
    }
    room.value = to;
    if (!next && to === "story" && steps.place < 0) steps.go(0);
    if (!next || next.document === now.document) return;
    scenes.forget();
    store.load(next.document, next.view);
  };
}

const UNKNOWN = "The address asks for something unknown.";
/** The place of the image that the latest link asks for, and of the one that stands in for it where there is none. */
let imageOf = { asked: 0, usual: 0 };

/** How many images there are is known once the experiment of a link runs: whether the one that it asks for is there. */
function tellMissing(store: Store): void {
  effect(() => {
    const { run } = store.run;
    const count = run?.document === store.document ? run.inputs?.labels.length : undefined;
    const { image } = store.view;
    if (count === undefined || image < count) return;
    const { asked, usual } = imageOf;
    if (image === asked) showBanner("link", `${UNKNOWN} image: must be below ${count}, got “${asked}”.`);
    store.setView({ image: usual < count ? usual : 0 });
  });
}

/** The experiment of a link; null, with a banner, if it cannot be read. */
async function read(link: Promise<Link | null>, presets: readonly Preset[], catalog: Catalog, isFrame: boolean) {
  let isNamed = false;
  try {
    const asked = await link;
    if (!asked) return null;
    const from = asked.preset ?? "";
    isNamed = asked.document === undefined;
    const room = asked.room ?? (isNamed ? "story" : "laboratory");
    const preset = presets.find(({ id }) => id === from);
    if (isNamed && !preset) throw new Error(`There is no preset “${from.slice(0, 40)}”.`);
    const document = isNamed ? preset!.document : checked(asked.document);
    const unknown = unknownIn(asked.view, { document, catalog });
    if (unknown.length > 0) showBanner("link", `${UNKNOWN} ${unknown.join(" ")}`);
    const usual = isNamed ? preset!.view : {};
    imageOf = { asked: Number(asked.view["image"] ?? 0), usual: readView(usual).image };
    return { document, view: readView({ ...usual, ...asked.view }), room, from };
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
function tellingPhases(conductor: Conductor, store: Store, refuse: (refused: Refused) => void) {
  let refusal = "";
  return (phase: Phase, message: string): void => {
    // That a network falls apart is said beside it.
    const parted = (conductor.run?.network?.components ?? 1) > 1;
    const { path = "" } = conductor.run?.refusal ?? {};
    if (phase === "refused" && message !== refusal && !parted) refuse({ message, path });
    refusal = phase === "refused" ? message : "";
    const run = () => conductor.load(store.document, true, false);
    if (phase === "broken") showBanner("broken", `The computation stopped: ${message}`, { label: "Restart", run });
    else hideBanner("broken");
  };
}

/** The parts of the first screen, each in its place. */
function mountParts(page: Page, options: Options, tools: Parameters<typeof Tools>[0]): void {
  const { only, steps: asked } = options;
  const { steps, address, appearance } = tools;
  checkOnly(page, steps, options);
  mount(byId("words"), page, <Words steps={steps} />);
  mount(byId("transport"), page, <Transport />);
  const more = signal(false);
  const beside = (
    <>
      <Changed steps={steps} />
      <MoreButton open={more} />
    </>
  );
  mount(byId("reading"), page, <Reading beside={beside} steps={steps} />);
  mount(byId("story"), page, <More steps={steps} open={more} isPrinting={appearance.isPrinting} />);
  tellSource(page);
  if (page.room.value === "frame") mount(byId("main-controls"), page, <MainControls />);
  else {
    mount(byId("main-controls"), page, <Tries steps={steps} only={only} />);
    if (!only || asked) mount(byId("steps"), page, <Way steps={steps} />);
  }
  mount(byId("tools"), page, <Tools {...tools} />);
  // What lies beside the site is not beside a frame or a single file.
  if (document.documentElement.dataset["page"] === "main")
    mount(byId("elsewhere"), page, <Elsewhere address={address} />);
}

/** The steps of the story, or those that are asked for: one for each ready experiment named. */
function told(all: readonly Step[], presets: readonly Preset[], { steps, only }: Options): readonly Step[] {
  const asked = steps?.filter((id) => presets.some((preset) => preset.id === id)) ?? [];
  if (steps && asked.length < steps.length)
    showBanner("steps", `steps: there is no ${steps.find((id) => !asked.includes(id))}.`);
  if (asked.length === 0) return only ? all.map((step) => ({ ...step, choice: "" })) : all;
  return asked.map((id) => {
    const of = all.find((step) => step.presets.includes(id))!;
    return { ...of, choice: "", presets: [id] };
  });
}

/** Says which of the parameters that may be touched no document here has. */
function checkOnly({ store, catalog }: Page, steps: Steps, { only, steps: asked }: Options): void {
  const documents = asked ? steps.all.flatMap((step) => step.documents) : [store.document];
  const isThere = (name: string) => documents.some((document) => parameterNamed(document, name, catalog));
  const missing = only?.find((name) => name !== "play" && name !== "none" && !isThere(name));
  if (missing) showBanner("only", `only: there is no parameter ${missing} here.`);
}

/** Large type and little else than the figures, by the key L. */
function keepLecture(isOn: boolean): void {
  const { dataset } = document.documentElement;
  if (isOn) dataset["lecture"] = "";
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "l" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    document.documentElement.toggleAttribute("data-lecture");
    dispatchEvent(new Event("resize"));
  });
}

/** What is typed is a change of its own, and so is a slider's way until it is let go; keys that follow each other make one. */
function endGestures(store: Store): void {
  let byKeys = false;
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => (byKeys = event === "keydown"), true);
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && (target.type === "text" || !byKeys)) store.rest();
  });
}

/** On paper it stands where this can be had again. */
function tellSource({ store, catalog }: Page): void {
  const usual = catalog.document.find(({ name }) => name === "seed")!.default;
  addEventListener("beforeprint", () => {
    byId("source").textContent = `${location.href} · seed ${String(store.document.seed ?? usual)}`;
  });
}

/** By the link's own way, the address would change, and Back would not leave the page. */
function skipTo(place: HTMLElement): void {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    place.focus();
  });
}
