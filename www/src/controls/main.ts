/** The controls that matter most, in the bar. */

import { byId } from "./dom";
import type { Catalog } from "../simulation/core";
import { createChanges, withTopology } from "./changes";
import { createDataControls, problemMatters, suggestProblem, withProblem } from "./data";
import { createGroup, type Control, type Edit } from "./group";

export function createMainControls(catalog: Catalog, edit: Edit): Control[] {
  const controls = [
    createGroup({
      path: ["network", "topology"],
      entries: catalog.topologies,
      label: "Network",
      edit,
      adapted: (document, next) => withTopology(document, next, catalog),
      whole: true,
    }),
    createChanges(catalog, edit, true),
    createGroup({
      path: ["problem"],
      entries: catalog.problems,
      label: "Problem",
      edit,
      only: ["heterogeneity", "hidden"],
      brief: true,
      matters: problemMatters,
      suggest: suggestProblem,
      adapted: withProblem,
    }),
    ...createDataControls(catalog, edit, true),
    createGroup({
      path: ["gradient"],
      entries: catalog.gradients,
      tag: "noise",
      absent: "none",
      label: "Noise",
      edit,
      brief: true,
      // Controls that are absent take no room.
      when: ({ problem, gradient }) => !("data" in problem) || (gradient?.noise ?? "none") !== "none",
    }),
    createGroup({
      path: ["stepSize"],
      entries: catalog.stepSizes,
      label: "Step size",
      edit,
      only: ["value"],
      brief: true,
    }),
  ];
  byId("main-controls").append(...controls.map(({ element }) => element));
  return controls;
}
