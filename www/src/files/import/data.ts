/** A table of data or LIBSVM: what a problem makes of it, what is proposed, and what would go wrong without. */

import { formatCount, plural } from "../../views/format";
import { describeData, type DocumentError, type ImportReport } from "../../simulation/core";
import type { ExperimentDocument, Tagged } from "../../state/document";
import { composed } from "./compose";
import { firstOf, SHOWN, type DataContent, type DataFormat, type Excerpt } from "./formats";
import { linesOf } from "./rows";
import { columnName, isOfClasses, tableOf, type Table, type TableWishes } from "./table";

const CLASSIFIERS = ["logistic", "neuralNetwork"];
const MOST_CLASSES = 64;
/** Of so many labelled rows, or where metrics need it, a share is proposed to be held out. */
const [ENOUGH, SHARE] = [200, 0.2];

interface DataChoices {
  problem: string;
  standardize: boolean;
  /** Whether a feature 1 is appended. */
  constant: boolean;
  /** The share of rows that are held out; 0 for none. */
  test: number;
  split: Tagged;
  /** Whether LIBSVM indices are raised by one. */
  fromZero: boolean;
}

export type DataWishes = TableWishes & Partial<DataChoices>;

export interface Setting {
  document: ExperimentDocument;
  agents: number;
}

/** What is told of data, as far as they could be read. */
export interface Told {
  facts: readonly string[];
  notes: string[];
  rows: Excerpt;
  table: Table | null;
  data: (DataChoices & { features: number }) | null;
}

/** Settles what the reader has not, by what the core says of the data, and tells it in the preview. Throws its refusal. */
export function readData(
  text: string,
  format: DataFormat,
  wishes: DataWishes,
  { document, agents }: Setting,
  preview: Told,
): DataContent {
  const table = format === "csv" ? tableOf(text, wishes) : null;
  const { notes } = preview;
  preview.table = table;
  preview.rows = table
    ? { head: table.columns.map(({ name }) => name), cells: table.cells, more: 0 }
    : { head: ["label", "index:value"], cells: firstLines(text), more: 0 };
  notes.push(...leftOut(table), ...(table?.notes ?? []));
  const settled = {
    problem: wishes.problem ?? usualProblem(document, table, notes),
    standardize: wishes.standardize ?? false,
    constant: false,
    test: wishes.test ?? 0,
    split: wishes.split ?? { kind: "even" },
    fromZero: wishes.fromZero ?? false,
    features: 0,
  };
  preview.data = settled;
  if (table && !table.choices.roles.includes("feature"))
    throw new Error(
      table.columns.length < 2
        ? "A table has 2 columns or more; this has one: is it cut by another sign?"
        : "No column of numbers is left: the columns hold words; features are numbers here.",
    );
  let classes: number | undefined;
  const content = (): DataContent => {
    const { problem } = settled;
    // A network has constant terms of its own.
    settled.constant = problem !== "neuralNetwork" && (wishes.constant ?? (table !== null && !hasConstant(table)));
    const data = dataOf(text, format, table, settled);
    return { kind: "data", problem, data, ...(classes === undefined ? {} : { classes }) };
  };
  const whole = () => composed(content(), document) as ExperimentDocument;
  const describe = () => describeData(whole().problem, agents, document.seed);
  let report: ImportReport;
  try {
    report = describe();
  } catch (error) {
    const other = relabelled(error as DocumentError, table, settled.problem, wishes.problem === undefined);
    if (!other) throw error;
    [settled.problem, classes] = [other.problem, other.classes];
    notes.push(other.note);
    report = describe();
  }
  const isTested = whole().metrics?.some((metric) => /test/i.test(metric)) ?? false;
  propose(settled, wishes, report, isTested, notes);
  if (settled.standardize || settled.test > 0) report = describe();
  settled.features = report.features - Number(settled.constant);
  preview.facts = factsOf(report, settled);
  notes.push(...unusedOf(report));
  return content();
}

function usualProblem({ problem }: ExperimentDocument, table: Table | null, notes: string[]): string {
  const kind = String((problem as Tagged)["kind"]);
  if (CLASSIFIERS.includes(kind)) return kind;
  const predicted = table && predictedOf(table);
  const isOfWords = predicted?.numeric === false;
  if (isOfWords && predicted.values.size === 2)
    notes.push("The predicted column holds words: they are taken for labels of logistic regression.");
  const areClasses = table && predicted && predicted.values.size > 2 && isOfClasses(predicted, table.sample);
  return kind === "leastSquares" && !isOfWords && !areClasses ? kind : "logistic";
}

const predictedOf = ({ columns, choices }: Table) => columns[choices.roles.indexOf("predicted")];

const hasConstant = ({ columns, choices }: Table): boolean =>
  columns.some(({ values, numeric }, j) => numeric && values.size === 1 && choices.roles[j] === "feature");

/** Other than two labels are classes of a network, or targets, unless the reader has said what they are. */
function relabelled({ refusal }: DocumentError, table: Table | null, problem: string, isFree: boolean) {
  if (refusal?.name !== "labels" || refusal.count < 3) return null;
  const { count: classes, numeric } = refusal;
  const areClasses = isFree && (!numeric || (table !== null && isOfClasses(predictedOf(table)!, table.sample)));
  if (classes <= MOST_CLASSES && (problem === "neuralNetwork" || areClasses))
    return {
      problem: "neuralNetwork",
      classes,
      note: `The predicted column has ${classes} labels: a neural network has an output for each. As targets they would be amounts, with an order and distances.`,
    };
  if (!isFree || !numeric) return null;
  const note = "The predicted column has more than two values: it is taken for targets of least squares.";
  return { problem: "leastSquares", note };
}

