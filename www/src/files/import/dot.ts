/** DOT, the language of Graphviz, by its grammar in @ts-graphviz/ast. */

import { parse, type ASTNode, type DotASTNode, type EdgeTargetASTNode } from "@ts-graphviz/ast";
import type { Reading } from "./formats";
import { Network } from "./network";

/** The nodes that one end of an edge stands for: one, several in braces. */
function ends(target: EdgeTargetASTNode): string[] {
  return target.type === "NodeRef" ? [target.id.value] : target.children.map(({ id }) => id.value);
}

function parsed(text: string): DotASTNode {
  try {
    return parse(text);
  } catch (error) {
    const { location, message } = error as Error & { location?: { start: { line: number } } };
    throw new Error(`This is no DOT${location ? `, in line ${location.start.line}` : ""}: ${message.slice(0, 160)}`);
  }
}

export function readDot(text: string): Reading {
  const [graph, another] = parsed(text).children.filter((child) => child.type === "Graph");
  if (!graph || another) throw new Error("One graph is read; this file has none, or several.");
  const network = new Network();
  let attributes = false;
  const walk = (statements: readonly ASTNode[]): void => {
    for (const statement of statements) {
      if (statement.type === "Node") {
        const label = statement.children.find((child) => child.type === "Attribute" && child.key.value === "label");
        network.add(statement.id.value, label?.type === "Attribute" ? label.value.value : "");
      } else if (statement.type === "Edge") {
        attributes ||= statement.children.length > 0;
        for (const [k, target] of statement.targets.slice(1).entries())
          for (const from of ends(statement.targets[k]!))
            for (const to of ends(target)) network.link(from, to, graph.directed);
      } else if (statement.type === "Subgraph") walk(statement.children);
    }
  };
  walk(graph.children);
  if (attributes) network.notes.push("Attributes of links, as weights, are not used.");
  return network.reading();
}
