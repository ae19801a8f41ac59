import { Appearance } from "../state/appearance";
import { start } from "./start";

const spawn = () => new Worker(new URL("../simulation/worker.ts", import.meta.url), { type: "module" });
const files = {
  spawn: () => new Worker(new URL("../files/import/worker.ts", import.meta.url), { type: "module" }),
  local: async () => new (await import("../files/import/session")).Session(),
};
void start({ appearance: new Appearance(), spawn, files });
