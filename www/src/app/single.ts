/** The page in one file, which a browser opens from a disk: the worker is a part of it. */

import { Appearance } from "../state/appearance";
import FileWorker from "../files/import/worker.ts?worker&inline";
import InlineWorker from "../simulation/worker.ts?worker&inline";
import { start } from "./start";

const files = { spawn: () => new FileWorker(), local: null };
void start({ appearance: new Appearance(), spawn: () => new InlineWorker(), files });
