// Documents with long parts: sent between threads, saved in pieces, looked at without them. No browser is needed.
import { expect, test } from "vitest";
import { longParts, piecesOf, withoutLongParts } from "../../www/src/files/document.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { encodeLink } from "../../www/src/state/link.ts";
import { opened, packed } from "../../www/src/simulation/protocol.ts";
import { small } from "../page/documents.ts";

const agents = 400;
const edges = Array.from({ length: 25_000 }, (_, k) => [k % agents, (k * 7 + 1) % agents]);
const matrix = Array.from({ length: agents }, (_, i) =>
  Array.from({ length: agents }, (_, j) => (i === j ? 1 : -1e-300)),
);
const text = Array.from({ length: 60_000 }, (_, i) => `${i},"é😀\\",${i % 2}`).join("\n");
const long = {
  ...small,
  name: "a \u0000 name",
  network: {
    topology: { kind: "explicit", agents, edges, names: edges.slice(0, agents).map((_, i) => `n${i}`) },
    weights: { rule: "explicit", matrix },
  },
  problem: { kind: "logistic", regularization: 0.1, data: { kind: "csv", text } },
} as unknown as ExperimentDocument;

test("what is packed comes back as it was, and long lists are sent as typed arrays", () => {
  for (const value of [
    small,
    long,
    { a: [[1, 2], [3]], b: [], c: [null, "x"] },
    [[[1, 2]], [[3, 4]]],
    [0.1, -0, 2 ** 53],
  ])
    expect(opened(structuredClone(packed(value)))).toEqual(value);
  const sent = packed(long) as { network: { topology: { edges: unknown }; weights: { matrix: unknown } } };
  expect(sent.network.topology.edges).toMatchObject({ columns: 2, numbers: { length: 2 * edges.length } });
  expect(sent.network.weights.matrix).toMatchObject({ columns: agents, numbers: { length: agents ** 2 } });
  // Rows of different length, and words among numbers, go as they are.
  const odd = [...edges, [1, 2, 3]];
  expect(packed({ odd })).toEqual({ odd });
});

test("a long document is saved in pieces that say the same, and is looked at without its long parts", async () => {
  const pieces = [...piecesOf(long)];
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000);
  expect(JSON.parse(pieces.join(""))).toEqual(long);
  expect(JSON.parse([...piecesOf(small)].join(""))).toEqual(small);
  expect(longParts(long).map(({ path }) => path.at(-1))).toEqual(["text", "edges", "matrix"]);
  expect(withoutLongParts(small)).toBe(small);
  expect(JSON.stringify(withoutLongParts(long)).length).toBeLessThan(20_000);
  expect(withoutLongParts(long)).toMatchObject({
    network: { topology: { edges: "… 25,000 links, not shown here …" } },
    problem: { data: { text: expect.stringMatching(/^… \d\.\d MB of data, not shown here …$/) } },
  });
  expect(await encodeLink(long, {})).toBeNull();
});
