/** What the agents of the methods shown answer to the input in question, as the view wants it. */

import type { AnswersData } from "../views/answers/data";
import { methodChoices, namesOf, shownMethods, type Scene } from "./figures";
import { inputOf } from "./inputs";

/** Null while what is shown is not known yet. */
export function answersData(scene: Scene): AnswersData | null {
  const { document, agents: run, network, styles } = scene;
  const input = inputOf(scene);
  const classes = run?.description?.classes;
  if (!run?.inputs || !network || !input || !classes) return null;
  const { agents, edges, positions } = network;
  const topology = document.network.topology as { kind: string; rows?: number; columns?: number };
  const methods = methodChoices(scene);
  return {
    family: topology.kind,
    agents,
    edges,
    ...(positions ? { positions } : {}),
    ...(topology.rows !== undefined && topology.columns !== undefined
      ? { rows: topology.rows, columns: topology.columns }
      : {}),
    ...namesOf(document),
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
