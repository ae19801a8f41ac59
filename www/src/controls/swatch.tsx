import { methodColor } from "../views/theme";
import type { MethodStyle } from "../views/types";
import { usePage } from "./page";

/** A short piece of a method's line. */
export function Swatch({ of: style }: { of: MethodStyle }) {
  const { theme } = usePage().store;
  return (
    <svg width="26" height="10" viewBox="0 0 26 10" aria-hidden="true">
      <line
        x1="0"
        x2="26"
        y1="5"
        y2="5"
        stroke={methodColor(style, theme)}
        stroke-width="2.25"
        stroke-dasharray={style.dash.join(" ") || undefined}
      />
    </svg>
  );
}
