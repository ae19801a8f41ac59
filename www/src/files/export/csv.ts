/** Curves as CSV, one line a recorded value; reads back to the same doubles. */

/** The answer of `Experiment.curves()`. */
export interface Curves {
  iterations: ArrayLike<number>;
  series: readonly {
    method: string;
    metric: string;
    mean: ArrayLike<number>;
    low: ArrayLike<number>;
    high: ArrayLike<number>;
  }[];
}

const COLUMNS = "iteration,method,metric,mean,low,high,experiment";

/** `experiment`: what the last column names. Numbers as JavaScript prints them: the shortest decimal that reads back to the same double; "NaN", "Infinity". */
export function curvesToCsv({ iterations, series }: Curves, experiment: string): string {
  const lines = [COLUMNS];
  for (const { method, metric, mean, low, high } of series) {
    const name = `${field(method)},${field(metric)}`;
    for (let i = 0; i < mean.length; i++)
      lines.push(`${iterations[i]},${name},${text(mean[i]!)},${text(low[i]!)},${text(high[i]!)},${experiment}`);
  }
  return `${lines.join("\n")}\n`;
}

function text(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Quoted as RFC 4180 has it, where a comma, quote or line break makes it necessary. */
export function field(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
