// npm run digits -- optdigits.tes: makes data/digits.txt from the table of the UCI Machine Learning Repository, in which
// each line has 64 grey values from 0 to 16 and the digit, separated by commas
// (https://archive.ics.uci.edu/dataset/80, in its archive).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, say, script } from "./lib/run.mjs";

const head = `# Handwritten digits: 1,797 images of 8 x 8 grey values, from 0 (white) to 16 (black). Each line has the digit, a blank, and
# the 64 values row by row, in base 17: 0 ... 9, a ... g.
# Source: E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository, 1998,
# https://doi.org/10.24432/C50P49 (its file optdigits.tes, made by scripts/digits.mjs).
# Licence: Creative Commons Attribution 4.0 International (CC BY 4.0), https://creativecommons.org/licenses/by/4.0/
`;

/** The line of an image. */
function lineOf(row, place) {
  const numbers = row.split(",").map(Number);
  const digit = numbers.pop();
  const isOne = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
  if (numbers.length !== 64 || !isOne(digit, 9) || !numbers.every((value) => isOne(value, 16)))
    throw new Error(`line ${place + 1} of the table is not 64 values from 0 to 16 and a digit`);
  return `${digit} ${numbers.map((value) => value.toString(17)).join("")}\n`;
}

await script(() => {
  const [table] = process.argv.slice(2);
  if (!table) throw new Error("name the table: npm run digits -- optdigits.tes");
  const rows = readFileSync(table, "utf8").trim().split(/\r?\n/);
  writeFileSync(join(root, "data/digits.txt"), head + rows.map(lineOf).join(""));
  say(`data/digits.txt has ${rows.length} images`);
});
