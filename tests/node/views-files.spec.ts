// What is written and read as files; no browser is needed.
import { expect, test } from "vitest";
import { curvesToCsv } from "../../www/src/files/document";
import { fileName } from "../../www/src/controls/save";
import { escapeText } from "../../www/src/views/svg";

/** A reader of RFC 4180, to read back what was written. */
function parseCsv(text: string): string[][] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
      ),
    );
}

test("CSV reads back to the same doubles and the same names", () => {
  const numbers = [
    0,
    -0,
    5e-324,
    Number.MAX_VALUE,
    0.1 + 0.2,
    1 / 3,
    2 ** 53 + 2,
    -1e-300,
    1e21,
    Infinity,
    -Infinity,
    NaN,
  ];
  let bits = 123456789n;
  while (numbers.length < 2000) {
    bits = (bits * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    const value = new Float64Array(new BigUint64Array([bits]).buffer)[0]!;
    if (!Number.isNaN(value)) numbers.push(value);
  }
  const mean = Float64Array.from(numbers);
  const [low, high] = [mean.toReversed(), mean.map((value) => value / 3)];
  const name = 'a "quoted", named method';
  const iterations = Uint32Array.from(numbers, (_, i) => 20 * i);
  const rows = parseCsv(
    curvesToCsv({ iterations, series: [{ method: name, metric: "gradientNorm", mean, low, high }] }, "an experiment"),
  );
  expect(rows[0]).toEqual(["iteration", "method", "metric", "mean", "low", "high", "experiment"]);
  const same = rows
    .slice(1)
    .every(
      ([k, method, metric, ...values], i) =>
        Number(k) === iterations[i] &&
        method === name &&
        metric === "gradientNorm" &&
        [mean, low, high].every((list, column) => Object.is(Number(values[column]), list[i])),
    );
  expect(same).toBe(true);
  expect(rows).toHaveLength(1 + numbers.length);
});

test("text in SVG cannot become markup", () => {
  const hostile = `<script>alert("1")</script> & 'x' \u0000\ud800 ]]> é ∇ 😀`;
  const escaped = escapeText(hostile);
  expect(escaped).not.toMatch(/[<>"'\p{Cc}]|&(?!#\d+;)|\p{Surrogate}/u);
  expect(escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))).toBe(
    hostile.replace("\u0000\ud800", ""),
  );
});

test("file names are plain, whatever the title", () => {
  expect(fileName("Ring of 32, heterogeneous", "csv")).toBe("ring-of-32-heterogeneous.csv");
  expect(fileName("../../é <b>", "svg")).toBe("e-b.svg");
  expect(fileName("∇∇", "png")).toBe("suda.png");
});
