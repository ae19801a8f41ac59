/** Starts the demo on a page or in a frame: fetches the core, makes sure that it fits, and puts the parts together. */

import { startApp, type App } from "./app";
import type { Appearance } from "./appearance";
import { byId, reveal, setText } from "./dom";
import { showBanner } from "./parts/banner";
import { watchSilence } from "./parts/silence";
import { instantiate, summarize, version } from "./simulation/core";
import { fetchedCore, type Core, type Part } from "./simulation/load";
import { LocalWorker } from "./simulation/local";
import { Pool } from "./simulation/pool";
import { bringRest } from "./simulation/rest";
import { VERSION } from "./version";
import { bring } from "./views/on-demand";

export interface Place {
  appearance: Appearance;
  /** Makes a worker that runs `simulation/worker.ts`. */
  spawn(): Worker;
  /** How many workers at most; as many as there are cores when left out. */
  workers?: number;
  /** Where the core comes from. */
  core?: Core;
  /** The address of the whole page, where this is a frame that shows parts of it. */
  home?: string;
}

/** Null, with a message on the page, where the demo cannot run. */
export async function start({ appearance, spawn, workers, core = fetchedCore, home }: Place): Promise<App | null> {
  setText(byId("version"), VERSION);
  const pool = new Pool(workers ?? (navigator.hardwareConcurrency || 2), spawn, () => new LocalWorker(), summarize);
  // Workers load their script while the core is being compiled.
  pool.warm(2);
  try {
    const module = await core.compile();
    const rest = core.rest?.address ?? "";
    pool.provide(module, rest);
    if (!fits(module, rest)) {
      tellStale(core.address);
      return null;
    }
    const whole = core.rest ? bringing(core.rest, pool) : async () => {};
    const app = await startApp(pool, appearance, whole, home);
    watchSilence(app.conductor);
    for (const touch of ["pointerdown", "keydown", "dragenter"])
      addEventListener(touch, whole, { capture: true, once: true });
    return app;
  } catch (error) {
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    showBanner("fatal", `The demo cannot run here. ${message}`, { label: "Try again", run: () => location.reload() });
    reveal();
    (await bring(() => import("./still")))?.showStill();
    return null;
  }
}

/** Makes this thread's instance; false where the core is of another build than this script, as an old cache may have it. */
function fits(module: WebAssembly.Module, rest: string): boolean {
  try {
    instantiate(module, rest);
    return version() === VERSION;
  } catch (error) {
    // What one side imports or calls, the other lacks.
    if (error instanceof WebAssembly.LinkError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Brings the core's other part to all threads, once: what a reader does may need it, which the first run does not. */
function bringing(rest: Part, pool: Pool): () => Promise<void> {
  const bring = async () => {
    try {
      const module = await rest.compile();
      bringRest(module);
      pool.provideRest(module);
    } catch (error) {
      // It is tried once more when it is needed, and whoever needs it then hears of the trouble.
      console.warn(error);
    }
  };
  let brought: Promise<void> | null = null;
  return () => (brought ??= bring());
}

function tellStale(address: string): void {
  const message = `The simulation that this browser has kept is not of this page’s version, ${VERSION}.`;
  const reload = async () => {
    try {
      // Past the cache, and whole into it.
      await (await fetch(address, { cache: "reload", mode: "no-cors" })).blob();
    } finally {
      location.reload();
    }
  };
  showBanner("fatal", message, { label: "Reload", run: () => void reload() });
}
