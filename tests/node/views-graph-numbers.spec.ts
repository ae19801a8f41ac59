// Graphs before they are drawn: edits, components, layouts; no browser is needed.
import { expect, test } from "vitest";
import { applyEdit, follow, components, degrees, edgeIndex, neighborsOf } from "../../www/src/views/graph/structure";
import { crossings, layoutOf, LayoutMemory, type Shape } from "../../www/src/views/graph/layout";
import { blockDensity, degreeHistogram } from "../../www/src/views/graph/overview";
import { graph, ring } from "../page/fixtures/samples";

test("an edit and its opposite leave the graph as it was", () => {
  const before = ring(6);
  const added = applyEdit(before, { type: "addEdge", edge: [4, 1] })!;
  expect(added.edges.slice(-2)).toEqual([1, 4]);
  expect(applyEdit(added, { type: "removeEdge", edge: [1, 4] })).toEqual({ agents: 6, edges: before.edges });
  const grown = applyEdit(before, { type: "addAgent", neighbors: [2, 3, 2] })!;
  expect(grown.agents).toBe(7);
  expect(neighborsOf(grown.edges, 6)).toEqual([2, 3]);
  expect(applyEdit(grown, { type: "removeAgent", agent: 6 })).toEqual({ agents: 6, edges: before.edges });
});

test("removing an agent renumbers the later ones and keeps every other link", () => {
  const after = applyEdit(ring(5), { type: "removeAgent", agent: 1 })!;
  expect(after.agents).toBe(4);
  expect([...degrees(after)]).toEqual([1, 1, 2, 2]);
  expect(edgeIndex(after.edges, 1, 2)).toBeGreaterThanOrEqual(0);
  expect(edgeIndex(after.edges, 3, 0)).toBeGreaterThanOrEqual(0);
});

test("edits that make no sense are refused", () => {
  const pair = { agents: 2, edges: [0, 1] };
  expect(applyEdit(pair, { type: "addEdge", edge: [1, 0] })).toBeNull();
  expect(applyEdit(pair, { type: "addEdge", edge: [1, 1] })).toBeNull();
  expect(applyEdit(pair, { type: "addEdge", edge: [0, 2] })).toBeNull();
  expect(applyEdit(pair, { type: "addEdge", edge: [0, NaN] })).toBeNull();
  expect(applyEdit(pair, { type: "removeEdge", edge: [0, 3] })).toBeNull();
  expect(applyEdit(pair, { type: "addAgent", neighbors: [5] })).toBeNull();
  expect(applyEdit(pair, { type: "removeAgent", agent: -1 })).toBeNull();
  expect(applyEdit({ agents: 1, edges: [] }, { type: "removeAgent", agent: 0 })).toBeNull();
});

test("components are found, the largest first", () => {
  expect(components(ring(9)).sizes).toEqual([9]);
  const split = components({ agents: 6, edges: [4, 5, 1, 2, 2, 3] });
  expect(split.sizes).toEqual([3, 2, 1]);
  expect([...split.of]).toEqual([2, 0, 0, 0, 1, 1]);
  expect(components({ agents: 3, edges: [] }).sizes).toEqual([1, 1, 1]);
});

const chain = (n: number): number[] => Array.from({ length: n - 1 }, (_, i) => [i, i + 1]).flat();
const shapes: Shape[] = [
  ...[
    "ring",
    "complete",
    "exponential",
    "star",
    "path",
    "binaryTree",
    "wattsStrogatz",
    "erdosRenyi",
    "barabasiAlbert",
    "explicit",
    "unknown",
  ].flatMap((family) => [1, 2, 3, 10, 40, 127].map((agents) => ({ family, agents, edges: chain(agents) }))),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((dimension) => ({
    family: "hypercube",
    agents: 2 ** dimension,
    edges: chain(2 ** dimension),
  })),
  { family: "grid", rows: 5, columns: 7, agents: 35, edges: chain(35) },
  { family: "torus", rows: 6, columns: 4, agents: 24, edges: chain(24) },
  { family: "randomGeometric", agents: 4, edges: [], positions: [0, 0, 0.5, 0.5, 1, 0, 0.2, 0.9] },
];

