// @vitest-environment happy-dom
// Files that a reader brings: each is shown before it is used.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { rowsOf } from "./laboratory.ts";
import { choose, documentOf, press, type } from "./panels.ts";
import { finished, open, waitFor, within } from "./page.ts";

const dialog = () => document.querySelector<HTMLElement>("dialog.import");
const part = (selector: string) =>
  (dialog()?.querySelector(selector)?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
const field = (name: string) => within(dialog()!).getByLabelText(name);
const shown = (selector: string, words: RegExp) => waitFor(() => expect(part(selector)).toMatch(words));
const problem = async () => (await documentOf()).problem as unknown as { kind: string; data?: object };

/** What a reader does who lets go of files over the page. */
function drop(name: string, content: string | Uint8Array, ...more: [string, string][]): void {
  const files = [[name, content] as const, ...more].map(([name, content]) => new File([content as string], name));
  dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { files, types: ["Files"] } }));
}

async function useIt(): Promise<void> {
  await waitFor(() => expect(dialog()!.querySelector<HTMLButtonElement>("button.primary")!.disabled).toBe(false));
  await press("Use it", dialog()!);
  await waitFor(() => expect(dialog()).toBeNull());
}

async function leave(): Promise<void> {
  await press(/^(Leave it|Close)$/, dialog()!);
  await waitFor(() => expect(dialog()).toBeNull());
}

