// What is written and read as files; no browser is needed.
import { expect, test } from "@playwright/test";
import { curvesToCsv } from "../../www/src/files/export/csv";
import { NotJson, parseJson, placeOf } from "../../www/src/files/export/json";
import { fileName } from "../../www/src/files/export/save";
import { escapeText } from "../../www/src/files/export/svg";

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
    curvesToCsv({ iterations, series: [{ method: name, metric: "gradientNorm", mean, low, high }] }),
  );
  expect(rows[0]).toEqual(["iteration", "method", "metric", "mean", "low", "high"]);
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

test("text that is no JSON is refused with the place, and JSON is read as JSON.parse reads it", () => {
  const cases: [string, number, RegExp][] = [
    ["", 0, /^this is not JSON: line 1, column 1: a value expected, but the text ends$/],
    ['{\n  "a": NaN\n}', 9, /line 2, column 8: a value or a name in double quotes expected, found NaN$/],
    ['{"a": 1 "b": 2}', 8, /column 9: “,” or the closing bracket expected, found "b"$/],
    ['{"a": 1,}', 8, /a name in double quotes expected, found }$/],
    ["[1, 2", 5, /“,” or “]” expected, but the text ends$/],
    ["[1}", 2, /found }$/],
    ["[1,]", 3, /a value expected, found ]$/],
    ['{"a" 1}', 5, /“:” expected, found 1$/],
    ["{a: 1}", 1, /a value or a name in double quotes expected, found a$/],
    ["{} {}", 3, /nothing more expected, found {$/],
    ['["a\nb"]', 1, /no closing quote on its line/],
    ['["a\\x"]', 1, /backslash that begins no escape/],
    ['["a]', 1, /no closing quote on its line/],
    ["[01]", 2, /found 1$/],
    ["[1e999]", 1, /the number 1e999 is too large/],
    ["[".repeat(200_000), 0, /nested too deeply/],
    ["// c\n1", 0, /JSON has no comments/],
    [`[1${"0".repeat(309)}]`, 1, /too large/],
  ];
  for (const [text, at, message] of cases) {
    const refusal = (() => {
      try {
        return parseJson(text);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal, text.slice(0, 40)).toBeInstanceOf(NotJson);
    expect((refusal as NotJson).message).toMatch(message);
    expect((refusal as NotJson).at, text.slice(0, 40)).toBe(at);
  }
  for (const text of [
    '{"a": [1, -2.5e-3, "\\u00e9\\n\\"", true, null, {}, []], "__proto__": 1}',
    " 1 ",
    '"x"',
    "[[[]]]",
    '\ufeff{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}], "c": "{\\"a\\": 1, \\"a\\": 2}"}',
  ])
    expect(parseJson(text)).toEqual(JSON.parse(text.replace("\ufeff", "")));
  // JSON.parse would keep the last in silence.
  expect(() => parseJson('{"a": 1, "b": {"c": 2, "\\u0063": 3}}')).toThrow("b.c: appears twice");
});

test("every character that JSON.parse refuses is refused, and no other", () => {
  const text = '{"a": [1, -2.5e-3, "x\\u00e9"], "b": {"c": true, "d": null}}';
  for (let at = 0; at <= text.length; at++) {
    for (const change of [
      text.slice(0, at),
      ...[...'{}[],:"0-.e\\tn \u00a0'].map((put) => text.slice(0, at) + put + text.slice(at + 1)),
    ]) {
      const accepts = (read: (text: string) => unknown) => {
        try {
          read(change);
          return true;
        } catch {
          return false;
        }
      };
      expect(accepts(parseJson), change).toBe(accepts(JSON.parse));
    }
  }
});

test("a path leads to its place in the text", () => {
  const text = '{"methods": [{"laziness": 1}, {"kind": "x", "laziness": 2, "a": [3, 44]}], "laziness": 5}';
  const found = (path: string) => text.slice(placeOf(text, path)).slice(0, 14);
  expect(found("methods[1].laziness")).toBe('"laziness": 2,');
  expect(found("methods[0].laziness")).toBe('"laziness": 1}');
  expect(found("laziness")).toBe('"laziness": 5}');
  expect(found("methods[1].a[1]")).toBe('44]}], "lazine');
  // What is missing would stand in the part that is there.
  expect(found("methods[1].variant")).toBe('{"kind": "x", ');
  expect(found("version")).toBe('{"methods": [{');
});

test("file names are plain, whatever the title", () => {
  expect(fileName("Ring of 32, heterogeneous", "csv")).toBe("ring-of-32-heterogeneous.csv");
  expect(fileName("../../é <b>", "svg")).toBe("e-b.svg");
  expect(fileName("∇∇", "png")).toBe("suda.png");
});
