// What the tests of files share: a text is read as what it most likely is. No browser is needed.
import { expect, test } from "@playwright/test";
import type { Format, GraphContent } from "../../www/src/files/import/formats.ts";
import { guessFormats } from "../../www/src/files/import/guess.ts";
import { readNetworkOrDocument } from "../../www/src/files/import/read.ts";

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

export async function read(text: string, format?: Format) {
  const first = format ?? guessFormats(text)[0]!.format;
  return { format: first, reading: await readNetworkOrDocument(text, first as Exclude<Format, "csv" | "libsvm">) };
}

const shown = ({ edges }: GraphContent) =>
  Array.from({ length: edges.length / 2 }, (_, k) => `${edges[2 * k]}-${edges[2 * k + 1]}`)
    .sort()
    .join(" ");

/** A test of each: what it is taken for, its network, and what is said of it. */
export function checkNetworks(cases: readonly Case[]): void {
  for (const [name, text, format, agents, edges, names, said] of cases)
    test(`a network: ${name}`, async () => {
      const { format: found, reading } = await read(text);
      expect(found).toBe(format);
      const content = reading.content as GraphContent;
      expect([content.kind, content.agents, shown(content)]).toEqual(["graph", agents, edges]);
      if (names !== undefined) expect(content.names).toEqual(names);
      if (said) expect(reading.notes.join(" ")).toMatch(said);
      expect(reading.rows.cells.length).toBeGreaterThan(0);
    });
}
