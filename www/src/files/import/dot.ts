/** DOT, the language of Graphviz, by its grammar in @ts-graphviz/ast. */

import { parse, type ASTNode, type EdgeTargetASTNode } from "@ts-graphviz/ast";
import { SHOWN, type GraphContent, type Reading } from "./formats";
import { Nodes, readingOf } from "./nodes";

/** The nodes that one end of an edge stands for: one, several in braces. */
function ends(target: EdgeTargetASTNode): string[] {
  return target.type === "NodeRef" ? [target.id.value] : target.children.map(({ id }) => id.value);
}

export function readDot(text: string): Reading<GraphContent> {
  let root: ReturnType<typeof parse>;
  try {
    root = parse(text);
  } catch (error) {
    const { location } = error as { location?: { start: { line: number } } };
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`This is no DOT${location ? `, in line ${location.start.line}` : ""}: ${message.slice(0, 160)}`);
  }
  const graphs = root.children.filter((child) => child.type === "Graph");
  const [graph] = graphs;
  if (!graph || graphs.length > 1) throw new Error("One graph is read; this file has none, or several.");
  const nodes = new Nodes();
  const cells: string[][] = [];
  let attributes = false;
  const walk = (statements: readonly ASTNode[]): void => {
    for (const statement of statements) {
      if (statement.type === "Node") {
        const label = statement.children.find((child) => child.type === "Attribute" && child.key.value === "label");
        nodes.add(statement.id.value, label?.type === "Attribute" ? label.value.value : "");
      } else if (statement.type === "Edge") {
        attributes ||= statement.children.length > 0;
        for (let k = 1; k < statement.targets.length; k++)
          for (const from of ends(statement.targets[k - 1]!))
            for (const to of ends(statement.targets[k]!)) {
              nodes.link(from, to, graph.directed);
              if (cells.length < SHOWN) cells.push([from, to]);
            }
      } else if (statement.type === "Subgraph") walk(statement.children);
    }
  };
  walk(graph.children);
  return readingOf(nodes, cells, attributes ? ["Attributes of links, as weights, are not used."] : []);
}
