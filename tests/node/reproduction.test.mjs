// docs/reproduction.md: its numbers and pictures are those of the files beside it, these are of the ready documents as they
// are now, and a run gives the same bits again.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { check, chosenOf, itemsOf, loadCode, page } from "../../scripts/reproduce.mjs";
import { endsOf, folder, ratiosOf, readCurves, readRatios } from "../../scripts/reproduce/curves.mjs";
import { figures } from "../../scripts/reproduce/figures.mjs";
import { allHold, measured, pageOf } from "../../scripts/reproduce/page.mjs";
import { place, recordedOf } from "../../scripts/reproduce/recorded.mjs";
import { folder as temporary, suda } from "./support.mjs";

const there = () => items.filter(({ id }) => existsSync(join(folder, `${id}.csv`)));
const read = (name) => readFileSync(join(folder, name), "utf8");
const one = (id) => items.find((item) => item.id === id);
let code;
let items;

before(async () => {
  code = await loadCode();
  items = itemsOf(code);
});

test("every figure of the paper that has a ready document is there, and its claim", () => {
  const ready = (wanted) =>
    code
      .presets()
      .filter(({ group }) => group === wanted)
      .map(({ id }) => id)
      .sort();
  assert.deepEqual(figures.map(({ id }) => id).sort(), ready("paper"));
  assert.deepEqual(figures.map(({ id }) => `${id}-ours`).sort(), ready("ours"));
  for (const { claims } of figures) assert.ok(claims.length > 0);
});

test("what is there was made from the ready documents as they are now, by this version", async () => {
  for (const { id, kept } of there()) assert.ok(await kept(), `npm run reproduce -- ${id} makes it anew`);
  assert.deepEqual(
    there().map(({ id }) => id),
    items.map(({ id }) => id),
  );
});

test("our settings show all that the paper claims of each figure", () => {
  for (const { id, claims } of figures) assert.ok(allHold(claims, measured(code, `${id}-ours`)), id);
});

test("the page and its pictures are what the files of numbers give", () => {
  const { text, pictures } = pageOf(code);
  assert.equal(readFileSync(page, "utf8"), text, "npm run reproduce makes it anew");
  for (const [name, picture] of pictures) assert.equal(read(name), picture, name);
  const files = there().flatMap(({ id }) => ["csv", "json", "svg"].map((extension) => `${id}.${extension}`));
  const ratios = readdirSync(folder).filter((name) => name.endsWith("-ratios.csv"));
  assert.deepEqual(readdirSync(folder).sort(), [...files, ...ratios].sort());
  for (const { id } of figures) assert.ok(ratios.includes(`${id}-ours-ratios.csv`), id);
});

test("the curves that the page has beforehand are those of the files, to the last bit, and nothing else is there", () => {
  const files = recordedOf(code);
  for (const [name, content] of files)
    assert.equal(readFileSync(join(place, name), "utf8"), content, `npm run reproduce makes ${name} anew`);
  assert.deepEqual(readdirSync(place).sort(), [...files.keys()].sort());
  for (const { id } of figures) {
    const document = JSON.parse(read(`${id}.json`));
    const { mean } = JSON.parse(files.get(`${id}.json`));
    const bytes = Buffer.from(mean, "base64");
    const values = Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
    assert.deepEqual(
      values,
      readCurves(read(`${id}.csv`), document).flatMap((series) => series.mean),
    );
  }
});

test("ends are means over the last ten points, relative to the first method", () => {
  const document = { methods: [{ kind: "psgd" }, { kind: "dsgd" }] };
  const rows = Array.from({ length: 12 }, (_, k) => [
    `${k},"a, b",m,${k},${k - 1},${k + 1}`,
    `${k},c,m,${2 * k},0,${4 * k}`,
  ]).flat();
  const series = readCurves(`iteration,method,metric,mean,low,high\n${rows.join("\n")}\n`, document);
  assert.deepEqual(endsOf(series), [
    { label: "a, b", value: 6.5, low: 5.5, high: 7.5, ratio: 1 },
    { label: "c", value: 13, low: 0, high: 26, ratio: 2 },
  ]);
});

test("ratios are paired: noise that methods share does not widen their intervals", () => {
  // The trials differ a thousandfold, and the second method is twice the first in each, the third within 1 %.
  const ends = [1, 10, 1000];
  const points = Array.from({ length: 12 }, () => ({
    values: [...ends, ...ends.map((end) => 2 * end), ...ends.map((end, i) => end * (1 + (i - 1) / 100))],
  }));
  const [first, second, third] = ratiosOf(points, 3, code.summarize);
  assert.deepEqual(
    [first, second],
    [
      [1, 1, 1],
      [2, 2, 2],
    ],
  );
  assert.ok(third[1] > 0.97 && third[1] < 1 && third[2] > 1 && third[2] < 1.03, String(third));
});

test("the ratios that are there are about those of the means, and positive", () => {
  for (const id of figures.flatMap(({ id }) => [id, `${id}-ours`])) {
    if (!existsSync(join(folder, `${id}-ratios.csv`))) continue;
    const document = JSON.parse(read(`${id}.json`));
    const ofMeans = endsOf(readCurves(read(`${id}.csv`), document)).map(({ ratio }) => ratio);
    readRatios(read(`${id}-ratios.csv`)).forEach(([ratio, low, high], m) => {
      assert.ok(0 < low && low <= ratio && ratio <= high && Math.abs(Math.log(ratio / ofMeans[m])) < 0.5, `${id} ${m}`);
    });
  }
});

test("a figure comes out with the same bits again", async (t) => {
  const at = temporary(t);
  const { status, stderr } = await suda("run", join(folder, "figure-4-dense.json"), "--out", at("again.csv"));
  assert.equal(status, 0, stderr);
  assert.equal(readFileSync(at("again.csv"), "utf8"), read("figure-4-dense.csv"));
});

test("a table’s study gives its times again; what differs in a digit is told", async () => {
  assert.deepEqual(await check([one("figure-4-dense-ours"), one("table-2-ring")]), []);
  const tampered = read("table-2-ring.csv").replace("215.94437794512953", "215.94437794512956");
  assert.notEqual(tampered, read("table-2-ring.csv"));
  assert.deepEqual(await check([{ ...one("table-2-ring"), again: async () => tampered }]), ["table-2-ring"]);
});

test("names that are not known are refused", () => {
  assert.throws(
    () => chosenOf(items, ["figure-2-left", "figure-9"]),
    /there is no figure-9: choose from .*figure-2-left/,
  );
  assert.deepEqual(chosenOf(items, ["figure-2-left"]), [one("figure-2-left")]);
  assert.equal(chosenOf(items, []).length, items.length);
});
