// Tables as people bring them: what the preview says of each, and the data that the document is given. No browser is needed.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import type { DataContent } from "../../www/src/files/import/formats.ts";
import { Session } from "../../www/src/files/import/session.ts";
import { instantiate } from "../../www/src/simulation/core.ts";
import { small } from "./app.ts";

const rows = (cells: (i: number) => string, end = "\n") => Array.from({ length: 10 }, (_, i) => cells(i)).join(end);
/** Two features and a label. */
const plain = (i: number) => `0.${i},1.${i},${i % 2}`;
const pixels = (first: (i: number) => number) =>
  rows((i) => [first(i), ...Array.from({ length: 24 }, (_, j) => (j === 23 ? 0 : (i * j) % 256))].join(","));

type Case = [name: string, text: string, data: Record<string, unknown>, facts: RegExp, said?: RegExp];

const twoFeatures = /^10 rows of 2 features; 0 stands for −1 \(5 rows\), 1 for \+1 \(5 rows\)/;
const oneFeature = /^10 rows of 1 feature; 0 stands for −1 \(5 rows\), 1 for \+1 \(5 rows\)/;

const tables: Case[] = [
  ["ends of lines of two kinds", `a,b,y\r\n${rows(plain)}\r\n`, { labelColumn: "y" }, twoFeatures],
  ["old Mac ends of lines", `a,b,y\r${rows(plain, "\r")}`, { labelColumn: "y" }, twoFeatures],
  ["lines between", `a,b,y\n\n${rows(plain, "\n\n")}\n`, { labelColumn: "y" }, twoFeatures],
  [
    "Excel’s word on the delimiter",
    `sep=;\na;b;y\n${rows((i) => `0,${i};1,${i};${i % 2}`)}`,
    { delimiter: ";", decimal: "," },
    twoFeatures,
    /first line, sep=;, is Excel’s/,
  ],
  ["comments above", `# made by hand\n${rows(plain)}`, { header: false }, twoFeatures, /1 comment above the table/],
  [
    "NumPy’s names in a comment",
    `# a b y\n${rows((i) => `0.${i}e+00 1.${i}e+00 ${i % 2}.0e+00`)}`,
    { delimiter: " ", header: true, labelColumn: "y" },
    twoFeatures,
    /stand in a comment, as NumPy writes them/,
  ],
  [
    "R’s header without a name for the rows",
    `"a" "y"\n${rows((i) => `"${i + 1}" 0.${i} ${i % 2}`)}`,
    { delimiter: " ", labelColumn: "y", columns: ["a"] },
    oneFeature,
    /Left out: column 0 \(without a name\), since it only counts the rows.*as R writes it/,
  ],
  [
    "a table as pandas prints it",
    `     a    b  y\n${rows((i) => `${i}  0.${i}  1.${i}  ${i % 2}`)}`,
    { delimiter: " ", columns: ["a", "b"] },
    twoFeatures,
  ],
  ["commas at the ends", `a,b,y,\n${rows((i) => `${plain(i)},`)}`, { columns: ["a", "b"] }, twoFeatures, /it is empty/],
  [
    "rows as JSON",
    `[${rows((i) => `[${plain(i)}]`, ",")}]`,
    { header: false },
    twoFeatures,
    /JSON in the file, and CSV here/,
  ],
  ["records as JSON", `[${rows((i) => `{"a":0.${i},"y":${i % 2}}`, ",")}]`, { labelColumn: "y" }, oneFeature, /JSON/],
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
  ["ten classes first, then pictures", pixels((i) => i), { labelColumn: 0 }, /the predicted numbers are targets/],
  [
    "three kinds of labels",
    `a,b,species\n${rows((i) => `0.${i},0.${9 - i},${["x", "y", "z"][i % 3]}`)}`,
    { labelColumn: "b", columns: ["a"] },
    /targets/,
    /“species” has more than two labels, .*: “b” is predicted in its place/,
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
  ["a line of units", `a,b,y\nm,s,-\n${rows(plain)}`, {}, twoFeatures, /1 row: line 2 \("m" in "a"/],
  [
    "a line of sums that is called Total",
    `name,a,b,y\n${rows((i) => `n${i},${i},0.${i},${i % 2}`)}\nTotal,45,4.5,5\n`,
    { columns: ["a", "b"], text: expect.not.stringContaining("Total") },
    twoFeatures,
    /The last row, “Total”, holds the sums of the others: left out/,
  ],
  [
    "the same with commas in numbers, after blanks and above a footer",
    `name  a    y\n${rows((i) => `n${i}   ${i},5  ${i % 2}`)}\nSumme 50,0 5\n(11 rows)\n`,
    { columns: ["a"], delimiter: " ", decimal: ",", text: expect.not.stringMatching(/Summe|11 rows/) },
    oneFeature,
    /1 line below the table left out.*The last row, “Summe”, holds the sums of the others/,
  ],
  [
    "a last line that is called Total and holds no sums",
    `name,a,y\n${rows((i) => `n${i},${i},${i % 2}`)}\nTotal,46,1\n`,
    { columns: ["a"], text: expect.stringContaining("Total,46,1") },
    /^11 rows of 1 feature/,
    /The last row, “Total”, is read like the others: its numbers are not their sums/,
  ],
  ["a comment below", `a,b,y\n${rows(plain)}\n# generated 2024\n`, {}, twoFeatures, /1 line below the table left out/],
  ["how many rows there are", `a,b,y\n${rows(plain)}\n10 rows\n`, {}, twoFeatures, /1 line below the table left out/],
  [
    "a table in Markdown",
    `| a | b | y |\n|---|:-:|--:|\n${rows((i) => `| ${plain(i).replaceAll(",", " | ")} |`)}\n`,
    { delimiter: "|", labelColumn: "y" },
    twoFeatures,
    /rules and outer bars are left out/,
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
];

test.beforeAll(() => {
  instantiate(new WebAssembly.Module(readFileSync(new URL("../../www/pkg/suda_bg.wasm", import.meta.url))));
});

async function look(text: string) {
  const session = new Session({
    document: {
      ...small,
      network: { topology: { kind: "ring", agents: 2 }, weights: { rule: "metropolis" } },
      problem: { kind: "logistic", dimension: 2, samplesPerAgent: 5, regularization: 0.1, heterogeneity: 0 },
    },
    agents: 2,
  });
  await session.open(new Blob([text]), () => {});
  return { session, preview: await session.read(null, {}) };
}

for (const [name, text, data, facts, said] of tables)
  test(`a table: ${name}`, async () => {
    const { session, preview } = await look(text);
    expect([preview.error, preview.format]).toEqual([null, "csv"]);
    expect(preview.facts.join("; ")).toMatch(facts);
    if (said) expect(preview.notes.join(" ")).toMatch(said);
    expect((session.take() as DataContent).data).toMatchObject(data);
  });

test("what is no table is refused in words that tell what to do", async () => {
  const cases: [string, RegExp][] = [
    ["This is prose.\nIt has lines.\n", /No column of numbers is left for the features/],
    [`a,y\n${rows((i) => `0.${i},1`)}`, /must have exactly two labels, has 1/],
    [`a,b,y\n${rows((i) => `${i === 5 ? '"' : ""}${plain(i)}`)}`, /quote in line 7 is not closed/],
    ["1\n2\n3\n", /at least 2 columns, has 1; is the delimiter right/],
    [`a,b,y\n${rows((i) => `${plain(i)},`)}`, /Line 2: 4 fields, but the first row has 3/],
    [rows((i) => `${i % 2},2 1:0.5 2:1`), /label "0,2" is not a finite number/],
  ];
  for (const [text, reason] of cases) {
    const { preview, session } = await look(text);
    expect(preview.error, text).toMatch(reason);
    expect(preview.error, text).toMatch(/^[A-ZT]|^the quote/);
    expect(() => session.take()).toThrow();
  }
});

test("shares that are unequal are said to be", async () => {
  const { preview } = await look(`x,y\n${Array.from({ length: 5 }, (_, i) => `0.${i},${i % 2}`).join("\n")}\n`);
  expect(preview.facts.at(-1)).toBe("agents have 2 to 3 rows");
  expect(preview.notes.join(" ")).toContain("The agents’ shares are unequal.");
});
