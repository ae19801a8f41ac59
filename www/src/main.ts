import { Appearance } from "./appearance";
import { start } from "./start";

const spawn = () => new Worker(new URL("./simulation/worker.ts", import.meta.url), { type: "module" });
const files = {
  spawn: () => new Worker(new URL("./import/worker.ts", import.meta.url), { type: "module" }),
  local: () => import("./import/serve"),
};
void start({ appearance: new Appearance(), spawn, files });
