// What a text is taken for, what else it may be, and what is refused. No browser is needed.
import { expect, test } from "@playwright/test";
import { decode } from "../../www/src/files/import/decode.ts";
import type { Format, MatrixContent } from "../../www/src/files/import/formats.ts";
import { guessFormats } from "../../www/src/files/import/guess.ts";
import { readNetworkOrDocument } from "../../www/src/files/import/read.ts";
import { graphml, read } from "./reading.ts";

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
    ["W =\n\n   0.5000   0.5000\n   0.5000   0.5000\n\n", half],
    ["2×2 Matrix{Float64}:\n 0.5  0.5\n 0.5  0.5\n", half],
    ["     [,1] [,2]\n[1,]  0.5  0.5\n[2,]  0.5  0.5\n", half],
    ["\\begin{pmatrix} 0.5 & 0.5 \\\\ 0.5 & 0.5 \\end{pmatrix}", half],
    ["{{1/2, 0.5}, {0.5, 1/2}}", half],
    ["tensor([[0.5000, 0.5000],\n        [0.5000, 0.5000]], dtype=torch.float64)", half],
    ["W = [\n 0.5 0.5;\n 0.5 0.5\n];\n", half],
    ["1/2 1/2\n1/2 1/2\n", half],
    ["0.5\n0.25 0.5\n0.25 0.25 0.5\n", third],
    [join(third, ";", "\n").replaceAll(".", ","), third],
    [join(third, "\t", "\n").replaceAll(".", ","), third],
    [join(third, " ", "\n").replaceAll(".", ","), third],
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
    ["34,0\n41,1\n29,0\n55,1\n", ["csv", "edges"]],
    ["6,2,4,1289\n6,5,2,1290\n1,15,1,1291\n4,3,7,1292\n", ["csv", "edges"]],
    ["Karate club\n\nThis data set is from Zachary.\n", ["csv"]],
    ["[[0.5,1.2,1],[0.7,0.3,0],[0.1,0.9,1],[0.4,0.2,0]]", ["csv"]],
    ["0,2 1:0.5 2:1\n1,2 1:0.5 2:1\n", ["libsvm"]],
    ["| a | y |\n|---|---|\n| 0.5 | 1 |\n| 0.25 | 0 |\n| 0.75 | 0 |\n", ["csv"]],
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
    [";\n,\n", /only separators/],
    ["%%MatrixMarket matrix coordinate real symmetric\n2 2 e\n1 1 1\n", /line with the sizes is missing/],
    ["p edge 3 x\ne 1 2\n", /p tells how many/, "dimacs"],
    ['{"nodes":[{"id":0}],"adjacency":[5]}', /neighbours of node 1 are no list/],
    ["{broken", /this is not JSON: line 1/],
    ['{"version": 1, "version": 1}', /version: appears twice/],
    ["0 1\n1\n", /Line 2: a link is two nodes; found “1” alone/, "edges"],
    ["a,b\nc,\n", /Line 2: a link is two nodes; found an empty cell/, "edges"],
    ["a: b\na: c\n", /Line 2: the neighbours of a are listed twice/, "adjacency"],
    ["0.5 0.5\n0.5\n", /Row 2 of 2, line 2, has 1 number;/, "weights"],
    ["# W\n0.5 0.5 0\n0.5 0.5\n0 0 1\n", /Row 2 of 3, line 3, has 2 numbers;/],
    ["0 1 1\n1 0 1\n1 1 0 0\n", /Row 3 of 3, line 3, has 4 numbers;/],
    ["0.5 x\n0.5 0.5\n", /Line 1: “x” is no finite number/, "weights"],
    ["1\n0 1\n1 0 1\n", /hold half of a matrix, .* write the matrix in full/],
    ["| from | to |\n|---|---|\n| ann | bob |\n| bob |\n", /Line 4: a link is two nodes; found “bob” alone/],
    ["[[0.1 0.2 ... 0.3]\n ...\n [0.1 0.2 ... 0.3]]", /NumPy has left numbers out/],
    ["%%MatrixMarket matrix coordinate pattern symmetric\n4 4 5\n2 1\n", /announces 5 entries; 1 follow/],
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
    [">>graph6<<Cw??", /has 1 characters after its size; this has 3/],
    ["graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", /names “2”, which is no node/],
    ["graph [ node [ id 1 ] node [ id 1 ] ]", /Two nodes have the id 1/],
    ['*Vertices 2\n5 "a"\n', /Line 2: there is no vertex 5/],
    ["*Vertices 2\n*Matrix\n0 1\n1\n", /Line 4: a matrix of 2 × 2/],
    [JSON.stringify({ nodes: [{ id: "a" }, { id: "a" }], links: [] }), /Two nodes are called “a”/],
    ['{"rows": 3}', /neither an experiment nor a network.*its fields are rows/],
    ["0 1 {}\n1 {}\n", /“{}” is no node/, "adjacency"],
    ["Id,Label\n0,ann\n1,bob\n", /table of nodes.*table of edges/],
    ["@relation x\n@attribute a numeric\n@data\n1\n", /ARFF/],
    ["DL N=3\nDATA:\n0 1 0\n", /UCINET/],
    ["p cnf 3 2\n1 -3 0\n", /a formula/],
    ["%PDF-1.4\n1 0 obj\n", /a document to be looked at/],
    ["iteration,method,metric,mean,low,high\n0,dsgd,gradientNorm,1,1,1\n", /curves of a run/],
    ["graph TD\n  A --> B\n  B --> C\n", /Mermaid/],
    ["@startuml\nA -- B\n@enduml\n", /PlantUML/],
    ["nodes:\n  - a\n  - b\n", /YAML/],
    ["version: 1\nseed: 7\nnetwork:\n  topology: {kind: ring, agents: 3}\n", /YAML/],
    ['[network]\nkind = "ring"\n', /TOML/],
    ['{"source": "a"}\n{"source": "b"}\n', /JSON of its own/],
    ["NAME: x\nTYPE: TSP\nDIMENSION: 3\n", /TSPLIB/],
    ["1 | a:0.5 b:1\n-1 | a:0.1 b:2\n", /Vowpal Wabbit/],
    ["1 'tag |f a:0.5\n", /Vowpal Wabbit/],
    ["Graph[{1 <-> 2, 2 <-> 3}]", /call of a program/],
    ["Graph({0: [1, 2], 1: [2]})", /call of a program/],
    ["Edge 1 => 2\nEdge 2 => 3\n", /Julia/],
    ["<http://a> <http://knows> <http://b> .\n", /RDF/],
    ["<g:graphml xmlns:g='x'><g:graph/></g:graphml>", /prefix/],
    ["0 0\n1 1\n", /no link between two nodes/],
    ["50% 50%\n50% 50%\n", /no link between two nodes/],
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

test("numbers of few digits are W when the diagonal takes what the rows lack", async () => {
  const text = "[[0.333 0.333 0.333]\n [0.333 0.333 0.333]\n [0.333 0.333 0.333]]";
  const { content, notes } = await readNetworkOrDocument(text, "weights", { completeDiagonal: true });
  const { matrix } = content as MatrixContent;
  expect(matrix.map((row) => row.reduce((sum, entry) => sum + entry))).toEqual([1, 1, 1]);
  expect(matrix[0]).toEqual([expect.closeTo(0.334, 12), 0.333, 0.333]);
  expect(notes.join(" ")).toMatch(/The diagonal completes each row to 1: .* up to 0\.0010/);
});

test("whether the first line of links names the columns is the reader’s to say", async () => {
  const text = "person,friend\nann,bob\nbob,cy\n";
  const { content, header } = await readNetworkOrDocument(text, "edges", { linksHeader: true });
  expect([content, header]).toMatchObject([{ agents: 3, names: ["ann", "bob", "cy"] }, true]);
  expect(await readNetworkOrDocument(text, "edges")).toMatchObject({ header: false });
});
