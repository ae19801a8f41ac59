import { Appearance } from "./appearance";
import { showBanner } from "./parts/banner";
import { compileCore } from "./simulation/load";
import { Pool } from "./simulation/pool";
import { LocalWorker } from "./simulation/local";
import { instantiate, summarize } from "./simulation/core";
import { startApp } from "./app";

const appearance = new Appearance();
const spawn = () => new Worker(new URL("./simulation/worker.ts", import.meta.url), { type: "module" });
const pool = new Pool(navigator.hardwareConcurrency || 2, spawn, () => new LocalWorker(), summarize);
// Workers load their script while the core is being compiled.
pool.warm(2);
try {
  const module = await compileCore();
  pool.provide(module);
  instantiate(module);
  await startApp(pool, appearance);
} catch (error) {
  console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  showBanner("fatal", `The demo cannot run here. ${message}`, { label: "Try again", run: () => location.reload() });
}
