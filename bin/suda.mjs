#!/usr/bin/env node
import { BadInput, tell, Unread } from "../runner/trouble.mjs";

const usage = `Runs experiment documents without a browser.

  suda run experiment.json [--out curves.csv] [--communication communication.csv]
           [--iterates iterates.json] [--threads n]
      Computes the curves of all trials, spread over worker threads: CSV with the
      columns iteration,method,metric,mean,low,high,experiment, where low and high are the
      ends of the 95 % confidence interval of the mean over the trials, and experiment names
      the program's version and the document's fingerprint.
      --out        the file to write; standard output if left out or -
      --communication   also writes what each method has sent in one trial so far, and the
                   simulated seconds of a document with a clock, the mean over trials: CSV
                   with the columns iteration,method,rounds,vectors,bits,seconds,experiment
      --iterates   also writes { "iterates": [method][agent][coordinate], version, fingerprint }
                   of trial 0 after the last iteration; null stands for a number that is not finite
      --threads    how many trials are computed at once; all processors by default

  suda run experiment.json --trials a..b [--out shard.jsonl] …
      Computes the trials a to b - 1 only, and writes what each of them recorded.

  suda merge shard.jsonl … [--out curves.csv] [--communication communication.csv]
      Joins shards that hold every trial of one experiment into its curves: the same
      files that one run makes.

  suda sweep study.json [--out floors.csv] [--threads n] [--resume]
      Runs a document again and again with some of its fields varied, and writes how the
      errors at the end depend on them: CSV with the columns
      point,x,agents,gap,method,metric,error,low,high,settled,diverged,bound,study
      A study with "transient" measures transient times, with the columns
      point,x,agents,gap,method,kind,iterations,order,study
      One with "bestStep" finds each method's best step size, with the columns
      point,x,agents,gap,method,metric,step,stepFrom,stepTo,error,low,high,settled,atEnd,study
      Slopes on log-log axes go to standard error.
      Each point is written as soon as it is finished, to a file of the same name with .partial,
      until all are there.
      --resume     goes on with that file after an interruption

  suda sweep study.json --points a..b [--out part.csv] [--resume] …
      The points a to b - 1 only.

  suda sweep study.json --merge part.csv … [--out floors.csv]
      Joins parts that hold every point once: the same file that one sweep makes.

  suda --version
  suda --help

A document may be -, for standard input. --out, --communication and --iterates are checked before the
run: they may be files,
which appear whole or not at all, links to files, devices or pipes.

In the CSV a name that a spreadsheet would take for a formula has an apostrophe before it.

Warnings go to standard error, a line each, and so does every method that diverged.

The exit status is 0, 2 for a bad document or command line, 1 for any other failure.
`;

// Errors are reported where the output is written.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

async function version() {
  const { loadModule } = await import("../runner/module.mjs");
  return (await loadModule()).version();
}

const [command, ...rest] = process.argv.slice(2);
const asksFor = (...words) =>
  words.includes(command) || (["run", "merge", "sweep"].includes(command) && words.includes(rest[0]));
try {
  if (asksFor("--help", "-h", "help")) process.stdout.write(usage);
  else if (asksFor("--version", "-V")) process.stdout.write(`${await version()}\n`);
  else if (command === "run") await (await import("../runner/run.mjs")).run(rest);
  else if (command === "merge") await (await import("../runner/merge.mjs")).merge(rest);
  else if (command === "sweep") await (await import("../runner/sweep.mjs")).sweep(rest);
  else throw new BadInput(`${command ? `there is no command ${command}` : "no command was given"}: see suda --help`);
} catch (error) {
  tell(error.message);
  // Whoever has enough, as `head` does, is no failure.
  process.exitCode = error instanceof BadInput ? 2 : error instanceof Unread ? 0 : 1;
}
