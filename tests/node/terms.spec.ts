// Terms that are explained where they stand in running text.
import { expect, test } from "vitest";
import { FOUND, keyOf, meaningOf, TERMS } from "../../www/src/state/terms.ts";

const found = (text: string) => text.split(FOUND).filter((_, i) => i % 2 === 1);

test("a term keeps its genitive, which would else begin the next line", () => {
  expect(found("and DSGD’s floor climbs; Exact-Diffusion’s does not")).toEqual([
    "DSGD’s",
    "floor",
    "Exact-Diffusion’s",
  ]);
  expect(["DSGD’s", "Exact-Diffusion’s", "λ"].map(keyOf)).toEqual(["DSGD", "Exact-Diffusion", "mixing rate"]);
});

test("no term is found within a word, and the longest is taken", () => {
  expect(found("floors, PDSGD, EXTRAs, DSGDs")).toEqual([]);
  expect(found("λₘᵢₙ of W, and 1 − λ")).toEqual(["λₘᵢₙ", "1 − λ"]);
});

test("what is explained has a meaning", () => {
  for (const name of found("DSGD, Exact-Diffusion, EXTRA, gradient tracking, SUDA, floor, Alone, (I+W)/2, ‖∇f(x̄)‖²"))
    expect(TERMS[keyOf(name)], name).toMatch(/\w/);
  expect(meaningOf("DSGD beside DSGD’s")).toBe(TERMS["DSGD"]);
});
