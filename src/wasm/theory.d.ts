/** γ = ‖Γ‖, v₁ = ‖V‖, v₂ = ‖V⁻¹‖, λ_a = ‖Λ_a‖ and λ_b = 1/‖Λ_b⁻¹‖ of G = V Γ V⁻¹. */
export interface NetworkConstants {
  gamma: number;
  v1: number;
  v2: number;
  lambdaA: number;
  lambdaB: number;
}

/** Something wrong with a method on its network: an error ends in divergence or a wrong answer. */
export interface Finding {
  severity: "error" | "warning";
  name: "rowSums" | "nullSpace" | "unstable" | "negativeEntries" | "notPositive" | "stepSize";
  message: string;
}

export type ErrorPart = "initial" | "noise" | "network" | "networkHigherOrder" | "heterogeneity";
/** A term of a rate: an order, shown with the constant one. */
export interface RateTerm {
  part: ErrorPart;
  value: number;
}

/** What the theory says of a method; null is what a method, network or problem does not have. */
export interface Theory {
  /** Of G on this W, as computed: null for psgd and dsgd, and for large networks. */
  spectralRadius: number | null;
  gamma: number | null;
  v1: number | null;
  v2: number | null;
  lambdaA: number | null;
  /** Infinite for one agent. */
  lambdaB: number | null;
  /** The paper's closed-form bounds, where the method has them and W is positive semi-definite. */
  paper: NetworkConstants | null;
  /** The eigenvalues of G, two for each eigenvalue λ of the method's W but the first. */
  eigenvalues: { lambda: number; re: number; im: number }[];
  /** L on the ball about 0 with that radius, which holds start, minimiser and current iterates. */
  smoothness: number;
  radius: number;
  /** μ of the PL inequality. */
  plConstant: number | null;
  /** f(x⁰) - f*. */
  initialGap: number;
  /** σ² = d σ_n². */
  noiseVariance: number | null;
  zeta0Squared: number | null;
  varsigma0Squared: number;
  stepSizeLimits: { theorem1: [number, number, number]; theorem2: [number, number, number, number] | null } | null;
  /** Theorem 1's suggestion for this K. */
  suggestedStepSize: number | null;
  /** Theorem 1's five terms at this step size and K. `initial` and `heterogeneity` fall as 1/K. */
  bound: Record<ErrorPart, number> | null;
  /** Whether the step size is within Theorem 1's limits, so that `bound` is one. */
  boundHolds: boolean;
  /** Theorem 2: contraction^k r0 + O(noise + network + networkHigherOrder). */
  plBound: { contraction: number; r0: number; noise: number; network: number; networkHigherOrder: number } | null;
  /** Corollaries 1 and 2 (with 3 and 4 in `pl`), with their own step sizes. */
  corollaries: {
    stepSize: number;
    iterations: [number, number, number];
    rate: RateTerm[];
    pl: { stepSize: number; stepSizeLimits: number[]; rate: RateTerm[] } | null;
  } | null;
  findings: Finding[];
}

/** A row of Table 1 or 2; all values are orders, shown with the constant one. */
export interface TableRow {
  method: string;
  work: string;
  assumption: string;
  /** Empty in Table 2. */
  rate: RateTerm[];
  /** The transient time is the largest n^agents / (1 - λ)^gap. */
  orders: { agents: number; gap: number }[];
  transientTime: number;
}
export interface Tables {
  nonconvex: TableRow[];
  pl: TableRow[];
}

/** The expectation of each metric at the experiment's recorded iterations. */
export type ExpectedCurves = { iterations: Uint32Array } & Record<MetricName, Float64Array>;
/** (1/K) Σ_{k<K} ‖∇f(x̄^k)‖² + ‖(1/n) Σ ∇f_i(x_i^k)‖² at each recorded K ≥ 1, the mean over trials. */
export interface RunningAverage {
  iterations: Uint32Array;
  mean: Float64Array;
}

export interface TransientTime {
  kind: "at" | "atMost" | "moreThan";
  iterations: number;
}
/** Of a straight line on log-log axes; `halfWidth` is that of the slope's 95 % interval. */
export interface Slope {
  slope: number;
  intercept: number;
  halfWidth: number;
}
