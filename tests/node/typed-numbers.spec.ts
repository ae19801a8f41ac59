// Numbers as people type them. No browser is needed.
import { expect, test } from "vitest";
import { readTyped, readTypedList } from "../../www/src/controls/typed";

test("numbers are read as they are typed", () => {
  const real: [string, number][] = [
    ["0.5", 0.5],
    ["0,5", 0.5],
    [",5", 0.5],
    [".5", 0.5],
    ["5.", 5],
    ["−3", -3],
    ["–0,25", -0.25],
    ["1e-3", 1e-3],
    ["1E−3", 1e-3],
    ["1,5e3", 1500],
    ["2×10⁻³", 0.002],
    ["2 × 10⁻³", 0.002],
    ["2·10^-3", 0.002],
    ["2*10^3", 2000],
    ["2x10^3", 2000],
    ["2,5×10⁻¹²", 2.5e-12],
    ["10⁻⁴", 1e-4],
    ["10^4", 1e4],
    ["1 000", 1000],
    ["1\u202f000", 1000],
    ["1\u00a0000\u00a0000,5", 1000000.5],
    ["1'000", 1000],
    ["1’000", 1000],
    ["1_000", 1000],
    ["1,000,000", 1e6],
    ["1.000.000", 1e6],
    ["1,00,000", 1e5],
    ["1,000.5", 1000.5],
    ["1.000,5", 1000.5],
    ["0,005", 0.005],
    ["0.005", 0.005],
    ["1.500", 1.5],
    ["1,5000", 1.5],
    [" 7 ", 7],
    ["+7", 7],
  ];
  for (const [text, value] of real) expect(readTyped(text, false), text).toEqual({ value });
  const whole: [string, number][] = [
    ["1,000", 1000],
    ["1 000", 1000],
    ["20,000", 20000],
    ["1e3", 1000],
    ["10³", 1000],
    ["2,5", 2.5],
    ["100", 100],
    ["1,000,000", 1e6],
  ];
  for (const [text, value] of whole) expect(readTyped(text, true), text).toEqual({ value });
});

test("what may be two numbers is refused with both, and what is none with words", () => {
  expect(readTyped("1,000", false)).toEqual({ problem: "“1,000” may be 1000 or 1: write one of these." });
  expect(readTyped("12,345", false)).toEqual({ problem: "“12,345” may be 12345 or 12.345: write one of these." });
  expect(readTyped("1.000", true)).toEqual({ problem: "“1.000” may be 1000 or 1: write one of these." });
  for (const text of [
    "",
    "abc",
    "1 0",
    "1 00",
    "0x10",
    "1,2,3",
    "1.2.3",
    "1,00.5",
    "1..2",
    "--1",
    "5 %",
    "1e",
    "e5",
    "×10⁻³",
    "Infinity",
    "NaN",
    "1 000 00",
    "2^3",
  ])
    expect(readTyped(text, false), text).toHaveProperty("problem");
  expect(readTyped("1e999", false)).toEqual({ problem: "“1e999” is too large." });
});

test("lists have commas, semicolons or blanks between their numbers", () => {
  const lists: [string, number[]][] = [
    ["0.5, 0.5", [0.5, 0.5]],
    ["[0.5,0.5]", [0.5, 0.5]],
    ["0,1", [0, 1]],
    ["1, −1", [1, -1]],
    ["0,5; 0,5", [0.5, 0.5]],
    ["0.5 0.5", [0.5, 0.5]],
    ["2×10⁻³; 1", [0.002, 1]],
  ];
  for (const [text, values] of lists) expect(readTypedList(text), text).toEqual({ values });
  for (const text of ["0,5, 0,5", "0.5,, 0.5", "a, b", "0.5,"])
    expect(readTypedList(text), text).toHaveProperty("problem");
});
