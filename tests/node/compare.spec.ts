// When two documents are the same experiment: which changes each question passes over.
import {
  sameButNetwork,
  sameCurves,
  sameFamily,
  sameNetworkOrNoise,
  sameProblem,
  subjectOf,
  type ExperimentDocument,
} from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";
import { expect, test } from "vitest";

const ring = (agents: number) => ({ ...small.network, topology: { kind: "ring", agents } });
const base = { ...small, network: ring(8), methods: [{ kind: "psgd" }, { kind: "dsgd" }] } as ExperimentDocument;
const first = base.methods[0]!;

const CHANGES = {
  nothing: {},
  agents: { network: ring(9) },
  family: { network: { ...base.network, topology: { kind: "complete", agents: 8 } } },
  costs: { problem: { ...base.problem, dimension: 4 } },
  seed: { seed: "8" },
  start: { start: { kind: "zeros" } },
  noise: { gradient: { noise: "none" } },
  length: { iterations: base.iterations + 1 },
  trials: { trials: (base.trials ?? 1) + 1 },
  method: { methods: [{ kind: "extra" }, base.methods[1]] },
  label: { methods: [{ ...first, label: "C" }, base.methods[1]] },
  step: { stepSize: { ...base.stepSize, value: 0.001 } },
  ownStep: { methods: [{ ...first, stepSize: { ...base.stepSize, value: 0.001 } }, base.methods[1]] },
  schedule: { stepSize: { kind: "halving", value: 0.1, every: 10 } },
  metrics: { metrics: ["loss"] },
  record: { record: { points: 7 } },
  name: { name: "another" },
};

const questions: Record<string, [(a: ExperimentDocument, b: ExperimentDocument) => boolean, (keyof typeof CHANGES)[]]> =
  {
    sameProblem: [sameProblem, ["costs", "seed", "start"]],
    sameButNetwork: [
      sameButNetwork,
      ["costs", "seed", "start", "noise", "length", "trials", "method", "label", "step", "ownStep", "schedule"],
    ],
    sameFamily: [sameFamily, ["family"]],
    sameCurves: [sameCurves, ["method", "metrics"]],
    sameSubject: [
      (a, b) => subjectOf(a) === subjectOf(b),
      ["agents", "family", "costs", "seed", "start", "noise", "length", "trials", "method", "schedule"],
    ],
    sameNetworkOrNoise: [sameNetworkOrNoise, []],
  };

for (const [name, [question, told]] of Object.entries(questions))
  test(`${name} tells apart what it must, whatever the order of fields`, () => {
    for (const [change, fields] of Object.entries(CHANGES)) {
      const other = { ...base, ...fields } as ExperimentDocument;
      const turned = Object.fromEntries(Object.entries(other).reverse()) as unknown as ExperimentDocument;
      const expected = !(told as string[]).includes(change);
      expect([change, question(base, other)]).toEqual([change, expected]);
      if (name !== "sameSubject") expect([change, question(turned, base)]).toEqual([change, expected]);
    }
  });

test("two changes that both move the curves are one too many", () => {
  const both = { ...base, ...CHANGES.agents, ...CHANGES.noise } as ExperimentDocument;
  expect(sameNetworkOrNoise(base, both)).toBe(false);
});