test("every kind of file is shown, and used when the reader says so", async () => {
  await open();
  await finished();
  drop("friends.txt", "# a triangle with a tail\n0 1\n1 2\n2 0\n2 3\n");
  await shown(".taken", /network, a list of links, because each line has two nodes/);
  await shown(".facts", /^4 agents; 4 links; λ = 0\.\d+ with Metropolis’ weights\.$/);
  expect(await documentOf()).toEqual(small);
  await useIt();
  const edges = [
    [0, 1],
    [1, 2],
    [0, 2],
    [2, 3],
  ];
  expect((await documentOf()).network).toEqual({
    topology: { kind: "explicit", agents: 4, edges },
    weights: { rule: "metropolis" },
  });

  drop("friends.txt", "ann bob\nbob cy\ncy ann\n");
  await shown(".notes", /The nodes have names, which are kept: ann, bob, cy\./);
  await useIt();
  expect((await documentOf()).network.topology).toMatchObject({ agents: 3, names: ["ann", "bob", "cy"] });
  await expect.poll(() => rowsOf("#graph")[0]?.join(), { timeout: 30_000 }).toMatch(/^ann.*bob, cy$/);

  const matrix = [
    [-0.2, 0.4, 0.4, 0.4],
    [0.4, 0.6, 0, 0],
    [0.4, 0, 0.6, 0],
    [0.4, 0, 0, 0.6],
  ];
  drop("W.csv", matrix.map((row) => row.join(",")).join("\n"));
  await shown(".facts", /^4 agents; 3 links; λ = 0\.6000\.$/);
  await useIt();
  expect((await documentOf()).network.weights).toEqual({ rule: "explicit", matrix });

  const libsvm = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "+1" : "-1"} 1:${i / 12} 2:${(i * 7) % 5}`).join("\n");
  drop("digits.libsvm", libsvm);
  await shown(".facts", /12 rows of 2 features/);
  await useIt();
  expect(await problem()).toEqual({ kind: "leastSquares", data: { kind: "libsvm", text: libsvm } });

  drop("experiment.json", JSON.stringify(small));
  await shown(".taken", /experiment, because it is a JSON object/);
  await shown(".facts", /3 methods on leastSquares; 200 iterations; 2 trials/);
  await useIt();
  expect(await documentOf()).toEqual(small);
});

test("any other reading is chosen beside what the file is taken for, and remedies are a press away", async () => {
  await open();
  drop("ring.txt", "0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 0 4\n");
  await shown(".taken", /lists of neighbours/);
  await choose(field("Read as"), "network: a list of links");
  await shown(".notes", /The third column, as of weights, is not used\./);
  await choose(field("Read as"), "data: a table (CSV)");
  await shown(".taken", /data, a table \(CSV\)/);
  await choose(field("Read as"), "network: a matrix W");
  await shown(".wrong", /Row 1 of 6, line 1, has 3 numbers/);
  expect(dialog()!.querySelector<HTMLButtonElement>("button.primary")!.disabled).toBe(true);
  await leave();

  drop("third.txt", "[[0.333 0.333 0.333]\n [0.333 0.333 0.333]\n [0.333 0.333 0.333]]");
  await shown(".wrong", /must sum to 1, got 0\.999/);
  await press(/Complete each row to 1/, dialog()!);
  await shown(".notes", /The diagonal completes each row to 1/);
  await leave();

  const zero = Array.from({ length: 8 }, (_, i) => `${i % 2 ? "+1" : "-1"} 0:${i} 2:1`).join("\n");
  drop("zero.libsvm", zero);
  await shown(".wrong", /Line 1: has the index 0/);
  await press(/raise every index by one/, dialog()!);
  await shown(".facts", /8 rows of 3 features/);
  await useIt();
  expect(await problem()).toMatchObject({ data: { text: zero.replaceAll("2:1", "3:1").replaceAll("0:", "1:") } });

  drop("friends.csv", "person,friend\nann,bob\nbob,cy\n");
  await shown(".notes", /person and friend, was taken for a link; neither comes again/);
  field("The first line names the columns").click();
  await shown(".facts", /3 agents; 2 links/);
  await leave();
});

test("of a table the reader settles what is predicted, what are features, and how cells are cut", async () => {
  await open();
  const rows = Array.from(
    { length: 16 },
    (_, i) => `${i};${i % 2};${20 + i},5;${i % 3 === 0 ? 1 : 0};${["Oslo", "Rome"][i % 2]}`,
  );
  const text = `;y;age;smoker;city\n${rows.join("\n")}\n`;
  drop("people.csv", text);
  await shown(
    ".notes",
    /Left out: column 0 \(without a name\), since it only counts the rows; city, since it holds text, as “Oslo”\./,
  );
  const values = ["Between cells", "Decimal sign", "Predicted"].map((name) => (field(name) as HTMLInputElement).value);
  expect(values).toEqual([";", ",", "1"]);
  await choose(field("Problem"), "logistic");
  await shown(".facts", /0 stands for −1 \(8 rows\), 1 for \+1 \(8 rows\)/);
  await choose(field("Predicted"), "smoker");
  await shown(".facts", /0 stands for −1 \(10 rows\), 1 for \+1 \(6 rows\)/);
  field("age is a feature").click();
  await shown(".facts", /16 rows of 1 feature/);
  field("Standardise features").click();
  await waitFor(() => expect((field("Standardise features") as HTMLInputElement).checked).toBe(true));
  await choose(field("Rows go to agents"), "byLabel");
  await waitFor(() => expect((field("Rows go to agents") as HTMLSelectElement).value).toBe("byLabel"));
  expect(await documentOf()).toEqual(small);
  await useIt();
  expect(await problem()).toEqual({
    kind: "logistic",
    regularization: 0.001,
    data: {
      kind: "csv",
      delimiter: ";",
      decimal: ",",
      header: true,
      labelColumn: "smoker",
      columns: ["y"],
      standardize: true,
      constant: true,
      split: { kind: "byLabel" },
      text,
    },
  });
});

test("files that are damaged or of another kind are refused with a reason, and change nothing", async () => {
  await open();
  for (const [name, content, words] of [
    ["cut.json", '{"version": 1, "iterations": 40', /^This is not JSON: line 1/],
    [
      "vega.json",
      '{"$schema": "https://vega.github.io/", "marks": []}',
      /^This is none of the formats that are read here/,
    ],
    ["later.json", JSON.stringify({ ...small, version: 7 }), /version: must be 1/],
    ["trails.json", '{"version": 1,\n "trails": 1}', /trails: is not known here|is missing/],
    ["order.libsvm", "+1 2:1 1:1\n-1 1:1\n", /Line 1: the index 1 follows 2/],
    ["picture.png", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), /^This is no text/],
    ["empty.csv", "", /^The file is empty/],
  ] as const) {
    drop(name, content);
    await shown(".wrong", words);
    expect(part("h2")).toBe(name);
    expect(dialog()!.querySelector("button.primary:enabled")).toBeNull();
    await leave();
  }
  expect(await documentOf()).toEqual(small);
});

test("several come one after the other; what comes meanwhile waits its turn; text is typed", async () => {
  await open();
  drop("first.txt", "0 1\n1 2\n");
  await shown(".facts", /3 agents; 2 links/);
  drop("second.txt", "0 1\n1 2\n2 3\n");
  await shown(".about", /^File 1 of 2/);
  await press("Leave it", dialog()!);
  await shown(".facts", /4 agents; 3 links/);
  await leave();
  drop("a.txt", "0 1\n", ["b.txt", "1 2\n"], ["c.txt", "2 3\n"]);
  await shown(".about", /^File 1 of 3/);
  await press("Leave all", dialog()!);
  await waitFor(() => expect(dialog()).toBeNull());
  await press("Paste text …", document.getElementById("files")!);
  await waitFor(() => expect(dialog()).not.toBeNull());
  await type(field("Text of a network, of data, or of an experiment"), "0.5 0.5\n0.5 0.5\n");
  await press("Look at it", dialog()!);
  await shown(".facts", /^2 agents; 1 link; λ = 0\.$/);
  await useIt();
  expect((await documentOf()).network.weights).toMatchObject({ rule: "explicit" });
});

test("a network from a file changes as the one before where it can, and its preview says so", async () => {
  const links = "0 1\n1 2\n2 3\n3 0\n0 2\n";
  const weights = { rule: "metropolis" };
  const failing = { kind: "linkFailures", probability: 0.3 };
  const changed = async (network: object, words: RegExp) => {
    await open({ ...small, network: { ...network, weights } });
    await finished();
    drop("links.txt", links);
    await waitFor(() => expect(dialog()?.textContent).toMatch(words));
    await useIt();
    const { topology, changes } = (await documentOf()).network;
    return { topology, changes };
  };
  const ring = { topology: { kind: "ring", agents: 8 }, changes: failing };
  expect(await changed(ring, /changes from iteration to iteration, as the previous one did\./)).toMatchObject({
    topology: { agents: 4 },
    changes: failing,
  });
  const cube = { topology: { kind: "hypercube", dimension: 3 }, changes: { kind: "onePeer" } };
  expect((await changed(cube, /The network stays the same in every iteration/)).changes).toBeUndefined();
});
