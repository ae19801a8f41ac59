// What a text is taken for, what else it may be, and what is refused.
import { expect, test } from "vitest";
import { decode } from "../../www/src/files/import/session.ts";
import type { DocumentContent, Format, NetworkContent } from "../../www/src/files/import/formats.ts";
import { small } from "../page/documents.ts";
import { graphml, look } from "./reading.ts";

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
    ["tensor([[0.5000, 0.5000],\n        [0.5000, 0.5000]], dtype=torch.float64)", half],
    [join(third, ";", "\n").replaceAll(".", ","), third],
    [join(third, "\t", "\n").replaceAll(".", ","), third],
    ["%%MatrixMarket matrix array real general\n2 2\n0.5\n0.5\n0.5\n0.5\n", half],
    ["%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 0.5\n2 1 0.5\n2 2 0.5\n", half],
  ];
  for (const [text, matrix] of cases) {
    const { content } = await look(text);
    expect(content as NetworkContent, text).toMatchObject({ kind: "network", matrix, names: null });
  }
});

test("a text of rows is taken for what it most likely is, with the reason", async () => {
  const cases: [string, Format][] = [
    ["1,0,1\n2,1,0\n3,1,1\n4,0,0", "csv"],
    ["0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 0 4", "adjacency"],
    ["0 1 0.5\n1 2 0.25\n2 0 1", "edges"],
    ["0,1\n1,2\n2,0", "edges"],
    ["0 1 1 0\n1 0 0 1\n1 0 0 1\n0 1 1 0", "adjacencyMatrix"],
    ["0.5 0.5\n0.5 0.5", "weights"],
    ["t,x,y\n2024-03-01 06:00,0.2,1\n2024-03-01 12:00,0.9,0\n2024-03-01 18:00,0.4,1", "csv"],
    [",x,y\n0,0.5,1\n1,-0.2,0\n2,0.3,1", "csv"],
    ["0,1,2\n0.5,1.0,2.1\n0.1,0.3,0.6", "csv"],
    ["y,age,smoker\n1,30,0\n0,41,1\n", "csv"],
    ["0,5;1\n1,5;0\n2,5;1\n3,5;0", "csv"],
    ["+1 0:1 2:1\n-1 1:1\n+1 2:1", "libsvm"],
    ["1 qid:3 1:0.5 2:1\n0 qid:3 1:0.1 2:0", "libsvm"],
    ["class,age,height\n1,30,1.8\n-1,20,1.7\n1,40,1.6\n", "csv"],
    ["1 2\n0.5 3\n2 1\n", "csv"],
    ["1e3 2\n3 4\n", "csv"],
    ["1;0,5;0,5\n0;0,25;1,5\n1;1,75;2,5\n", "csv"],
    ["x\ty\n1\t2\n3\t4\n", "csv"],
    ["5.1,3.5,1.4,setosa\n4.9,3.0,1.4,setosa\n7.0,3.2,4.7,versicolor\n", "csv"],
    ["34,0\n41,1\n29,0\n55,1\n", "csv"],
    ["6,2,4,1289\n6,5,2,1290\n1,15,1,1291\n4,3,7,1292\n", "csv"],
    ["0,2 1:0.5 2:1\n1,2 1:0.5 2:1\n", "libsvm"],
    // Fewer than half of its lines are such rows.
    ["1 1:2\n0 2:1\na b\nb c\nc d\n", "csv"],
    ['{"version": 1}', "experiment"],
    ['{"network": {}, "methods": []}', "experiment"],
  ];
  for (const [text, format] of cases) {
    const { preview } = await look(text);
    expect([preview.format, preview.why], text).toEqual([format, expect.stringMatching(/./)]);
  }
});

test("what makes no sense is refused with the line and the reason", async () => {
  const cases: [string, RegExp, Format?][] = [
    ["# nothing\n% more", /only comments/],
    [";\n,\n", /only separators/],
    ["%%MatrixMarket matrix coordinate real symmetric\n2 2 e\n1 1 1\n", /line with the sizes is missing/],
    ["{broken", /^this is not JSON: line 1, column 2/],
    ['{"version": 1, "version": 1}', /version: appears twice/],
    ["0 1\n1\n", /Line 2: a link is two nodes; found “1” alone/, "edges"],
    ["a,b\nb,c\nc,\n", /Line 3: a link is two nodes; found an empty cell/, "edges"],
    ["a: b\na: c\n", /Line 2: the neighbours of a are listed twice/, "adjacency"],
    ["0.5 0.5\n0.5\n", /Row 2 of 2, line 2, has 1 number;/, "weights"],
    ["# W\n0.5 0.5 0\n0.5 0.5\n0 0 1\n", /Row 2 of 3, line 3, has 2 numbers;/, "weights"],
    ["0 1 1\n1 0 1\n1 1 0 0\n", /Row 3 of 3, line 3, has 4 numbers;/, "adjacencyMatrix"],
    ["0.5 x\n0.5 0.5\n", /Line 1: “x” is no finite number/, "weights"],
    ["[[0.1 0.2 ... 0.3]\n ...\n [0.1 0.2 ... 0.3]]", /NumPy has left numbers out/],
    ["%%MatrixMarket matrix coordinate pattern symmetric\n4 4 5\n2 1\n", /announces 5 entries; 1 follow/],
    ["%%MatrixMarket matrix coordinate pattern general\n4 5 1\n2 1\n", /4 × 5/],
    ["%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n", /Line 3: “3 1 1” is no entry/],
    ["%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 1 1\n", /complex/],
    [graphml('<edge source="a" target="zzz"/>'), /could not be read|zzz/],
    [graphml("").slice(0, -20), /The XML is damaged|none, or several|could not/],
    ["graph { a -- ", /no DOT/],
    ["graph [ node [ id 1", /not closed|no value/],
    [JSON.stringify({ nodes: [{ id: "a" }], links: [{ source: "a", target: "x" }] }), /“x”, which is no node/],
    ["graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", /names “2”, which is no node/],
    ["graph [ node [ id 1 ] node [ id 1 ] ]", /Two nodes are called “1”/],
    [JSON.stringify({ nodes: [{ id: "a" }, { id: "a" }], links: [] }), /Two nodes are called “a”/],
    ["0 0\n1 1\n", /no link between two nodes/],
    ["50% 50%\n50% 50%\n", /no link between two nodes/],
  ];
  for (const [text, reason, format = null] of cases) await expect(refusal(text, format), text).resolves.toMatch(reason);
});