/** Standardising and holding out, unless the reader has said so or not; and why. `isTested`: whether metrics need rows held out. */
function propose(
  settled: DataChoices,
  wishes: DataWishes,
  { sizes, labels, rows }: ImportReport,
  isTested: boolean,
  notes: string[],
) {
  if (wishes.standardize === undefined && sizes) {
    const [least, most] = sizes.map((size) => Number(size.toPrecision(4)));
    notes.push(
      `The features’ sizes and spreads range from ${least} to ${most}; so they are standardised: as they are, no step suits all of them.`,
    );
    settled.standardize = true;
  } else if (wishes.standardize === undefined && settled.problem === "neuralNetwork") {
    notes.push("Features are standardised: a network learns slowly from others.");
    settled.standardize = true;
  }
  if (wishes.test === undefined && (isTested || (labels && rows >= ENOUGH))) settled.test = SHARE;
  const lost = "the prediction is 0 where all features are 0, whatever is learnt.";
  if (settled.constant) notes.push(`A constant term is added: without it ${lost}`);
  else if (settled.problem !== "neuralNetwork") notes.push(`Without a constant term ${lost}`);
  if (settled.test > 0)
    notes.push("Rows are held out: on those from which it learns, a model looks better than it is.");
}

function dataOf(
  text: string,
  format: DataFormat,
  table: Table | null,
  { standardize, constant, test, split, fromZero }: DataChoices,
): DataContent["data"] {
  const more = {
    ...(standardize ? { standardize } : {}),
    ...(constant ? { constant } : {}),
    ...(test > 0 ? { test } : {}),
    ...(split["kind"] === "even" ? {} : { split }),
  };
  if (!table) {
    const raised = (_: string, blank: string, index: string) => `${blank}${Number(index) + 1}`;
    return { kind: format, text: fromZero ? text.replace(/(\s)(\d+)(?=:)/g, raised) : text, ...more };
  }
  const { delimiter, decimal, header, roles } = table.choices;
  const called = (j: number) => columnName(table, j);
  const of = (role: string) => roles.flatMap((other, j) => (other === role ? [called(j)] : []));
  const isAll = roles.every((role, j) => role !== "out" || split["column"] === called(j));
  return {
    kind: format,
    ...(delimiter === "," ? {} : { delimiter }),
    ...(decimal === "." ? {} : { decimal }),
    header,
    labelColumn: of("predicted")[0] ?? roles.length - 1,
    ...(isAll ? {} : { columns: of("feature") }),
    ...more,
    text: table.text,
  };
}

function leftOut(table: Table | null): string[] {
  const out = (table?.columns ?? []).flatMap(({ name, why }, j) =>
    table!.choices.roles[j] === "out" ? [`${name || `column ${j} (without a name)`}${why && `, since ${why}`}`] : [],
  );
  if (out.length === 0) return [];
  return [`Left out: ${out.slice(0, 6).join("; ")}${out.length > 6 ? `; and ${out.length - 6} more columns` : ""}.`];
}

function factsOf(report: ImportReport, { problem, constant }: DataChoices): string[] {
  const { rows, heldOut, labels, shares } = report;
  const [least, most] = shares;
  const features = plural(report.features - Number(constant), "feature");
  const facts = [`${plural(rows, "row")} of ${features}${constant ? " and a constant" : ""}`];
  const signed = (value: number) => (labels![0]!.value < 0 ? (value < 0 ? "−1" : "+1") : String(value));
  const meanings = labels?.map(
    ({ label, value, rows }, i) => `${label}${i === 0 ? " stands" : ""} for ${signed(value)} (${plural(rows, "row")})`,
  );
  if (meanings) facts.push(meanings.join(", "));
  else if (problem === "leastSquares") facts.push("the predicted numbers are targets");
  if (heldOut > 0) facts.push(`${plural(heldOut, "row")} held out`);
  const isEven = least === most;
  facts.push(
    isEven ? `each agent has ${plural(least, "row")}` : `agents have ${formatCount(least)} to ${plural(most, "row")}`,
  );
  return facts;
}

function unusedOf({ shares, skipped, notes, constantColumns }: ImportReport): string[] {
  const said: string[] = [];
  if (shares[0] < shares[1])
    said.push(
      "The agents’ shares are unequal. Each agent counts alike, so a row of an agent with fewer counts for more.",
    );
  if (skipped.total > 0) {
    const named = skipped.first.slice(0, 3).map(({ line, reason }) => `line ${line} (${reason})`);
    said.push(`Left out: ${plural(skipped.total, "row")}: ${named.join(", ")}${skipped.total > 3 ? ", …" : ""}.`);
  }
  if (constantColumns.total > 0) said.push(`Constant, and 0 when standardised: ${firstOf(constantColumns.first)}.`);
  return [...said, ...notes.map((note) => `${note}.`)];
}

/** The first lines of a file that is no table, as labels and pairs. */
function firstLines(text: string): string[][] {
  const lines = linesOf(text.slice(0, 20_000)).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.slice(0, SHOWN).map((line) => {
    const [label = "", ...pairs] = line.trim().split(/\s+/);
    return [label, pairs.slice(0, 8).join("  ") + (pairs.length > 8 ? "  …" : "")];
  });
}
