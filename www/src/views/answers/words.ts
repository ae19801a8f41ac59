/** What the agents answer, in words and as a table. */

import { nameOf, signOf, formatShare } from "../format";
import type { Table } from "../access";
import { answerOf, countOf, goalOf, isMajority, oneOf, seenInWords, type AnswersData } from "./data";

/** “7: Exact-Diffusion 10 of 10 agents, DSGD 2 of 10.” */
export function describeAnswers(data: AnswersData): string {
  const goal = goalOf(data);
  const known = data.panels.filter(({ scores }) => scores);
  if (goal === null || known.length === 0) return `${inputInWords(data)}.`;
  const counts = known
    .map((panel) => ({ name: panel.name, count: countOf(data, panel, goal) }))
    .sort((one, other) => other.count - one.count)
    .map(({ name, count }, i) => `${name} ${count} of ${data.agents}${i === 0 ? " agents" : ""}`);
  const most = isMajority(data, goal) ? "most say" : "no majority, most often";
  const said = `${data.input.truth === null ? `Your drawing, ${most} ` : ""}${data.classes[goal]}`;
  return `${said}: ${counts.join(", ")}.`;
}

/** “a 7, an image that no agent has, 12 of 797” */
export function inputInWords({ input, classes }: AnswersData): string {
  if (input.truth === null) return "Your drawing";
  const whose = input.unseen ? `, ${input.image ? "an image" : "a row"} that no agent has` : "";
  return `${oneOf(classes[input.truth]!)}${whose}, ${input.place + 1} of ${input.labels.length}`;
}

export function answersTable(data: AnswersData): Table {
  const agents = Array.from({ length: data.agents }, (_, agent) => agent);
  return {
    caption: `What each agent answers to ${inputInWords(data)}, and how sure it is.`,
    columns: ["agent", "has seen", ...data.panels.flatMap(({ name }) => [name, "how sure"])],
    rows: agents.map((agent) => [
      signOf(data, agent),
      seenInWords(data, agent),
      ...data.panels.flatMap((panel) => {
        const answer = answerOf(data, panel, agent);
        return answer ? [data.classes[answer.class]!, formatShare(answer.sureness)] : ["–", "–"];
      }),
    ]),
  };
}

/** What is said of one agent: what it has seen, and its likeliest answers. */
export function agentInWords(data: AnswersData, panel: number, agent: number) {
  const { scores, name } = data.panels[panel]!;
  const count = data.classes.length;
  const likely = data.classes
    .map((label, place) => ({ label, share: scores?.[agent * count + place] ?? NaN }))
    .filter(({ share }) => share >= 0.005)
    .sort((one, other) => other.share - one.share)
    .slice(0, 3);
  return {
    title: `${nameOf(data, agent)}, ${name}`,
    lines: [
      { name: "has seen", values: [seenInWords(data, agent)] },
      ...likely.map(({ label, share }) => ({ name: `says ${label}`, values: [formatShare(share)] })),
    ],
  };
}
