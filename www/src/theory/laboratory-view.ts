/** Transient times against 1/(1 - λ) on log-log axes: measured, fitted, and the theory's slope. */

import type { Table } from "../views/access";
import { createCanvasView, type CanvasView } from "../views/canvas-view";
import { formatCount, formatNumber } from "../views/format";
import type { Theme } from "../views/theme";
import { drawLaboratory, type LaboratoryData } from "./laboratory-picture";
import { measuredSlope, type Point } from "./measure";
import type { Method } from "./settings";

export function createLaboratoryView(host: HTMLElement, theme: Theme): CanvasView<LaboratoryData> {
  return createCanvasView<LaboratoryData>(host, theme, { className: "view-laboratory", name: "Transient times against 1/(1 − λ)", draw: drawLaboratory, describe, table });
}

function describe({ methods, points }: LaboratoryData): string {
  const slopes = methods.flatMap(({ method, style }) => {
    const fit = measuredSlope(points, method);
    return fit ? [`${style.label} ${formatNumber(fit.slope)}`] : [];
  });
  return `Transient times on ${points.length} networks. ${slopes.length > 0 ? `Slopes: ${slopes.join(", ")}.` : ""}`;
}

function table({ methods, points }: LaboratoryData): Table {
  const text = (point: Point, method: Method): string => {
    const time = point.times.get(method);
    if (!time) return "";
    return `${{ at: "", atMost: "at most ", moreThan: "more than " }[time.kind]}${formatCount(time.iterations)}`;
  };
  return {
    caption: "Transient times in iterations.",
    columns: ["n", "1 − λ", ...methods.map(({ style }) => style.label)],
    rows: points.map((point) => [formatCount(point.agents), formatNumber(point.gap), ...methods.map(({ method }) => text(point, method))]),
  };
}
