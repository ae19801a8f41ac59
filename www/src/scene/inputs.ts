/** Which input models of several classes are asked of: one of the data, or what the reader has drawn. */

import type { Run } from "../simulation/run";
import type { ExperimentDocument } from "../state/document";
import type { ViewSettings } from "../state/store";
import type { Input } from "../views/answers/data";

/** What of a scene decides it. */
interface Asked {
  document: ExperimentDocument;
  view: ViewSettings;
  agents: Pick<Run, "inputs"> | null;
  ink: readonly number[] | null;
}

/** Whether there are several classes, so that models give answers. */
export function hasAnswers({ document }: Pick<Asked, "document">): boolean {
  return "classes" in document.problem;
}

export function showsAnswers(scene: Pick<Asked, "document" | "view">): boolean {
  return scene.view.left === "answers" && hasAnswers(scene);
}

/** Whether the features are an image that can be drawn. */
function isImage({ document }: Pick<Asked, "document">): boolean {
  return (document.problem as { data?: { kind?: unknown } }).data?.kind === "digits";
}

/** Null while the inputs are not known. */
export function inputOf(scene: Asked): Input | null {
  const inputs = scene.agents?.inputs;
  if (!inputs) return null;
  const { width, features, labels, unseen } = inputs;
  const image = isImage(scene);
  const shared = { image, unseen, labels, place: scene.view.image % labels.length };
  if (image && scene.ink?.length === width) return { ...shared, values: scene.ink, truth: null };
  const { place } = shared;
  const values = Array.from(features.subarray(place * width, (place + 1) * width));
  return { ...shared, values, truth: labels[place]! };
}
