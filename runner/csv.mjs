// Curves as CSV.

/**
 * A field of CSV. Text that a spreadsheet would run as a formula gets an apostrophe before it, and so does text that already
 * looks escaped: removing one apostrophe before `=`, `+`, `-`, `@`, a tab or a return restores the text.
 */
export function field(text) {
  const harmless = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The fields of a line, as `field` wrote them, which have no line breaks. */
export const fieldsOf = (line) =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain).replace(/^'('*[=+\-@\t\r])/, "$1"),
  );

/** What the last column names: the program's version, and the beginning of the experiment's fingerprint. */
export const experimentName = (version, fingerprint) => `suda-${version}-${fingerprint.slice(0, 16)}`;

/**
 * The curves as CSV, piece by piece; `experiment` is its name. `points` gives `{ iteration, values }`, values as [metric][method][trial];
 * `summarize` gives mean, low and high of each `trials` values.
 */
export async function* curvesCsv({ methods, metrics, trials, experiment }, points, summarize) {
  const names = methods.map(field);
  yield "iteration,method,metric,mean,low,high,experiment\n";
  for await (const { iteration, values } of points) {
    const summary = summarize(values, trials);
    let rows = "";
    names.forEach((name, m) => {
      metrics.forEach((metric, k) => {
        const at = 3 * (k * names.length + m);
        rows += `${iteration},${name},${metric},${summary[at]},${summary[at + 1]},${summary[at + 2]},${experiment}\n`;
      });
    });
    yield rows;
  }
}

/**
 * What each method has sent over the network in one trial, and the simulated seconds until its last agent is done, the mean
 * over trials, as CSV, piece by piece. `points` gives `{ iteration, sent, seconds }`, sent as [method][rounds, vectors,
 * bits], seconds as [method][trial], or empty without a clock.
 */
export async function* communicationCsv({ methods, trials, experiment }, points, summarize) {
  const names = methods.map(field);
  yield "iteration,method,rounds,vectors,bits,seconds,experiment\n";
  for await (const { iteration, sent, seconds } of points) {
    const summary = summarize(seconds, trials);
    yield names
      .map(
        (name, m) =>
          `${iteration},${name},${sent.slice(3 * m, 3 * m + 3).join()},${summary[3 * m] ?? ""},${experiment}\n`,
      )
      .join("");
  }
}
