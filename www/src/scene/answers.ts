/** Which input models of several classes are asked of, one of the data or what the reader has drawn, and what they answer. */

import type { Run } from "../simulation/run";
import type { ExperimentDocument } from "../state/document";
import type { ViewSettings } from "../state/store";
import type { AnswersData, Input } from "../views/answers/data";
import type { Ink } from "../views/answers/ink";
import { methodChoices, shapeOf, shownMethods, type Scene } from "./figures";

/** What of a scene decides which input it is. */
interface Asked {
  document: ExperimentDocument;
  view: ViewSettings;
  agents: Pick<Run, "inputs"> | null;
  ink: Ink | null;
}

export const hasAnswers = ({ document }: Pick<Asked, "document">): boolean => "classes" in document.problem;

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
  if (image && scene.ink?.values.length === width) return { ...shared, ...scene.ink, truth: null };
  const { place } = shared;
  const values = Array.from(features.subarray(place * width, (place + 1) * width));
  return { ...shared, strokes: [], values, truth: labels[place]! };
}

/** The answers as the view wants them; null while what is shown is not known yet. */
export function answersData(scene: Scene): AnswersData | null {
  const { agents: run, network, styles } = scene;
  const input = inputOf(scene);
  const classes = run?.description?.classes;
  if (!run?.inputs || !network || !input || !classes) return null;
  const { agents } = network;
  const methods = methodChoices(scene);
  return {
    ...shapeOf(scene, network),
    classes: classes.map(({ name }) => name),
    input,
    seen: run.inputs.seen,
    panels: shownMethods(scene).map((method) => {
      const scores = run.sights.get(method)?.scores;
      return {
        method: String(method),
        name: methods[method]!.label,
        style: styles[method]!,
        scores: scores?.length === agents * classes.length ? scores : null,
      };
    }),
    methods,
    beat: scene.beat,
  };
}
