/** Starts the demo on a page or in a frame: fetches the core, makes sure that it fits, and puts the parts together. */

import { startApp, Unshowable } from "./app";
import type { Appearance } from "./state/appearance";
import { byId, reveal, setText, started, hideBanner, showBanner } from "./controls/dom";
import type { ReaderPlace } from "./files/import/reader";
import { readOptions } from "./state/options";
import { watchSilence } from "./silence";
import { instantiateLater, version, VERSION } from "./simulation/core";
import { Damaged, fetchedCore, type Core } from "./simulation/load";
import { Pool } from "./simulation/pool";
import { showStill } from "./still";

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
    watchSilence(app.conductor);
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
