import { methodColor, type Theme } from "./theme";
import type { MethodStyle } from "./types";

/** A short piece of a method's line. */
export function Swatch({ of, theme, width = 26 }: { of: MethodStyle; theme: Theme; width?: number }) {
  const look = {
    stroke: methodColor(of, theme),
    "stroke-width": 2.25,
    "stroke-dasharray": of.dash.join(" ") || undefined,
  };
  return (
    <svg width={width} height={10} viewBox={`0 0 ${width} 10`} aria-hidden="true">
      <line x1={0} x2={width} y1={5} y2={5} {...look} />
    </svg>
  );
}
