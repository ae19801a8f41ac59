// The essential paths in firefox; see essential.mjs.
import { essential } from "./essential.mjs";

essential("firefox");
