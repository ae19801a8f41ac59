#!/usr/bin/env node
import { BadInput } from "../runner/bad-input.mjs";

const usage = `Runs experiment documents without a browser.

  suda run experiment.json [--out curves.csv] [--iterates iterates.json] [--threads n]
      Computes the curves of all trials, spread over worker threads: CSV with the
      columns iteration,method,metric,mean,low,high, where low and high are the
      ends of the 95 % confidence interval of the mean over the trials.
      --out        the file to write; standard output if left out
      --iterates   also writes { "iterates": [method][agent][coordinate] } of trial 0
                   after the last iteration; null stands for a number that is not finite
      --threads    how many trials are computed at once; all processors by default

  suda run experiment.json --trials a..b [--out shard.jsonl] …
      Computes the trials a to b - 1 only, and writes what each of them recorded.

  suda merge shard.jsonl … [--out curves.csv]
      Joins shards that hold every trial of one experiment into its curves: the same
      file that one run makes.

Warnings go to standard error, a line each, and so does every method that diverged.

The exit status is 0, 2 for a bad document or command line, 1 for any other failure.
`;

/** Reading ends early when whoever reads the output has enough, as `head` does. */
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === "run") await (await import("../runner/run.mjs")).run(rest);
  else if (command === "merge") await (await import("../runner/merge.mjs")).merge(rest);
  else if (command === "--help" || command === "help") process.stdout.write(usage);
  else throw new BadInput(`${command ? `there is no command ${command}` : "no command was given"}: see suda --help`);
} catch (error) {
  process.stderr.write(`suda: ${error.message.replaceAll(/\s*\n\s*/g, " ")}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 1;
}
