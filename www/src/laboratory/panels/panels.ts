/** The panels' components, by their ids in `registry.tsx`: loaded together when one is first opened. */

import "./panels.css";

export { BestStep as steps } from "./best-step";
export { Bound as bound } from "./bound";
export { Numbers as numbers } from "./tables";
export { Polynomials as polynomials } from "./polynomials";
export { Study as study } from "./study";
export { Tables as tables } from "./tables";
export { Transition as transition } from "./transition";
export { Validity as validity } from "./validity";
