import type { Catalog, ExperimentDocument, MetricName } from "./simulation/core";

/** What is recorded: what the document names, else the first five, or all that there is where f* is not known. */
export function recordedMetrics(
  { metrics, problem }: Pick<ExperimentDocument, "metrics" | "problem">,
  catalog: Catalog["metrics"],
): readonly MetricName[] {
  if (metrics) return metrics;
  const names = catalog.map(({ name }) => name);
  return problem.kind === "neuralNetwork" ? names.filter((name) => !name.endsWith("Gap")) : names.slice(0, 5);
}
