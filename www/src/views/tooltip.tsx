/** A small panel of numbers beside the pointer, as the view’s summary gives them, and the sample of a line in it. */

import "./tooltip.css";
import { render, type ComponentChild } from "preact";
import { element } from "./element";
import type { Box } from "./frame";
import { unit } from "./canvas-view";
import { methodColor, type Theme } from "./theme";
import type { MethodStyle } from "./types";

export type Tooltip = ReturnType<typeof createTooltip>;

const GAP = 14;

/** `foot`: what it leaves free at the foot of its box, in units of the figure. */
export function createTooltip(box: HTMLElement, foot = 0) {
  const panel = element("div", "view-tooltip", { "aria-hidden": "true", hidden: true });
  box.append(panel);

  function move(left: number, top: number): void {
    panel.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  return {
    /** Shows `content` beside (x, y), in units of the figure, within the sides of `plot`, or of the box. */
    show(x: number, y: number, content: ComponentChild, plot?: Pick<Box, "left" | "width">): void {
      render(content, panel);
      panel.hidden = false;
      const scale = unit();
      const [at, gap] = [x * scale, GAP * scale];
      const from = plot ? plot.left * scale : 0;
      const across = plot ? plot.width * scale : box.clientWidth;
      const room = { left: at - gap - from, right: from + across - at - gap };
      panel.classList.remove("view-narrow");
      panel.style.maxWidth = "";
      const [wide, high] = [panel.offsetWidth, panel.offsetHeight];
      const clear = wide > across / 2 && high > box.clientHeight / 3 ? outside(box, high) : null;
      if (clear !== null) {
        move(Math.max(0, Math.min(at - wide / 2, box.clientWidth - wide)), clear);
        return;
      }
      // Beside the place, never over it: where it is too wide for either side, on the wider one, in more lines.
      const onRight = wide <= room.right || (wide > room.left && room.right >= room.left);
      const width = Math.max(0, onRight ? room.right : room.left);
      if (wide > width) {
        panel.classList.add("view-narrow");
        panel.style.maxWidth = `${width}px`;
      }
      const most = box.clientHeight - foot * scale - panel.offsetHeight;
      move(
        onRight ? at + gap : at - gap - panel.offsetWidth,
        Math.max(0, Math.min(y * scale - panel.offsetHeight / 2, most)),
      );
    },
    hide(): void {
      panel.hidden = true;
    },
  };
}

/** Where a panel that would hide a small picture stands: above it, or else below; null without room on the screen. */
function outside(box: HTMLElement, high: number): number | null {
  const { top, bottom, height } = box.getBoundingClientRect();
  if (top >= high) return -high;
  return bottom + high <= innerHeight ? height : null;
}

export const reading = (
  title: string,
  lines: readonly { name: string; values: readonly string[]; mark?: ComponentChild }[],
) => (
  <>
    <div class="view-tooltip-heading">{title}</div>
    <table>
      {lines.map(({ name, values, mark }, i) => (
        <tr key={i}>
          <th>
            {mark}
            {name}
          </th>
          {values.map((value, j) => (
            <td key={j}>{value}</td>
          ))}
        </tr>
      ))}
    </table>
  </>
);

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
