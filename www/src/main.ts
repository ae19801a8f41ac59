import { Appearance } from "./appearance";
import { start } from "./start";

const spawn = () => new Worker(new URL("./simulation/worker.ts", import.meta.url), { type: "module" });
void start({ appearance: new Appearance(), spawn });
