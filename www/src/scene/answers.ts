/** What the agents of the methods shown answer to the input in question, as the view wants it. */

import type { AnswersData } from "../views/answers/data";
import { methodChoices, shapeOf, shownMethods, type Scene } from "./figures";
import { inputOf } from "./inputs";

/** Null while what is shown is not known yet. */
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
