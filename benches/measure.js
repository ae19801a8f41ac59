// Runs in a browser's worker, in the page, and in Node: the same loop for all of them.

/** Iterations per second of an experiment: the best of three short runs, since other work only ever slows them. */
export function rate(experiment, milliseconds = 700) {
  experiment.advance(2);
  let best = 0;
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    const first = experiment.iteration;
    while (performance.now() - start < milliseconds) experiment.advance(1);
    best = Math.max(best, (1000 * (experiment.iteration - first)) / (performance.now() - start));
  }
  return best;
}
