// The essential paths in chromium; see essential.mjs.
import { essential } from "./essential.mjs";

essential("chromium");