/** Why a text is refused, when it is opened or read. */
async function refusal(text: string, format: Format | null = null): Promise<string> {
  try {
    return (await look(text, { format })).preview.error?.words ?? "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("what is none of the formats is refused in a sentence that names them", async () => {
  for (const text of [
    '*Vertices 2\n1 "a"\n2 "b"\n*Edges\n1 2\n',
    '*Vertices 2\n1 "a"\n2 "b"\n',
    "p edge 3 2\ne 1 2\ne 2 3\n",
    "Cl\n",
    "<html><body>404</body></html>",
    "<svg></svg>",
    '{"rows": 3}',
    '{"a": ["b"], "b": ["a"]}',
    "This is prose.\nIt has more lines than one.\n",
    "@relation x\n@attribute a numeric\n@data\n1\n",
    "version: 1\nseed: 7\nnetwork:\n  topology: ring of 3\n",
    "EdgeView([(0, 1), (1, 2)])",
  ])
    expect(await refusal(text), text).toMatch(
      /An experiment is read as JSON; a network as a list of links, .*; data as CSV or LIBSVM\.$/,
    );
});

test("the ending of a file’s name comes first, and then its text", async () => {
  const cases: [string, string, Format][] = [
    ["ring.edges", "0 1 5\n1 0 2\n2 1 3\n", "edges"],
    ["ring.adjlist", "0 1\n1 2\n", "adjacency"],
    ["rows.svm", "1 1:2\n", "libsvm"],
    ["x.gv", "digraph { a -> b }", "dot"],
    ["x.txt", "0 1\n1 2\n", "edges"],
  ];
  for (const [name, text, format] of cases) {
    const { preview } = await look(text, { name });
    expect([preview.format, preview.why], name).toEqual([format, expect.anything()]);
  }
});

test("an experiment is JSON alone, and what stands around it is said", async () => {
  const text = JSON.stringify(small, null, 1);
  for (const given of [text, `\ufeff${text}`]) {
    const { preview, content } = await look(given);
    expect([preview.error, preview.format], given.slice(0, 20)).toEqual([null, "experiment"]);
    expect((content as DocumentContent).document).toEqual(small);
  }
  for (const around of [`As run:\n\n\`\`\`json\n${text}\n\`\`\`\n`, `const x = ${text};\n`, `export default ${text}`])
    expect(await refusal(around)).toMatch(/may be an experiment with other text around it/);
  for (const list of [`[${text}]`, `[${text}, ${text}]`])
    expect(await refusal(list)).toMatch(/a list of [12] in JSON: one experiment or network is read/);
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
  expect((await look(text)).preview.error).toMatchObject({ name: "rowSum" });
  const { preview, content } = await look(text, { choices: { repair: "diagonal" } });
  const matrix = (content as NetworkContent).matrix!;
  expect(matrix.map((row) => row.reduce((sum, entry) => sum + entry))).toEqual([1, 1, 1]);
  expect(matrix[0]).toEqual([expect.closeTo(0.334, 12), 0.333, 0.333]);
  expect(preview.notes.join(" ")).toMatch(/The diagonal completes each row to 1: .* up to 0\.0010/);
});

test("a W that is not quite symmetric is made so, with the change named", async () => {
  const text = "0.5 0.5\n0.5000001 0.4999999\n";
  const { preview } = await look(text);
  expect([preview.format, preview.error]).toMatchObject(["weights", { name: "asymmetric" }]);
  const repaired = await look(text, { choices: { repair: "symmetric" } });
  expect(repaired.preview.error).toBeNull();
  const [[a, b], [c, d]] = (repaired.content as NetworkContent).matrix as unknown as [
    [number, number],
    [number, number],
  ];
  expect([b, a + b, c + d]).toEqual([c, 1, 1]);
  expect(repaired.preview.notes.join(" ")).toMatch(/made symmetric, .* change by up to 5\.0e-8/);
});

test("whether the first line of links names the columns is the reader’s to say", async () => {
  const text = "person,friend\nann,bob\nbob,cy\n";
  const { preview, content } = await look(text, { choices: { header: true } });
  expect([content, preview.linksHeader]).toMatchObject([{ agents: 3, names: ["ann", "bob", "cy"] }, true]);
  expect((await look(text)).preview).toMatchObject({ linksHeader: false });
});
