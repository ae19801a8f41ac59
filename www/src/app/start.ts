/** Starts the demo on a page or in a frame: fetches the core, makes sure that it fits, puts the parts together, and notices what fails. */

import { startApp, Unshowable } from "./app";
import type { Appearance } from "../state/appearance";
import { byId, reveal, setText, started, hideBanner, showBanner } from "../controls/dom";
import type { ReaderPlace } from "../files/import/reader";
import { readOptions } from "../state/options";
import { instantiateLater, version, VERSION } from "../simulation/core";
import { Damaged, fetchedCore, type Core } from "../simulation/load";
import { Pool } from "../simulation/pool";
import type { Conductor } from "../simulation/conductor";
import type { Run } from "../simulation/run";
import picture from "../../../docs/page.webp";
import { element } from "../views/element";

/** After this time, in ms, it is said that the core has not arrived. */
const PATIENCE = 10_000;

export interface Place {
  appearance: Appearance;
  spawn(): Worker;
  /** How many workers at most; as many as there are cores when left out. */
  workers?: number;
  core?: Core;
  /** The address of the whole page, where this is a frame that shows parts of it. */
  home?: string;
  /** Reads the reader's files; none are accepted if left out. */
  files?: Omit<ReaderPlace, "module">;
}

/** Null, with a message on the page, where the demo cannot run. */
export async function start({ appearance, spawn, workers, core = fetchedCore, home, files }: Place) {
  started();
  setText(byId("version"), VERSION);
  const pool = new Pool(workers ?? (navigator.hardwareConcurrency || 2), spawn);
  // Workers load their script while the core is being compiled.
  pool.warm(2);
  const late = window.setTimeout(tellLate, PATIENCE);
  try {
    const module = await core.compile().finally(() => clearTimeout(late));
    hideBanner("late");
    pool.provide(module, core.digits);
    if (!(await fits(module))) {
      tellStale(core.address);
      return null;
    }
    const options = readOptions(location.hash.slice(1));
    // A frame says so itself, also of what its host changes later.
    if (home === undefined && options.problems.length > 0)
      showBanner("options", `The address asks for something unknown. ${options.problems.join(" ")}`);
    const app = await startApp({
      pool,
      appearance,
      options,
      home: home ?? null,
      files: files ? { ...files, module } : null,
    });
    watchSilence(app.conductor, pool);
    return app;
  } catch (error) {
    if (error instanceof Unshowable) {
      reveal();
      return null;
    }
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    const run = () => (error instanceof Damaged ? void reloadPast(core.address) : location.reload());
    showBanner("fatal", `The demo cannot run here. ${message}`, { label: "Try again", run });
    reveal();
    showStill();
    return null;
  }
}

/** Makes this thread's instance; false where the core is of another build than this script, as an old cache may have it. */
async function fits(module: WebAssembly.Module): Promise<boolean> {
  try {
    await instantiateLater(module);
    return version() === VERSION;
  } catch (error) {
    // The two sides do not match: one lacks an import or export of the other.
    if (error instanceof WebAssembly.LinkError || error instanceof TypeError) return false;
    throw error;
  }
}

function tellLate(): void {
  showBanner(
    "late",
    "The simulation (a .wasm file) has not arrived yet: the network is slow, or something holds it up. The page continues when it arrives.",
    { label: "Try again", run: () => location.reload() },
  );
}

function tellStale(address: string): void {
  const message = `The simulation that this browser has kept is not of this page’s version, ${VERSION}.`;
  showBanner("fatal", message, { label: "Reload", run: () => void reloadPast(address) });
}

/** Loads the page again, and the core past the cache, whole into it. */
async function reloadPast(address: string): Promise<void> {
  try {
    await (await fetch(address, { cache: "reload", mode: "no-cors" })).blob();
  } finally {
    location.reload();
  }
}

/** Seconds in which a worker that has something to do is expected to report; it does so many times a second. */
const EXPECTED = 10;
/** So many times as long as it has been silent before, it may be silent again: an iteration of large data takes its time. */
const LENIENCE = 3;
/** Seconds in which a worker is expected to say that it is there. */
const ARRIVAL = 15;

/** Tells the reader when a run that should go on does not, and takes it back when it does. */
function watchSilence(conductor: Conductor, pool: Pool): void {
  let last: Run | null = null;
  let heard = "";
  let silent = 0;
  let longest = 0;
  let missed = 0;
  // Counted in ticks, not by the clock: while the page or the machine sleeps, nobody is expected to report.
  setInterval(() => {
    if (document.hidden) return;
    const { run } = conductor;
    if (run !== last) [last, silent, longest, missed] = [run, 0, 0, 0];
    const now = run ? `${run.started} ${run.parts.map(({ done }) => done)}` : "";
    const news = now !== heard;
    heard = now;
    if (news) longest = Math.max(longest, silent);
    // Some job may go on but has not, or is being prepared: which may take its time; the page offers to cancel it.
    const isAwaited = run && (!run.started || run.parts.some((part) => part.done < part.granted));
    silent = news || !isAwaited ? 0 : silent + 1;
    missed = run?.parts.some((part) => !part.heard) ? missed + 1 : 0;
    if (run?.started && silent === Math.max(EXPECTED, LENIENCE * longest)) {
      const restart = () => {
        // Not with the same workers.
        conductor.cancel();
        conductor.load(run.document, true, false);
      };
      showBanner("silent", `The computation has not answered for ${silent} s.`, { label: "Restart", run: restart });
    } else if (news) {
      hideBanner("silent");
    }
    if (missed === ARRIVAL)
      showBanner(
        "missed",
        `A worker of this page has not answered for ${ARRIVAL} s: its script has not arrived, or this machine is very busy.`,
        { label: "Go on without it", run: () => pool.goOnWithout() },
      );
    else if (missed === 0) hideBanner("missed");
  }, 1_000);
}

function showStill(): void {
  for (const id of ["words", "legend", "reading", "bar", "below"]) byId(id).hidden = true;
  const alt = "Two rings of sixteen agents, and the share of points that their models have right";
  const words =
    "A picture of the first step: with plain averaging (DSGD) each agent keeps to its own class; with a memory (Exact-Diffusion) all learn both.";
  const [image, caption] = [element("img", "", { src: picture, alt }), element("figcaption", "", {}, words)];
  byId("stage").replaceChildren(element("figure", "still", {}, image, caption));
}
