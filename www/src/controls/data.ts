/** The data of a problem, as far as controls can set them: shapes to draw from, and how the points are shared out. */

import type { ExperimentDocument, Tagged } from "../state/document";
import { replaced, valueAt } from "../state/document";
import type { Catalog } from "../simulation/core";
import { createGroup, type Control, type Edit } from "./group";

const DATA = ["problem", "data"];
const SPLIT = [...DATA, "split"];

/** What data are drawn by, where they are drawn: given data have none of it. */
const DRAWN = new Set(["dimension", "samplesPerAgent", "heterogeneity", "conditionNumber", "commonHessian"]);

/** Whether a problem's parameter has any effect. How many classes there are is the data's affair. */
export function problemMatters({ problem }: ExperimentDocument, name: string): boolean {
  return name === "classes" ? name in problem : !(DRAWN.has(name) && "data" in problem);
}

/** The initial data of a problem that needs data and has none. */
export function suggestProblem(_: ExperimentDocument, name: string): unknown {
  const circles = { kind: "circles", samplesPerAgent: 30, noise: 0.08, split: { kind: "byLabel" } };
  return name === "data" ? circles : name === "hidden" ? [8] : undefined;
}

/**
 * `document` with another problem. Between a neural network and the others the rest is not the same: at 0 all gradients
 * of a network's weights vanish, and its f* is not known.
 */
export function withProblem(document: ExperimentDocument, problem: Tagged): ExperimentDocument {
  const next = replaced(document, ["problem"], problem);
  const learns = problem["kind"] === "neuralNetwork";
  if (learns === (document.problem.kind === "neuralNetwork")) return next;
  const start = learns ? { kind: "commonRandom" } : undefined;
  return replaced(replaced(next, ["metrics"], undefined), ["start"], start);
}

/** Whether the points may be drawn from a shape: these have labels, and least squares needs targets. */
function takesShapes({ problem }: ExperimentDocument): boolean {
  return problem.kind !== "leastSquares";
}

/** Controls of the shape or file, and of the split; hidden where the document's problem has no data of its own. */
export function createDataControls(catalog: Catalog, edit: Edit, brief = false): Control[] {
  const given = (document: ExperimentDocument): Tagged | undefined => valueAt(document, DATA) as Tagged | undefined;
  return [
    createGroup({
      path: DATA,
      entries: catalog.data,
      label: "Data",
      edit,
      explain: !brief,
      // In the bar, a list with one choice would take room for nothing.
      when: (document) => given(document) !== undefined && (!brief || takesShapes(document)),
      // The text of a file comes from an import.
      offers: (document, { parameters }) => takesShapes(document) && !parameters.some(({ name }) => name === "text"),
      // The text of a file has no field of its own: it comes from an import, and may be long.
      only: brief
        ? []
        : catalog.data
            .flatMap(({ parameters }) => parameters.map(({ name }) => name))
            .filter((name) => name !== "text"),
    }),
    createGroup({
      path: SPLIT,
      entries: catalog.splits,
      absent: "even",
      label: "Whose points",
      edit,
      explain: !brief,
      // Explicit data say themselves whose each sample is.
      when: (document) => given(document) !== undefined && given(document)?.["kind"] !== "explicit",
    }),
  ];
}
