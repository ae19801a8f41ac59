/** The page in one file, which a browser opens from a disk: the worker is a part of it. */

import { Appearance } from "./appearance";
import InlineWorker from "./simulation/worker.ts?worker&inline";
import { start } from "./start";

void start({ appearance: new Appearance(), spawn: () => new InlineWorker() });
