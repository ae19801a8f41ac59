/** An agent's own minimum, pulled elsewhere: the data of least squares in two unknowns that have it there. */

import type { ExperimentDocument } from "../state/document";
import type { TargetSamples } from "../simulation/core";

/** The least-squares data that a document lists: [agent][sample][coordinate], and [agent][sample]. */
export interface ListedData {
  readonly kind: "explicit";
  readonly features: readonly (readonly (readonly number[])[])[];
  readonly targets: readonly (readonly number[])[];
}

/** Digits of the listed data: enough for the eye, and for short links. */
const DIGITS = 5;

/** The data that the document lists; null where it lists none of least squares in two unknowns. */
export function listedIn({ problem }: ExperimentDocument): ListedData | null {
  const { kind, data } = problem as { kind: string; data?: ListedData };
  const isFlat = data?.kind === "explicit" && data.features?.every((samples) => samples.every((h) => h.length === 2));
  return kind === "leastSquares" && isFlat && data.targets !== undefined ? data : null;
}

/** Lists generated data, one agent after the other. */
export function listed(agents: readonly TargetSamples[]): ListedData {
  const round = (value: number): number => Number(value.toPrecision(DIGITS));
  return {
    kind: "explicit",
    features: agents.map(({ features, targets }) =>
      Array.from(targets, (_, s) => [round(features[2 * s]!), round(features[2 * s + 1]!)]),
    ),
    targets: agents.map(({ targets }) => Array.from(targets, round)),
  };
}

/** Where an agent's cost is least: x with Σ h (h'x − t) = 0. NaN where its samples leave a direction open. */
export function minimumOf({ features, targets }: ListedData, agent: number): [number, number] {
  let [a, b, c, u, v] = [0, 0, 0, 0, 0];
  features[agent]!.forEach(([p = 0, q = 0], s) => {
    const t = targets[agent]![s]!;
    [a, b, c, u, v] = [a + p * p, b + p * q, c + q * q, u + p * t, v + q * t];
  });
  const determinant = a * c - b * b;
  return determinant > 0 ? [(c * u - b * v) / determinant, (a * v - b * u) / determinant] : [NaN, NaN];
}

/** The problem in which the agent's cost is least at `place`, of the same shape as before, and the other costs as they are. */
export function pulled(data: ListedData, agent: number, place: readonly [number, number]) {
  const [x, y] = minimumOf(data, agent);
  const [dx, dy] = [place[0] - x, place[1] - y];
  const targets = data.targets.map((own, i) =>
    i !== agent
      ? own
      : own.map((t, s) => {
          const [p = 0, q = 0] = data.features[i]![s]!;
          return Number((t + p * dx + q * dy).toPrecision(DIGITS));
        }),
  );
  return { kind: "leastSquares", data: { ...data, targets } } as unknown as ExperimentDocument["problem"];
}
