/** What the agents' models answer to one input, as plain data. */

import { maxIndex, mode } from "d3-array";
import { briefClasses, type Named } from "../format";
import type { Shape } from "../graph/layout";
import type { MethodStyle } from "../theme";
import type { Choice } from "../types";
import type { Ink } from "./ink";

/** Its strokes are those of a drawing. */
export interface Input extends Ink {
  /** The place of its class; null of what the reader has drawn. */
  truth: number | null;
  /** Whether it is an image of 8 × 8 grey values from 0 to 1, row by row, and can be drawn. */
  image: boolean;
  /** Which of the inputs it is, or was before the reader has drawn one; their classes; whether no agent has them. */
  place: number;
  labels: ArrayLike<number>;
  unseen: boolean;
}

export interface AnswersPanel {
  /** `id` of one of the methods to choose from. */
  method: string;
  name: string;
  style: MethodStyle;
  /** The probabilities of the classes, agents × classes; null while they are not known. */
  scores: ArrayLike<number> | null;
}

export interface AnswersData extends Named, Shape {
  classes: readonly string[];
  input: Input;
  /** For each agent the places of the classes that it has samples of. */
  seen: readonly (readonly number[])[];
  panels: readonly AnswersPanel[];
  /** All methods, for a choice in each panel. */
  methods: readonly Choice[];
  /** Time in ms while agents communicate, for the animation of messages. */
  beat: number | null;
}

export interface Answer {
  class: number;
  sureness: number;
}

/** What an agent answers: the likeliest class, of equal ones the first; null while that is not known, or is no number. */
export function answerOf({ classes }: AnswersData, { scores }: AnswersPanel, agent: number): Answer | null {
  if (!scores) return null;
  const own = classes.map((_, place) => scores[agent * classes.length + place]!);
  const best = maxIndex(own);
  return best < 0 ? null : { class: best, sureness: own[best]! };
}

/** The true class; of what has none the answer that most agents of all panels give; null while there is none. */
export function goalOf(data: AnswersData): number | null {
  if (data.input.truth !== null) return data.input.truth;
  const agents = Array.from({ length: data.agents }, (_, agent) => agent);
  return mode(data.panels.flatMap((panel) => agents.map((agent) => answerOf(data, panel, agent)?.class))) ?? null;
}

/** How many agents of a panel answer with this class. */
export function countOf(data: AnswersData, panel: AnswersPanel, goal: number | null): number {
  let count = 0;
  for (let agent = 0; agent < data.agents; agent++) if (answerOf(data, panel, agent)?.class === goal) count++;
  return goal === null ? 0 : count;
}

/** Whether more than half of the agents of all panels answer with this class. */
export function isMajority(data: AnswersData, goal: number): boolean {
  const panels = data.panels.filter(({ scores }) => scores);
  const counts = panels.map((panel) => countOf(data, panel, goal));
  return 2 * counts.reduce((sum, count) => sum + count, 0) > data.agents * panels.length;
}

/** What an agent has seen, in lines, and in ever shorter ones: “only”, “3s, 4s”; “3 4”; none where that is everything, or many. */
export function seenBriefly(data: AnswersData, agent: number): string[][] {
  const seen = data.seen[agent];
  if (!seen || seen.length === data.classes.length || seen.length > 2) return [];
  const brief = seen.map((place) => briefClasses(data.classes)[place]!);
  const several = brief.map(plural).join(", ");
  return [["only", several], [several], [brief.join(" ")]];
}

/** The same in words: “only 3s”, “only 3s and 4s”, “all classes”. */
export function seenInWords(data: AnswersData, agent: number): string {
  const seen = data.seen[agent] ?? [];
  if (seen.length === data.classes.length) return "all classes";
  return `only ${seen.map((place) => plural(data.classes[place]!)).join(" and ")}`;
}

function plural(name: string): string {
  return /^\d$/.test(name) ? `${name}s` : name;
}

/** “a 7”, “an 8”, “setosa”. */
export function oneOf(name: string): string {
  return /^\d$/.test(name) ? `${name === "8" ? "an" : "a"} ${name}` : name;
}
