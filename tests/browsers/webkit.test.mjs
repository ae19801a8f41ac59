// The essential paths in webkit; see essential.mjs.
import { essential } from "./essential.mjs";

essential("webkit");
