// What the tests of files share: a text is read as what it most likely is, by the core and all.
import { expect, test } from "vitest";
import type { Content, Format, NetworkContent } from "../../www/src/files/import/formats.ts";
import { Session, type Choices, type Preview } from "../../www/src/files/import/session.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";
import { makeCore } from "../page/core.ts";

export type Case = [
  name: string,
  text: string,
  format: Format,
  /** Of a network its agents and edges, each once, in order. */
  agents: number,
  edges: string,
  names?: string[] | null | undefined,
  said?: RegExp,
];

export const ring4 = "0-1 0-3 1-2 2-3";
export const triangle = "0-1 0-2 1-2";
export const path3 = "0-1 1-2";
export const abc = ["a", "b", "c"];

/** GraphML of three nodes, with these links. */
export const graphml = (edges: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="edge" attr.name="weight" attr.type="double"/>${more}<graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>${edges}</graph></graphml>`;

/** An experiment of two agents on data with labels. */
export const labelled = {
  ...small,
  network: { topology: { kind: "ring", agents: 2 }, weights: { rule: "metropolis" } },
  problem: { kind: "logistic", dimension: 2, samplesPerAgent: 5, regularization: 0.1, heterogeneity: 0 },
} as ExperimentDocument;

/** The preview of a text, and its content where it can be used; as `format`, or what it most likely is. */
export async function look(
  source: string | Blob,
  { format = null, choices = {}, name = "", document = labelled }: Partial<Wishes> = {},
): Promise<{ preview: Preview; content: Content | null }> {
  makeCore();
  const session = new Session();
  const opened = await session.open(name, source, { document, agents: 2 });
  const preview =
    format || Object.keys(choices).length > 0 ? await session.read(format ?? opened.format, choices) : opened;
  return { preview, content: preview.error ? null : session.take() };
}

interface Wishes {
  format: Format | null;
  choices: Choices;
  name: string;
  document: ExperimentDocument;
}

const shown = ({ edges }: NetworkContent) =>
  edges
    .map((ends) => ends.join("-"))
    .sort()
    .join(" ");

/** A test of each: what it is taken for, its network, and what is said of it. */
export function checkNetworks(cases: readonly Case[]): void {
  for (const [name, text, format, agents, edges, names, said] of cases)
    test(`a network: ${name}`, async () => {
      const { preview, content } = await look(text);
      expect([preview.error, preview.format]).toEqual([null, format]);
      const graph = content as NetworkContent;
      expect([graph.kind, graph.agents, shown(graph)]).toEqual(["network", agents, edges]);
      if (names !== undefined) expect(graph.names).toEqual(names);
      if (said) expect(preview.notes.join(" ")).toMatch(said);
      expect(preview.rows.cells.length).toBeGreaterThan(0);
    });
}
