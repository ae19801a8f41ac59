// What people bring, read as what it is. No browser is needed.
import { expect, test } from "@playwright/test";
import { decode } from "../../www/src/import/decode";
import type { Format, GraphContent, MatrixContent } from "../../www/src/import/formats";
import { guessFormats } from "../../www/src/import/guess";
import { readNetworkOrDocument } from "../../www/src/import/read";

type Case = [
  name: string,
  text: string,
  format: Format,
  /** Of a network its agents and edges, each once, in order; of W its rows. */
  agents: number,
  edges: string,
  names?: string[] | null,
  said?: RegExp,
];

const ring4 = "0-1 0-3 1-2 2-3";
const triangle = "0-1 0-2 1-2";
const path3 = "0-1 1-2";
const abc = ["a", "b", "c"];

/** An adjacency matrix by pandas, with names. */
const named = ",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n";
const gephi = (type: string) =>
  `Source,Target,Type,Id,Label,Weight\n0,1,${type},0,,1.0\n1,2,${type},1,,1.0\n2,0,${type},2,,1.0\n`;
const graphml = (edges: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="edge" attr.name="weight" attr.type="double"/>${more}<graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>${edges}</graph></graphml>`;

const networks: Case[] = [
  // Links, one a line.
  ["networkx with empty braces", "# made by a program\n0 1 {}\n1 2 {}\n2 3 {}\n3 0 {}\n", "edges", 4, ring4, null],
  [
    "networkx with weights in braces",
    "0 1 {'weight': 2.5}\n1 2 {'weight': 1}\n2 3 {'weight': 1, 'b': 2}\n3 0 {}",
    "edges",
    4,
    ring4,
    null,
    /braces.*not used \(3 lines\)/,
  ],
  [
    "weights in a third column",
    "0 1 0.5\n1 2 0.25\n2 0 1",
    "edges",
    3,
    triangle,
    null,
    /third column, as of weights, is not used/,
  ],
  ["a table of Gephi", gephi("Undirected"), "edges", 3, triangle, null, /Not used: Id, Label, Weight/],
  ["a directed table of Gephi", gephi("Directed"), "edges", 3, triangle, null, /Directions are not used/],
  ["columns in another order", "weight;to;from\n1,5;1;0\n1,5;2;1\n", "edges", 3, path3, null, /Not used: weight/],
  [
    "names",
    "ann bob\nbob cy\ncy ann",
    "edges",
    3,
    triangle,
    ["ann", "bob", "cy"],
    /names, which are kept: ann, bob, cy/,
  ],
  [
    "names with blanks, in quotes",
    '"Ann Lee","Bob Ray"\n"Bob Ray","Cy Wu"\n',
    "edges",
    3,
    path3,
    ["Ann Lee", "Bob Ray", "Cy Wu"],
  ],
  ["names with accents, by tabs", "Zoë Å\tÉmile\nÉmile\tJosé\n", "edges", 3, path3, ["Zoë Å", "Émile", "José"]],
  [
    "sparse numbers",
    "0 5\n5 900\n900 0",
    "edges",
    3,
    triangle,
    ["0", "5", "900"],
    /numbered 0, 5, 900: these stay their names, of the agents 0 to 2/,
  ],
  ["numbers from 1", "1 2\n2 3\n3 1\n", "edges", 3, triangle, ["1", "2", "3"], /these stay their names/],
  ["long identifiers", "9007199254740993 12\n12 7\n", "edges", 3, path3, ["9007199254740993", "12", "7"]],
  ["zeros in front are names", "001 002\n002 010\n", "edges", 3, path3, ["001", "002", "010"]],
  [
    "old Mac ends of lines and mixed commas",
    "0 1\r1 2\r2,0\r1 0",
    "edges",
    3,
    triangle,
    null,
    /1 link given more than once/,
  ],
  ["loops", "0 1\n1 1\n1 2\n", "edges", 3, path3, null, /1 link from a node to itself: left out/],
  ["comments behind and between", "% a\n0\t1 # first\n// b\n1\t2\n", "edges", 3, path3, null],
  ["a first line of counts", "4 4\n0 1\n1 2\n2 3\n3 0\n", "edges", 4, ring4, null, /first line, 4 4, tells how many/],
  ["a byte order mark", "\ufeff0 1\n1 2\n", "edges", 3, path3, null],
  ["links that semicolons part", "0;1\n1;2\n", "edges", 3, path3, null],
  [
    "SNAP",
    "# Directed graph: x.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n",
    "edges",
    3,
    path3,
    null,
  ],
  ["names with weights", "ann bob 2\nbob cy 3\n", "edges", 3, path3, ["ann", "bob", "cy"], /third column/],
  ["pairs as Python prints them, a line each", "(0, 1)\n(1, 2)\n", "edges", 3, path3, null],
  ["pairs as Python prints them, in a list", "[(0, 1), (1, 2)]", "graphJson", 3, path3, null],
  ["arrows", "a -> b\nb->c\n", "edges", 3, path3, abc],
  ["a first line of counts, from 1", "3 3\n1 2\n2 3\n1 3\n", "edges", 3, triangle, ["1", "2", "3"], /first line, 3 3/],
  // Lists of neighbours.
  [
    "lists of neighbours of equal length",
    "0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 0 4",
    "adjacency",
    6,
    "0-1 0-5 1-2 2-3 3-4 4-5",
    null,
  ],
  ["lists of neighbours by networkx", "# x\n0 1 3\n1 2\n2 3\n3\n", "adjacency", 4, ring4, null],
  ["lists with colons", "a: b c\nb: a\nc: a\n", "adjacency", 3, "0-1 0-2", abc],
  ["METIS", "4 4\n2 4\n1 3\n2 4\n1 3\n", "adjacency", 4, ring4, ["1", "2", "3", "4"]],
  ["a node without neighbours", "0 1\n1 0\n2\n", "adjacency", 3, "0-1", null],
  // Matrices.
  ["an adjacency matrix", "0 1 1 0\n1 0 0 1\n1 0 0 1\n0 1 1 0", "adjacencyMatrix", 4, "0-1 0-2 1-3 2-3", null],
  ["an adjacency matrix by commas", "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n", "adjacencyMatrix", 4, ring4, null],
  [
    "an adjacency matrix with weights",
    "0 2 0\n2 0 0.5\n0 0.5 0",
    "adjacencyMatrix",
    3,
    path3,
    null,
    /Entries other than 0 and 1/,
  ],
  [
    "an adjacency matrix that is not symmetric",
    "0 1 0 0\n0 0 1 0\n0 0 0 1\n1 1 0 0\n",
    "adjacencyMatrix",
    4,
    "0-1 0-3 1-2 1-3 2-3",
    null,
    /not symmetric/,
  ],
  ["an adjacency matrix with names", named, "adjacencyMatrix", 3, path3, abc],
  ["an adjacency matrix as JSON", "[[0,1,0],[1,0,1],[0,1,0]]", "adjacencyMatrix", 3, path3, null],
  ["an adjacency matrix as NumPy prints it", "[[0 1 0]\n [1 0 1]\n [0 1 0]]", "adjacencyMatrix", 3, path3, null],
  // Matrix Market.
  [
    "Matrix Market, a pattern",
    "%%MatrixMarket matrix coordinate pattern symmetric\n% x\n4 4 4\n2 1\n3 2\n4 3\n4 1\n",
    "matrixMarket",
    4,
    ring4,
    null,
    /from 1 in the file/,
  ],
  [
    "Matrix Market, with weights",
    "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 7\n2 1 7\n2 3 1\n3 2 1\n",
    "matrixMarket",
    3,
    path3,
    null,
    /not used/,
  ],
  [
    "Matrix Market, an array",
    "%%MatrixMarket matrix array integer symmetric\n3 3\n0\n1\n0\n0\n1\n0\n",
    "matrixMarket",
    3,
    path3,
    null,
  ],
  [
    "Matrix Market with a node alone",
    "%%matrixmarket MATRIX coordinate pattern symmetric\n3 3 1\n2 1\n",
    "matrixMarket",
    3,
    "0-1",
    null,
  ],
  // XML.
  [
    "GraphML",
    graphml('<edge source="a" target="b"><data key="d0">2</data></edge><edge source="b" target="c"/>'),
    "graphml",
    3,
    path3,
    abc,
    /Not used: weight/,
  ],
  [
    "GraphML with directions",
    graphml('<edge source="a" target="b" directed="true"/><edge source="c" target="b"/>'),
    "graphml",
    3,
    path3,
    abc,
    /Directions are not used/,
  ],
  [
    "GEXF",
    '<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph defaultedgetype="undirected"><nodes><node id="0" label="ann"/><node id="1" label="bob"/><node id="2" label="cy"/></nodes><edges><edge id="0" source="0" target="1" weight="2"/><edge id="1" source="1" target="2"/></edges></graph></gexf>',
    "gexf",
    3,
    path3,
    ["ann", "bob", "cy"],
    /Not used: weight/,
  ],
  // DOT, GML, Pajek, DIMACS.
  ["DOT", "graph G {\n  a -- b -- c [weight=2];\n  // done\n}", "dot", 3, path3, abc, /Attributes of links/],
  [
    "DOT with directions, groups and labels",
    'strict digraph {\n node [shape=box]; x [label="a"]; y [label="b"]; z [label="c"];\n x -> {y z} }',
    "dot",
    3,
    "0-1 0-2",
    abc,
    /Directions are not used/,
  ],
  [
    "DOT in a subgraph, after a comment",
    "/* x */ graph { subgraph cluster_0 { 0 -- 1; } 1 -- 2 }",
    "dot",
    3,
    path3,
    null,
  ],
  [
    "GML",
    'graph [\n  directed 0\n  node [ id 7 label "a" ]\n  node [ id 8 label "b" ]\n node [ id 9 label "c" ]\n  edge [ source 7 target 8 value 2 ]\n  edge [ source 8 target 9 ]\n]',
    "gml",
    3,
    path3,
    abc,
    /Not used: value/,
  ],
  [
    "Pajek",
    '*Vertices 3\n1 "a" 0.1 0.2\n2 "b"\n3 "c"\n*Edges\n1 2 1.5\n2 3 1\n',
    "pajek",
    3,
    path3,
    abc,
    /Weights are not used/,
  ],
  ["DIMACS", "c a comment\np edge 3 2\ne 1 2\ne 2 3\n", "dimacs", 3, path3, ["1", "2", "3"]],
  // JSON.
  [
    "node-link",
    JSON.stringify({
      nodes: [{ id: "a" }, { id: "b" }, { id: "c" }],
      links: [
        { source: "a", target: "b" },
        { source: "b", target: "c", weight: 2 },
      ],
    }),
    "graphJson",
    3,
    path3,
    abc,
    /Not used: weight/,
  ],
  [
    "node-link of networkx with edges",
    JSON.stringify({
      directed: false,
      multigraph: false,
      graph: {},
      nodes: [{ id: 0 }, { id: 1 }, { id: 2 }],
      edges: [
        { source: 0, target: 1 },
        { source: 1, target: 2 },
      ],
    }),
    "graphJson",
    3,
    path3,
    null,
  ],
  [
    "links by places",
    JSON.stringify({
      nodes: [{ name: "a" }, { name: "b" }, { name: "c" }],
      links: [
        { source: 0, target: 1 },
        { source: 1, target: 2 },
      ],
    }),
    "graphJson",
    3,
    path3,
    abc,
  ],
  [
    "Cytoscape",
    JSON.stringify({
      elements: {
        nodes: abc.map((id) => ({ data: { id } })),
        edges: [{ data: { source: "a", target: "b" } }, { data: { source: "b", target: "c" } }],
      },
    }),
    "graphJson",
    3,
    path3,
    abc,
  ],
  [
    "graphology",
    JSON.stringify({
      attributes: {},
      nodes: abc.map((key) => ({ key })),
      edges: [
        { key: "0", source: "a", target: "b" },
        { key: "1", source: "b", target: "c" },
      ],
    }),
    "graphJson",
    3,
    path3,
    abc,
  ],
  [
    "adjacency of networkx",
    JSON.stringify({
      directed: false,
      graph: [],
      nodes: [{ id: 0 }, { id: 1 }, { id: 2 }],
      adjacency: [[{ id: 1 }], [{ id: 0 }, { id: 2 }], [{ id: 1 }]],
    }),
    "graphJson",
    3,
    path3,
    null,
  ],
  ["an object of neighbours", '{"a": ["b"], "b": ["a", "c"], "c": ["b"]}', "graphJson", 3, path3, abc],
  ["pairs", "[[0, 1], [1, 2], [2, 0]]", "graphJson", 3, triangle, null],
  ["pairs of names", '[["a","b"],["b","c"]]', "graphJson", 3, path3, abc],
  ["lists of neighbours as JSON", "[[1], [0, 2], [1]]", "graphJson", 3, path3, null],
  [
    "objects of source and target",
    '[{"source":"a","target":"b"},{"source":"b","target":"c"}]',
    "graphJson",
    3,
    path3,
    abc,
  ],
];

async function read(text: string, format?: Format) {
  const first = format ?? guessFormats(text)[0]!.format;
  return { format: first, reading: await readNetworkOrDocument(text, first as Exclude<Format, "csv" | "libsvm">) };
}

const shown = ({ edges }: GraphContent) =>
  Array.from({ length: edges.length / 2 }, (_, k) => `${edges[2 * k]}-${edges[2 * k + 1]}`)
    .sort()
    .join(" ");

for (const [name, text, format, agents, edges, names, said] of networks)
  test(`a network: ${name}`, async () => {
    const { format: found, reading } = await read(text);
    expect(found).toBe(format);
    const content = reading.content as GraphContent;
    expect([content.kind, content.agents, shown(content)]).toEqual(["graph", agents, edges]);
    if (names !== undefined) expect(content.names).toEqual(names);
    if (said) expect(reading.notes.join(" ")).toMatch(said);
    expect(reading.rows.cells.length).toBeGreaterThan(0);
  });

test("matrices with rows that sum to 1 are W, as numbers of their own", async () => {
  const half = [
    [0.5, 0.5],
    [0.5, 0.5],
  ];
  const third = [
    [0.5, 0.25, 0.25],
    [0.25, 0.5, 0.25],
    [0.25, 0.25, 0.5],
  ];
  const join = (rows: number[][], cell: string, row: string) => rows.map((list) => list.join(cell)).join(row);
  const cases: [string, number[][]][] = [
    ["[[0.5 0.5]\n [0.5 0.5]]", half],
    ["[[0.5, 0.5],\n [0.5, 0.5]]", half],
    ["array([[0.5, 0.5],\n       [0.5, 0.5]])", half],
    ["W = np.array([[.5, .5], [.5, .5]])", half],
    ["W = [0.5 0.5; 0.5 0.5];", half],
    ["[[5.e-01 5.e-01]\n [5.e-01 5.e-01]]\n", half],
    ["0.5 0.5\n0.5 0.5", half],
    [join(third, ",", "\n"), third],
    [`\ufeff${join(third, "; ", "\n")}`, third],
    [join(third, "\t", "\r\n"), third],
    [JSON.stringify(third), third],
    [
      "1 0 0\n0 1 0\n0 0 1",
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    ],
    ["%%MatrixMarket matrix array real general\n2 2\n0.5\n0.5\n0.5\n0.5\n", half],
    ["%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 0.5\n2 1 0.5\n2 2 0.5\n", half],
  ];
  for (const [text, matrix] of cases) {
    const content = (await read(text)).reading.content as MatrixContent;
    expect(content, text).toEqual({ kind: "matrix", matrix, names: null });
  }
});

test("the other readings of a text that is read in one of several ways are offered", () => {
  const cases: [string, Format[]][] = [
    ["1,0,1\n2,1,0\n3,1,1\n4,0,0", ["csv", "edges"]],
    ["0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 0 4", ["adjacency", "csv", "edges"]],
    ["0 1 0.5\n1 2 0.25\n2 0 1", ["edges", "csv"]],
    ["0,1\n1,2\n2,0", ["edges", "csv"]],
    ["0 1 1 0\n1 0 0 1\n1 0 0 1\n0 1 1 0", ["adjacencyMatrix", "weights", "csv"]],
    ["0.5 0.5\n0.5 0.5", ["weights", "adjacencyMatrix", "csv"]],
    ["t,x,y\n2024-03-01 06:00,0.2,1\n2024-03-01 12:00,0.9,0\n2024-03-01 18:00,0.4,1", ["csv"]],
    [",x,y\n0,0.5,1\n1,-0.2,0\n2,0.3,1", ["csv"]],
    ["0,1,2\n0.5,1.0,2.1\n0.1,0.3,0.6", ["csv"]],
    ["y,age,smoker\n1,30,0\n0,41,1\n", ["csv"]],
    ["0,5;1\n1,5;0\n2,5;1\n3,5;0", ["csv"]],
    ["+1 0:1 2:1\n-1 1:1\n+1 2:1", ["libsvm"]],
    ["1 qid:3 1:0.5 2:1\n0 qid:3 1:0.1 2:0", ["libsvm"]],
    ["class,age,height\n1,30,1.8\n-1,20,1.7\n1,40,1.6\n", ["csv"]],
    ["1 2\n0.5 3\n2 1\n", ["csv"]],
    ["1e3 2\n3 4\n", ["csv"]],
    ["1;0,5;0,5\n0;0,25;1,5\n1;1,75;2,5\n", ["csv"]],
    ["x\ty\n1\t2\n3\t4\n", ["csv"]],
    ["5.1,3.5,1.4,setosa\n4.9,3.0,1.4,setosa\n7.0,3.2,4.7,versicolor\n", ["csv"]],
    ['{"version": 1}', ["experiment"]],
    ['{"network": {}, "methods": []}', ["experiment"]],
  ];
  for (const [text, formats] of cases) {
    const guesses = guessFormats(text);
    const found = guesses.map(({ format }) => format);
    expect(found[0], text).toBe(formats[0]);
    for (const format of formats) expect(found, text).toContain(format);
    for (const { why } of guesses) expect(why).not.toBe("");
  }
});

test("what makes no sense is refused with the line and the reason", async () => {
  const cases: [string, RegExp, Format?][] = [
    ["# nothing\n% more", /only comments/],
    ["{broken", /this is not JSON: line 1/],
    ['{"version": 1, "version": 1}', /version: appears twice/],
    ["0 1\n1\n", /Line 2: a link is two nodes; found “1” alone/, "edges"],
    ["a,b\nc,\n", /Line 2: a link is two nodes; found an empty cell/, "edges"],
    ["a: b\na: c\n", /Line 2: the neighbours of a are listed twice/, "adjacency"],
    ["0.5 0.5\n0.5\n", /Row 2 of 2 has 1 numbers/, "weights"],
    ["0.5 x\n0.5 0.5\n", /“x” is no number/, "weights"],
    ["[[0.1 0.2 ... 0.3]\n ...\n [0.1 0.2 ... 0.3]]", /NumPy has left numbers out/],
    ["%%MatrixMarket matrix coordinate pattern symmetric\n4 4 5\n2 1\n", /tells of 5 entries; 1 follow/],
    ["%%MatrixMarket matrix coordinate pattern general\n4 5 1\n2 1\n", /4 × 5/],
    ["%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n", /Line 3: “3 1 1” is no entry/],
    ["%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 1 1\n", /complex/],
    [graphml('<edge source="a" target="zzz"/>'), /could not be read|zzz/],
    [graphml("").slice(0, -20), /The XML is damaged|none, or several|could not/],
    ["<html><body>404</body></html>", /web page/],
    ["<svg></svg>", /neither GraphML nor GEXF/],
    ["graph { a -- ", /no DOT/],
    ["graph [ node [ id 1", /not closed|no value/],
    ["*Vertices 2\n*Edges\n1 3\n", /Line 3: there is no vertex 3/],
    [JSON.stringify({ nodes: [{ id: "a" }], links: [{ source: "a", target: "x" }] }), /“x”, which is no node/],
    [">>graph6<<Bw", /graph6/],
  ];
  for (const [text, reason, format] of cases)
    await expect((async () => read(text, format))(), text).rejects.toThrow(reason);
});

test("bytes are decoded as they are marked, and said to be otherwise", () => {
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
  const swapped = (text: string) => new Uint8Array(Buffer.from(text, "utf16le").swap16());
  const text = "é,1\n";
  expect(decode(bytes(text, "utf8"))).toEqual({ text, note: null });
  expect(decode(bytes(`\ufeff${text}`, "utf8"))).toEqual({ text, note: null });
  expect(decode(bytes(`\ufeff${text}`, "utf16le"))).toEqual({ text, note: "The text is in UTF-16." });
  expect(decode(swapped(`\ufeff${text}`)).text).toBe(text);
  expect(decode(bytes(text, "latin1"))).toMatchObject({ text, note: expect.stringContaining("Windows-1252") });
  for (const [wrong, reason] of [
    [bytes(text, "utf16le"), /UTF-16 without a mark/],
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), /no text/],
    [new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 255, 254]), /no text/],
    [new Uint8Array([0xff, 0xfe, 0x41]), /no whole text/],
    [new Uint8Array(), /empty/],
    [bytes(" \n\t", "utf8"), /empty/],
  ] as [Uint8Array, RegExp][])
    expect(() => decode(wrong)).toThrow(reason);
});
