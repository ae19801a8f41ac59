/** Reads a text as a format. */

import { parseJson } from "../export/json";
import { readAdjacency, readEdges } from "./edges";
import type { Content, Format, Reading } from "./formats";
import { graphKind, readGraphJson, readValue } from "./graph-json";
import { readGraph6 } from "./graph6";
import { readMatrixMarket } from "./market";
import { readAdjacencyMatrix, readWeights } from "./matrix";
import { readDimacs, readGml, readPajek } from "./plain";
import { readGdf, readTgf } from "./sections";

/** All but data, which the core reads. Throws an Error for readers that says in which line what is wrong. */
export async function readNetworkOrDocument(
  text: string,
  format: Exclude<Format, "csv" | "libsvm">,
  choices: { linksHeader?: boolean; completeDiagonal?: boolean } = {},
): Promise<Reading<Content>> {
  switch (format) {
    case "edges":
      return readEdges(text, choices.linksHeader);
    case "adjacency":
      return readAdjacency(text);
    case "adjacencyMatrix":
      return readAdjacencyMatrix(text);
    case "weights":
      return readWeights(text, choices.completeDiagonal);
    case "matrixMarket":
      return readMatrixMarket(text);
    case "graphml":
    case "gexf":
      return (await import("./markup")).readMarkup(text, format);
    case "dot":
      return (await import("./dot")).readDot(text);
    case "gml":
      return readGml(text);
    case "pajek":
      return readPajek(text);
    case "dimacs":
      return readDimacs(text);
    case "tgf":
      return readTgf(text);
    case "gdf":
      return readGdf(text);
    case "graph6":
      return readGraph6(text);
    case "graphJson": {
      const value = readValue(text);
      if (!graphKind(value)) throw new Error("This JSON has no nodes and links.");
      return readGraphJson(value);
    }
    case "experiment": {
      const document = parseJson(text);
      return { content: { kind: "document", document }, rows: { head: [], cells: [], more: 0 }, notes: [] };
    }
  }
}
