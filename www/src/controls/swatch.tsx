import { Swatch as Drawn } from "../views/swatch";
import type { MethodStyle } from "../views/types";
import { usePage } from "./page";

/** A short piece of a method's line, in the page's theme. */
export const Swatch = ({ of }: { of: MethodStyle }) => <Drawn of={of} theme={usePage().store.theme} />;
