import { methodColor, type Theme } from "../views/theme";
import type { MethodStyle } from "../views/types";

/** A short piece of a method's line. */
export function Swatch({ of: style, theme, width = 26 }: { of: MethodStyle; theme: Theme; width?: number }) {
  return (
    <svg width={width} height="10" viewBox={`0 0 ${width} 10`} aria-hidden="true">
      <line
        x1="0"
        x2={width}
        y1="5"
        y2="5"
        stroke={methodColor(style, theme)}
        stroke-width="2.25"
        stroke-dasharray={style.dash.join(" ") || undefined}
      />
    </svg>
  );
}
