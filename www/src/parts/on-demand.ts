/** Code that is loaded on demand: what is large and seldom opened. */

export { bring, MISSING } from "../views/on-demand";
