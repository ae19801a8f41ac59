// Polynomials of methods: through points, pulled at one, of another degree, as far from each other as they are.
import { expect, test } from "vitest";
import {
  degreeOf,
  distance,
  eigenvaluesOfMethod,
  evaluate,
  judgementText,
  nearest,
  places,
  pulled,
  through,
  withDegree,
} from "../../www/src/laboratory/panels/polynomial.ts";

test("accelerated rounds bend eigenvalues by Chebyshev’s polynomial, plain ones by a power, lazy ones first", () => {
  const method = { kind: "suda", laziness: 0.5, rounds: 2 };
  const [most, ...others] = [0.9, 0.4, 0.25];
  expect(eigenvaluesOfMethod(method, [0.8, -0.2, -0.5])).toEqual([most! ** 2, ...others.map((x) => x ** 2)]);
  const bent = eigenvaluesOfMethod({ ...method, acceleration: "chebyshev" }, [0.8, -0.2, -0.5]);
  for (const [i, x] of [most!, ...others].entries()) expect(bent[i]).toBeCloseTo((2 * x * x - 0.81) / (2 - 0.81), 12);
  expect(eigenvaluesOfMethod({ ...method, laziness: 0, acceleration: "chebyshev" }, [0, 0])).toEqual([0, 0]);
});

test("a polynomial goes through its points; pulled, it keeps the others and what it is at 1", () => {
  const points: [number, number][] = [
    [-0.3, 0.2],
    [0.1, -1],
    [0.6, 2],
    [1, 1],
  ];
  const cubic = through(points);
  expect(cubic).toHaveLength(4);
  for (const [lambda, value] of points) expect(evaluate(cubic, lambda)).toBeCloseTo(value, 12);
  const least = -1 / 3;
  for (const [which, atOne] of [
    ["a", 1],
    ["bSquared", 0],
    ["c", 1],
  ] as const) {
    const old = which === "bSquared" ? [0.5, -0.7, 0.2] : [0.2, 0.5, 0.3];
    const next = pulled(which, old, least, 1, 0.9, true);
    expect(evaluate(next, 1)).toBeCloseTo(atOne, 12);
    const [first, second] = places(least, 2);
    expect(evaluate(next, first!)).toBeCloseTo(evaluate(old, first!), 3);
    expect(evaluate(next, second!)).toBeCloseTo(0.9, 3);
    const higher = withDegree(which, old, least, 4, true);
    expect(degreeOf(higher)).toBe(4);
    for (const lambda of [-0.3, 0.2, 0.7]) expect(evaluate(higher, lambda)).toBeCloseTo(evaluate(old, lambda), 3);
  }
  // Set free, the point at 1 moves too.
  expect(evaluate(pulled("a", [0, 1], least, 1, 0.8, false), 1)).toBeCloseTo(0.8, 3);
});

test("how fast the error shrinks or grows is told as a change where it is slight, and else as what is left", () => {
  const told = (verdict: string, radius: number, exact = true) =>
    judgementText({ verdict, radius, exact }).replaceAll("\u202f", " ");
  expect(told("stable", 0.9894)).toBe(
    "Stable: in the long run, what is left of the error shrinks by 1.1 % an iteration.",
  );
  expect(told("stable", 0.62)).toBe(
    "Stable: in the long run, what is left of the error shrinks to 62 % in each iteration.",
  );
  expect(told("unstable", 1.058, false)).toBe(
    "Unstable, by an estimate of the costs’ curvature: in the long run, the error grows by 5.8 % an iteration.",
  );
  expect(told("unstable", 3.2)).toBe("Unstable: in the long run, the error grows 3.2-fold in each iteration.");
});

test("methods are as far from each other as A, A C and B² are", () => {
  const diffusion = { title: "one", a: [0, 1], bSquared: [1, -1], c: [1] };
  const extra = { title: "other", a: [1], bSquared: [1, -1], c: [0, 1] };
  expect(distance(diffusion, extra, [-0.2, 0.5])).toBeCloseTo(1.2, 12);
  expect(nearest({ a: [0.9, 0.1], bSquared: [1, -1], c: [0, 1] }, [diffusion, extra], [-0.2, 0.5]).title).toBe("other");
});
