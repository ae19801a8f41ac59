// Tables as people bring them: what the preview says of each, and the data that the document is given.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Experiment } from "../../www/pkg/suda.js";
import { composed } from "../../www/src/files/import/compose.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import type { DataContent } from "../../www/src/files/import/formats.ts";
import { digits, learning, small } from "../page/documents.ts";
import { labelled, look } from "./reading.ts";

const rows = (cells: (i: number) => string, end = "\n") => Array.from({ length: 10 }, (_, i) => cells(i)).join(end);
/** Two features and a label. */
const plain = (i: number) => `0.${i},1.${i},${i % 2}`;
const pixels = (first: (i: number) => number) =>
  rows((i) => [first(i), ...Array.from({ length: 24 }, (_, j) => (j === 23 ? 0 : (i * j) % 256))].join(","));

type Case = [name: string, text: string, data: Record<string, unknown>, facts: RegExp, said?: RegExp];

const twoFeatures = /^10 rows of 2 features and a constant; 0 stands for −1 \(5 rows\), 1 for \+1 \(5 rows\)/;
const oneFeature = /^10 rows of 1 feature and a constant; 0 stands for −1 \(5 rows\), 1 for \+1 \(5 rows\)/;

const tables: Case[] = [
  ["ends of lines of two kinds", `a,b,y\r\n${rows(plain)}\r\n`, { labelColumn: "y" }, twoFeatures],
  ["old Mac ends of lines", `a,b,y\r${rows(plain, "\r")}`, { labelColumn: "y" }, twoFeatures],
  ["lines between", `a,b,y\n\n${rows(plain, "\n\n")}\n`, { labelColumn: "y" }, twoFeatures],
  [
    "Excel’s word on the delimiter",
    `sep=;\na;b;y\n${rows((i) => `0,${i};1,${i};${i % 2}`)}`,
    { delimiter: ";", decimal: "," },
    twoFeatures,
    /begins at line 2; .*: “sep=;”/,
  ],
  [
    "comments above",
    `# made by hand\n${rows(plain)}`,
    { header: false },
    twoFeatures,
    /begins at line 2; .*: “# made by hand”/,
  ],
  [
    "NumPy’s names in a comment",
    `# a b y\n${rows((i) => `0.${i}e+00 1.${i}e+00 ${i % 2}.0e+00`)}`,
    { delimiter: " ", header: false, labelColumn: 2 },
    twoFeatures,
    /begins at line 2; .*: “# a b y”/,
  ],
  ["commas at the ends", `a,b,y,\n${rows((i) => `${plain(i)},`)}`, { columns: ["a", "b"] }, twoFeatures, /it is empty/],
  [
    "a label of words among numbers",
    rows((i) => `${900 + i},${i % 2 ? "M" : "B"},1.${i}`),
    { labelColumn: 1 },
    /"B" stands for −1/,
  ],
  [
    "a label first, then pictures with an empty edge",
    pixels((i) => i % 2),
    { labelColumn: 0 },
    /0 stands for −1 \(5 rows\)/,
  ],
  [
    "thousands that are grouped",
    `a,b,y\n${rows((i) => `"1,00${i}",0.${i},${i % 2}`)}`,
    { columns: ["b"] },
    oneFeature,
    /Left out: a, since it holds text, as “1,000”/,
  ],
  [
    "days",
    `d;x;y\n${rows((i) => `${10 + i}.03.2024;0,${i};${i % 2}`)}`,
    { columns: ["x"] },
    oneFeature,
    /“10\.03\.2024”/,
  ],
  [
    "lines within quotes",
    `n,x,y\n${rows((i) => `"a\nb ${i}",0.${i},${i % 2}`)}`,
    { columns: ["x"] },
    oneFeature,
    /“a b 0”/,
  ],
  [
    "a title and a date above",
    `Experiment of 3 May\nDate: 2024-05-03\n\na,b,y\n${rows(plain)}`,
    { labelColumn: "y", header: true },
    twoFeatures,
    /The table begins at line 4; what stands above it is left out: “Experiment of 3 May”/,
  ],
  [
    "a title above cells with semicolons",
    `Survey of May\n;y;age;city\n${rows((i) => `${i};${i % 2};2${i},5;${["Oslo", "Rome"][i % 2]}`)}`,
    { delimiter: ";", decimal: ",", labelColumn: "y", columns: ["age"] },
    oneFeature,
    /begins at line 2; .*: “Survey of May”/,
  ],
  ["one feature that counts, called x", `x,y\n${rows((i) => `${i},${i % 2}`)}`, { labelColumn: "y" }, oneFeature],
  ["one feature that counts, without a name", `,y\n${rows((i) => `${i},${i % 2}`)}`, { labelColumn: "y" }, oneFeature],
  ["a line of units", `a,b,y\nm,s,-\n${rows(plain)}`, {}, twoFeatures, /1 row: line 2 \("m" in "a"/],
  [
    "a comment below",
    `a,b,y\n${rows(plain)}\n# generated 2024\n`,
    {},
    twoFeatures,
    /1 row: line 12 \(1 fields in place of 3\)/,
  ],
  [
    "how many rows there are",
    `a,b,y\n${rows(plain)}\n10 rows\n`,
    {},
    twoFeatures,
    /1 row: line 12 \(1 fields in place of 3\)/,
  ],
  [
    "whole numbers of which a row lacks one",
    `1,2,0\n3,1,1\n4,2\n1,2,0\n6,6,1\n`,
    { header: false },
    /^4 rows of 2 features/,
    /1 row: line 3 \(2 fields in place of 3\)/,
  ],
  ["a line of sums", `a,b,y\n${rows(plain)}\nall,,\n`, {}, twoFeatures, /1 row: line 12 \(the label "" is missing\)/],
  [
    "a gap that is marked",
    `a,b,y\n${rows((i) => (i === 4 ? `NA,1.4,0` : plain(i)))}`,
    {},
    /^9 rows of 2 features/,
    /line 6 \("NA" in "a"/,
  ],
  ["decimal commas", rows((i) => `${i},5;${1 - (i % 2)}`), { decimal: ",", delimiter: ";" }, /^10 rows of 1 feature/],
  [
    "a column of times",
    `t,x,y\n${rows((i) => `2024-03-0${i + 1} 06:00,0.${i},${i % 2}`)}`,
    { columns: ["x"] },
    oneFeature,
    /Left out: t, since it holds text/,
  ],
  [
    "an index without a name",
    `,x,y\n${rows((i) => `${i},0.${i},${i % 2}`)}`,
    { columns: ["x"] },
    oneFeature,
    /without a name\), since it only counts the rows/,
  ],
  [
    "a header of numbers",
    `0,1,2\n${rows((i) => `0.${i},1.${i},2.${i}`)}`,
    { header: true },
    /^10 rows of 2 features/,
    /first row, 0, 1, 2, counts: it was taken for a header/,
  ],
  [
    "features of very different size",
    `income,smoker,y\n${rows((i) => `${50_000 - 1000 * i},${i % 2},${i}`)}`,
    { standardize: true },
    /^10 rows of 2 features/,
    /sizes and spreads range from 0.5 to 50000; so they are standardised/,
  ],
  [
    "rows that lack a value",
    `x,y\n${rows((i) => `${i === 4 ? "" : `0.${i}`},${i % 2}`)}`,
    {},
    /^9 rows/,
    /Left out: 1 row: line 6 \("" in "x" is not a finite number\)/,
  ],
  ["blanks between", rows((i) => `  ${i}.5   ${i}  1.${i}`), { delimiter: " " }, /^10 rows of 2 features/],
];

for (const [name, text, data, facts, said] of tables)
  test(`a table: ${name}`, async () => {
    const { content, preview } = await look(text);
    expect([preview.error, preview.format]).toEqual([null, "csv"]);
    expect(preview.facts.join("; ")).toMatch(facts);
    if (said) expect(preview.notes.join(" ")).toMatch(said);
    expect((content as DataContent).data).toMatchObject(data);
  });

test("what is no table is refused in words that tell what to do", async () => {
  const cases: [string, RegExp][] = [
    [`p,x,s,n\ne,x,y,w\np,y,x,n\n`, /the columns hold words; features are numbers here/],
    [`a,y\n${rows((i) => `0.${i},1`)}`, /must have exactly two labels, has 1/],
    [`a,b,y\n${rows((i) => `${i === 5 ? '"' : ""}${plain(i)}`)}`, /quote in line 7 is not closed/],
    [`a,b,y\n${rows((i) => `${plain(i)}${i === 5 ? ",1" : ""}`)}`, /line 7: 4 fields, but the first row has 3/],
    [rows((i) => `${i % 2},2 1:0.5 2:1`), /label "0,2" is not a finite number/],
    ["1 qid:3 1:0.5 2:1\n0 qid:3 1:0.1 2:0\n", /line 1: qid marks data for ranking/],
    ["+1 2:1 1:1\n-1 1:1\n", /line 1: the index 1 follows 2/],
    ["x,y\n0.5,1\n", /has too few usable rows for 2 agents, each of which needs one: 1$/],
  ];
  for (const [text, reason] of cases) {
    const { preview, content } = await look(text);
    expect(preview.error?.words, text).toMatch(reason);
    expect(content).toBeNull();
  }
});

test("words as labels are for a classification, also where least squares is open", async () => {
  const text = `sl,sw,species\n${rows((i) => `5.${i},3.${i},${i % 2 ? "setosa" : "versicolor"}`)}`;
  const { preview, content } = await look(text, { document: { ...small, problem: { kind: "leastSquares" } } as never });
  expect(preview.error).toBeNull();
  expect(content).toMatchObject({ problem: "logistic", data: { labelColumn: "species" } });
  expect(preview.notes.join(" ")).toContain("labels of logistic regression");
});

test("three labels are classes of a network, and numbers are targets", async () => {
  const text = `a,b,species\n${rows((i) => `0.${i},0.${9 - i},${["x", "y", "z"][i % 3]}`)}`;
  const { preview, content } = await look(text);
  expect([preview.error, content]).toMatchObject([null, { problem: "neuralNetwork", classes: 3 }]);
  expect(preview.facts.join("; ")).toMatch(/"x" stands for 0 \(4 rows\), "y" for 1 \(3 rows\), "z" for 2 \(3 rows\)/);
  expect(preview.notes.join(" ")).toContain("has 3 labels: a neural network has an output for each");
  const chosen = await look(`a,y\n${rows((i) => `0.${i},${i % 3}`)}`, {
    choices: { problem: "neuralNetwork" },
  });
  expect(chosen.content).toMatchObject({ problem: "neuralNetwork", classes: 3 });
});

test("shares that are unequal are said to be", async () => {
  const { preview } = await look(`x,y\n${Array.from({ length: 5 }, (_, i) => `0.${i},${i % 2}`).join("\n")}\n`);
  expect(preview.facts.at(-1)).toBe("agents have 2 to 3 rows");
  expect(preview.notes.join(" ")).toContain("The agents’ shares are unequal.");
});

test("a constant term is proposed, and named what is lost without it", async () => {
  const text = `x,y\n${rows((i) => `${i < 5 ? 10 : 12}.${i},${i < 5 ? 0 : 1}`)}`;
  const { preview, content } = await look(text);
  expect(content).toMatchObject({ problem: "logistic", data: { constant: true } });
  expect(preview.notes.join(" ")).toContain("A constant term is added: without it the prediction is 0");
  const without = await look(text, { choices: { constant: false } });
  expect((without.content as DataContent).data["constant"]).toBeUndefined();
  expect(without.preview.notes.join(" ")).toContain("Without a constant term the prediction is 0");
  // A column of ones is one, and a network has its own.
  const ones = await look(`x,one,y\n${rows((i) => `${i}.5,1,${i % 2}`)}`);
  expect(ones.preview.data).toMatchObject({ constant: false, features: 2 });
  const network = await look(text, { choices: { problem: "neuralNetwork" } });
  expect(network.preview).toMatchObject({ error: null, data: { constant: false } });
});

test("of many labelled rows a fifth is proposed to be held out", async () => {
  const text = `a,b,y\n${Array.from({ length: 200 }, (_, i) => `${Math.sin(i)},${i % 7},${i % 2}`).join("\n")}\n`;
  const { preview, content } = await look(text);
  expect((content as DataContent).data["test"]).toBe(0.2);
  expect(preview.facts.join("; ")).toMatch(/^200 rows of 2 features .*; 40 rows held out; each agent has 80 rows$/);
  expect(preview.notes.join(" ")).toContain("on those from which it learns, a model looks better than it is");
  const all = await look(text, { choices: { test: 0 } });
  expect(all.preview.facts.join("; ")).toMatch(/; each agent has 100 rows$/);
});

test("few whole numbers that come again and again are classes, others are targets", async () => {
  const table = (classes: number) =>
    `a,b,kind\n${Array.from({ length: 30 }, (_, i) => `0.${i},${i % 4},${i % classes}`).join("\n")}\n`;
  const few = await look(table(3));
  expect(few.content).toMatchObject({ problem: "neuralNetwork", classes: 3 });
  expect(few.preview.notes.join(" ")).toContain("As targets they would be amounts");
  expect((await look(table(15))).content).toMatchObject({ problem: "leastSquares" });
});

test("a table with classes is used as proposed, whatever problem is open", async () => {
  const file = (name: string) => readFileSync(`tests/tables/${name}.csv`, "utf8");
  const species = ["setosa", "versicolor", "virginica"];
  const lines = file("iris").trim().split("\n").slice(1);
  const pairs = (cells: string[]) => cells.map((cell, j) => `${j + 1}:${cell}`).join(" ");
  const libsvm = lines.map((line) => `${species.indexOf(line.split(",")[4]!)} ${pairs(line.split(",").slice(0, 4))}`);
  const kinds = Array.from({ length: 80 }, (_, i) => `${Math.sin(i)},${Math.cos(i)},kind ${i % 8}`);
  const words = [
    [file("iris"), 3, { labelColumn: "species" }],
    // What is called y stands beside an x.
    [`x,y,kind\n${kinds.join("\n")}`, 8, { labelColumn: "kind" }],
    // The class stands first and has no name, and is a number.
    [file("wine"), 3, { labelColumn: 0 }],
  ] as const;
  // Where least squares is open, numbers without a table are targets.
  const numbers = [[libsvm.join("\n"), 3, { kind: "libsvm" }]] as const;
  for (const document of [small, digits, learning])
    for (const [text, classes, data] of document === small ? words : [...words, ...numbers]) {
      const { preview, content } = await look(text, { document });
      expect(preview.error).toBeNull();
      const wanted = { standardize: true, ...data, ...(document === digits ? { test: 0.2 } : {}) };
      expect(content).toMatchObject({ problem: "neuralNetwork", classes, data: wanted });
    }
});

test("of classes it is told how many are right: first, and of the rows that are held out", async () => {
  const iris = readFileSync("tests/tables/iris.csv", "utf8");
  const metrics = async (document: ExperimentDocument, test: number, text = iris) => {
    const { content } = await look(text, { document, choices: { test } });
    const next = composed(content!, document) as ExperimentDocument;
    new Experiment(next).free();
    return next.metrics;
  };
  const measured: ExperimentDocument = { ...learning, metrics: ["meanAccuracy", "loss"] };
  expect(await metrics(measured, 0)).toEqual(["meanAccuracy", "accuracy", "loss"]);
  expect(await metrics(measured, 0.2)).toEqual(["meanTestAccuracy", "testAccuracy", "meanAccuracy", "loss"]);
  // Where another problem was open, what it measured goes.
  expect((await metrics(small, 0))!.slice(0, 3)).toEqual(["meanAccuracy", "accuracy", "gradientNorm"]);
  const logistic: ExperimentDocument = { ...labelled, metrics: ["gradientNorm"] };
  const two = `a,b,y\n${rows(plain)}`;
  expect(await metrics(logistic, 0.2, two)).toEqual(["gradientNorm", "meanTestAccuracy", "testAccuracy"]);
});

test("amounts that are named as an outcome, and whole numbers with a name before amounts, stay as they are", async () => {
  const table = (head: string, row: (i: number) => string) =>
    look(`${head}\n${Array.from({ length: 40 }, (_, i) => row(i)).join("\n")}`, { document: small });
  const predicted = async (...of: Parameters<typeof table>) => ((await table(...of)).content as DataContent).data;
  expect(await predicted("city,x,y", (i) => `${["Oslo", "Rome"][i % 2]},0.${i},1.${i}`)).toMatchObject({
    labelColumn: "y",
  });
  expect(await predicted("rooms,area,price", (i) => `${i % 4},${20 + i}.5,1.${i}`)).toMatchObject({
    labelColumn: "price",
  });
});
