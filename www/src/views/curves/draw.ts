/** The curves, drawn: the same on the page, in files and on paper. */

import { drawAxes, drawKeys, keyWidth, lineKey } from "../axes";
import { formatCount } from "../format";
import { clipTo, font, frameOf, type Frame, type Size } from "../frame";
import { drawBand, drawLine, drawRule } from "../marks";
import { ticksOf } from "../scales";
import { methodColor, mix, translucent, type Theme } from "../theme";
import type { Painter } from "../types";
import { drawBundles } from "./bundles";
import { drawEnds, drawLost, labelRoom } from "./labels";
import type { Curve, Role, Scene } from "./scene";

/** Line widths and opacities of the roles. */
const LOOK: Record<Role, { width: number; alpha: number }> = {
  before: { width: 1, alpha: 0.5 },
  trial: { width: 0.75, alpha: 0.45 },
  run: { width: 1.75, alpha: 1 },
  expected: { width: 1, alpha: 1 },
};
/** The run before, where it diverged: there is little else to see up there. */
const FAILED = { width: 1.25, alpha: 0.9 };
/** Opacities of the intervals: of all where the reader points at none, of the one pointed at, of the others. */
const BAND = { rest: 0.1, pointed: 0.28, other: 0.04 };
/** The opacity of the cover over the iterations after the one shown. */
const LATER = 0.72;
/** Around the plotting area, on the page and where titles are drawn too. */
const MARGIN = { left: 56, top: 8, right: 14, bottom: 26 };
const TITLED = { left: 58, top: 34, right: 16, bottom: 44 };
/** About as many ticks has a vertical axis that is fixed. */
const TICKS = 5;
/** How far above the plotting area the line of the vertical title begins. */
const TITLE = 25;

/** Draws the curves and tells where. */
export function drawCurves(painter: Painter, scene: Scene, theme: Theme, size: Size): Frame {
  painter.save();
  painter.font = font(theme);
  const room = labelRoom(scene.curves, size.width, (text) => painter.measureText(text).width);
  // The number at the end of the axis stands half beyond it.
  const end = painter.measureText(formatCount(Math.round(scene.x[1]))).width / 2 + 1;
  const keys = scene.keys && room === 0 ? drawLegend(painter, scene, theme, size.width) : 0;
  const margin = scene.titles ? TITLED : MARGIN;
  const box = {
    left: margin.left,
    top: margin.top + keys,
    width: Math.max(1, size.width - margin.left - Math.max(margin.right, room, end)),
    height: Math.max(1, size.height - margin.top - margin.bottom - keys),
  };
  const frame = frameOf(box, scene.x, scene.y, scene.log);
  const look = { xTitle: scene.titles?.x ?? "", yTitle: scene.titles?.y ?? "" };
  // However high the picture is, what is fixed looks the same.
  drawAxes(painter, frame, scene.fixed ? { ...look, yTicks: ticksOf(frame.y, TICKS) } : look, theme);
  painter.save();
  clipTo(painter, frame);
  for (const curve of scene.curves) drawCurve(painter, curve, frame, theme);
  drawBundles(painter, scene, frame, theme, LOOK.run.width);
  if (scene.shown !== null) drawShown(painter, frame, scene.shown, theme);
  painter.restore();
  drawEnds(painter, scene, frame, theme, room > 0);
  drawLost(painter, scene, frame, theme);
  if (scene.titles && scene.before) drawBefore(painter, scene.before, frame, theme, size.width - margin.right);
  painter.restore();
  return frame;
}

function drawCurve(
  painter: Painter,
  { role, method, line, pointed, diverged }: Curve,
  frame: Frame,
  theme: Theme,
): void {
  const { x, y, low, high } = line;
  const color = methodColor(method, theme);
  const alpha = BAND[pointed === null ? "rest" : pointed ? "pointed" : "other"];
  if (low && high) drawBand(painter, frame, x, { low, high }, { color, alpha });
  drawLine(painter, frame, x, y, {
    ...(role === "before" && diverged ? FAILED : LOOK[role]),
    ...(role === "expected" ? { color: mix(color, theme.ink, 0.6) } : { color, dash: method.dash }),
  });
}

/** The reader's place in the run; later iterations are paler. */
function drawShown(painter: Painter, frame: Frame, x: number, theme: Theme): void {
  const [bottom, right] = [frame.top + frame.height, frame.left + frame.width];
  // On a logarithmic axis iteration 0 has no place.
  const at = Math.max(frame.left, frame.x(x) || frame.left);
  if (at > right) return;
  painter.fillStyle = translucent(theme.paper, LATER);
  painter.fillRect(at, frame.top, right - at, frame.height);
  drawRule(painter, [at, frame.top, at, bottom], { color: theme.accent, width: 1.5 });
}

/** Names the run before, on the line of the vertical title, up to `right`; on the page the view's bar does. */
function drawBefore(painter: Painter, name: string, frame: Frame, theme: Theme, right: number): void {
  const key = lineKey(painter, name, mix(theme.ink, theme.paper, LOOK.before.alpha), [], LOOK.before.width);
  const width = keyWidth(painter, key, theme);
  drawKeys(painter, [key], { left: right - width, top: frame.top - TITLE, width }, theme);
}

/** The methods' names, where they have no room at the ends; returns the height used. */
function drawLegend(painter: Painter, { curves }: Scene, theme: Theme, width: number): number {
  const keys = curves
    .filter(({ label }) => label)
    .map(({ label, method }) => lineKey(painter, label.replace("\n", " "), methodColor(method, theme), method.dash));
  return drawKeys(painter, keys, { left: 18, top: 6, width: width - 30 }, theme) + 4;
}
