/** The curves, drawn: the same on the page, in files and on paper. */

import { drawAxes, drawKeys, keyWidth, lineKey } from "../axes";
import { formatCount } from "../format";
import { clipTo, frameOf, type Frame, type Sheet } from "../frame";
import { drawBand, drawDisc, drawLine, drawRule, widthOf } from "../marks";
import { ticksOf, type Domain } from "../scales";
import { methodColor, mix, translucent } from "../theme";
import { drawBundles } from "./bundles";
import type { Reading } from "./describe";
import { drawEnds, drawLost, labelRoom } from "./labels";
import type { Curve, Role, Scene } from "./scene";

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

export function drawCurves(sheet: Sheet, scene: Scene): Frame {
  const { painter, size } = sheet;
  const room = labelRoom(scene.curves, size.width, (text) => widthOf(sheet, text));
  // The number at the end of the axis stands half beyond it.
  const end = widthOf(sheet, formatCount(Math.round(scene.x[1]))) / 2 + 1;
  const keys = scene.titles && room === 0 ? drawLegend(sheet, scene) : 0;
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
  drawAxes(sheet, frame, scene.fixed ? { ...look, yTicks: ticksOf(frame.y, TICKS) } : look);
  painter.save();
  clipTo(painter, frame);
  for (const curve of scene.curves) drawCurve(sheet, curve, frame);
  drawBundles(sheet, scene, frame, LOOK.run.width);
  if (scene.shown !== null) drawShown(sheet, frame, scene.shown);
  painter.restore();
  drawEnds(sheet, scene, frame, room > 0);
  drawLost(sheet, scene, frame);
  if (scene.titles && scene.before) drawBefore(sheet, scene.before, frame, size.width - margin.right);
  return frame;
}

function drawCurve({ painter, theme }: Sheet, curve: Curve, frame: Frame): void {
  const { role, method, line, pointed, diverged } = curve;
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
function drawShown({ painter, theme }: Sheet, frame: Frame, x: number): void {
  const [bottom, right] = [frame.top + frame.height, frame.left + frame.width];
  // On a logarithmic axis iteration 0 has no place.
  const at = Math.max(frame.left, frame.x(x) || frame.left);
  if (at > right) return;
  painter.fillStyle = translucent(theme.paper, LATER);
  painter.fillRect(at, frame.top, right - at, frame.height);
  drawRule(painter, [at, frame.top, at, bottom], { color: theme.accent, width: 1.5 });
}

/** Names the run before, on the line of the vertical title, up to `right`; on the page the view's bar does. */
function drawBefore(sheet: Sheet, name: string, frame: Frame, right: number): void {
  const { painter, theme } = sheet;
  const key = lineKey(painter, name, mix(theme.ink, theme.paper, LOOK.before.alpha), [], LOOK.before.width);
  const width = keyWidth(sheet, key);
  drawKeys(sheet, [key], { left: right - width, top: frame.top - TITLE, width });
}

/** The methods' names, where they have no room at the ends; returns the height used. */
function drawLegend(sheet: Sheet, { curves }: Scene): number {
  const { painter, theme, size } = sheet;
  const keys = curves
    .filter(({ label }) => label)
    .map(({ label, method }) => lineKey(painter, label.replace("\n", " "), methodColor(method, theme), method.dash));
  return drawKeys(sheet, keys, { left: 18, top: 6, width: size.width - 30 }) + 4;
}

/** The line where the curves are read, and a dot on each; `x` in the unit of the axis. */
export function drawCursor({ painter, theme }: Sheet, frame: Frame, x: number, readings: readonly Reading[]): void {
  const [at, bottom] = [Math.round(frame.x(x)) + 0.5, frame.top + frame.height];
  if (!(at >= frame.left && at <= frame.left + frame.width + 1)) return;
  drawRule(painter, [at, frame.top, at, bottom], { color: theme.rule, width: 1 });
  const rim = { color: theme.paper, width: 1.5 };
  for (const { series, mean, x: own } of readings) {
    const y = frame.y(mean);
    if (!(y >= frame.top && y <= bottom)) continue;
    drawDisc(painter, own === null ? at : frame.x(own), y, 3.75, { fill: methodColor(series.method, theme), rim });
  }
}

/** The selection being dragged, as shares of the width. */
export function drawSelection({ painter, theme }: Sheet, frame: Frame, [from, to]: Domain): void {
  painter.fillStyle = translucent(theme.accent, 0.14);
  painter.fillRect(frame.left + from * frame.width, frame.top, (to - from) * frame.width, frame.height);
}