test("every layout stays in the unit square, tells all agents apart, and comes out the same again", () => {
  for (const shape of shapes) {
    const { positions, aspect } = layoutOf(shape);
    const name = `${shape.family} of ${shape.agents}`;
    expect(positions.length, name).toBe(2 * shape.agents);
    expect(
      positions.every((value) => value >= -1e-9 && value <= 1 + 1e-9),
      name,
    ).toBe(true);
    expect(aspect, name).toBeGreaterThan(0);
    let closest = Infinity;
    for (let i = 0; i < shape.agents; i++)
      for (let j = 0; j < i; j++)
        closest = Math.min(
          closest,
          Math.hypot(aspect * (positions[2 * i]! - positions[2 * j]!), positions[2 * i + 1]! - positions[2 * j + 1]!),
        );
    expect(closest, name).toBeGreaterThan(0.004);
    expect(layoutOf(shape).positions, name).toEqual(positions);
  }
});

test("a ring with a chord that comes as a list of edges is drawn without crossings", () => {
  for (const n of [6, 9, 14]) {
    const edges = [...Array.from(ring(n).edges), 0, Math.floor(n / 2)];
    const { positions } = layoutOf({ family: "explicit", agents: n, edges });
    expect(
      crossings({ edges }, (i) => [positions[2 * i]!, positions[2 * i + 1]!]),
      `${n} agents`,
    ).toBe(0);
  }
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  expect(crossings({ edges: [0, 2, 1, 3, 0, 1] }, (i) => square[i]!)).toBe(1);
});

test("an edit moves no agent, and undo finds the old places", () => {
  const memory = new LayoutMemory();
  const before = memory.layoutFor(ring(8));
  before.positions[0] = 0.123;
  const removal = { edit: { type: "removeAgent", agent: 3 }, place: [0.5, 0.5] } as const;
  const less = applyEdit(ring(8), removal.edit)!;
  const after = memory.layoutFor(graph("explicit", less.agents, less.edges), removal);
  expect([...after.positions]).toEqual([...before.positions].filter((_, at) => at >> 1 !== 3));
  after.positions[0] = 0.9;
  expect(memory.layoutFor(ring(8)).positions[0]).toBe(0.123);
  memory.layoutFor(graph("explicit", less.agents, less.edges));
  const growth = { edit: { type: "addAgent", neighbors: [0] }, place: [0.25, 0.75] } as const;
  const more = applyEdit(less, growth.edit)!;
  expect([...memory.layoutFor(graph("explicit", more.agents, more.edges), growth).positions.slice(-2)]).toEqual([
    0.25, 0.75,
  ]);
  // What the page answers has its links in another order, and the same places.
  const answer = memory.layoutFor(graph("explicit", more.agents, more.edges.toReversed()));
  expect([...answer.positions.slice(-2)]).toEqual([0.25, 0.75]);
});

test("agents keep their names through an edit", () => {
  const removal = { type: "removeAgent", agent: 2 } as const;
  expect([0, 1, 2, 3, null].map((agent) => follow(agent, removal))).toEqual([0, 1, null, 2, null]);
  expect(follow(3, { type: "addEdge", edge: [0, 3] })).toBe(3);
});

test("the overview of a large graph counts every link and every agent", () => {
  const agents = 1000;
  const complete = {
    agents,
    edges: Array.from({ length: agents }, (_, i) => Array.from({ length: i }, (_, j) => [j, i])).flat(2),
  };
  expect(blockDensity(complete, 40).every((density) => Math.abs(density - 1) < 1e-12)).toBe(true);
  const { from, width, counts } = degreeHistogram(ring(agents), 24);
  expect([from, width, counts]).toEqual([2, 1, [agents]]);
  const tree = degreeHistogram({ agents: 4, edges: [0, 1, 0, 2, 0, 3] }, 24);
  expect(tree.counts).toEqual([3, 0, 1]);
});
