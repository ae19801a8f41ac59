/** The metrics that a document records, and where its curves have settled. */

import { curveHasSettled, type Catalog, type ExperimentDocument, type MetricName } from "../simulation/core";

/** The recorded metrics: those that the document names, else the first five, or of a neural network all that are not counted from f*. */
export function recordedMetrics(
  { metrics, problem }: Pick<ExperimentDocument, "metrics" | "problem">,
  catalog: Catalog["metrics"],
): readonly MetricName[] {
  if (metrics) return metrics;
  const data = (problem as { data?: { kind: string; test?: number } }).data;
  const isTested = data?.kind === "digits" || data?.test !== undefined;
  const names = catalog.map(({ name }) => name).filter((name) => isTested || !/test/i.test(name));
  return problem.kind === "neuralNetwork" ? names.filter((name) => !name.endsWith("Gap")) : names.slice(0, 5);
}

export const isShare = (metric: MetricName): boolean => metric.toLowerCase().endsWith("accuracy");

/** The mean over the last tenth, since single values of a noisy run jump about. */
export function settled(values: readonly number[]): number {
  const tail = values.slice(-Math.max(1, Math.floor(values.length / 10)));
  return tail.length === 0 ? NaN : tail.reduce((sum, value) => sum + value, 0) / tail.length;
}

/** Whether a curve has settled, with a step that is halved now and then since the last time. */
export function hasSettled(
  values: readonly number[],
  iterations: readonly number[],
  { stepSize, iterations: last }: Pick<ExperimentDocument, "stepSize" | "iterations">,
): boolean {
  const { kind, every } = stepSize as { kind: string; every?: number };
  const since = kind === "halving" ? Math.floor((last - 1) / every!) * every! : 0;
  return curveHasSettled(Float64Array.from(values.slice(iterations.findIndex((k) => k >= since))));
}
