/** A table of data or LIBSVM: what a problem makes of it, what is proposed, and what would go wrong without. */

import { formatCount, plural } from "../../views/format";
import { checkDocument, describeData } from "../../simulation/core";
import type { DocumentError, ImportReport } from "../../simulation/core";
import type { ExperimentDocument, Tagged } from "../../state/document";
import { composed } from "./compose";
import { firstOf, SHOWN } from "./formats";
import type { DataContent, DataFormat, Excerpt } from "./formats";
import { linesOf } from "./rows";
import { CLASSES, columnName, tableOf, type Table, type TableWishes } from "./table";

/** The problems that take labels. */
const CLASSIFIERS = ["logistic", "neuralNetwork"];
/** The most classes of a network. */
const MOST_CLASSES = 64;
/** Of so many labelled rows a share is proposed to be held out. */
const [ENOUGH, SHARE] = [200, 0.2];

/** How data are used. */
export interface DataChoices {
  problem: string;
  standardize: boolean;
  /** Whether a feature 1 is appended. */
  constant: boolean;
  /** The share of rows that are held out; 0 for none. */
  test: number;
  /** The `split` of the document. */
  split: Tagged;
  /** Whether LIBSVM indices are raised by one. */
  fromZero: boolean;
}

export type DataWishes = TableWishes & Partial<DataChoices>;

/** The experiment that receives the file. */
export interface Setting {
  document: ExperimentDocument;
  agents: number;
}

export interface DataReading {
  /** Null where the core refuses it. */
  content: DataContent | null;
  table: Table | null;
  rows: Excerpt;
  /** What is settled, by the reader or by the page. */
  settled: DataChoices;
  /** Beside a constant term. */
  features: number;
  facts: readonly string[];
  notes: readonly string[];
  error: unknown;
}

export function readData(text: string, format: DataFormat, wishes: DataWishes, setting: Setting): DataReading {
  const table = format === "csv" ? tableOf(text, wishes) : null;
  const rows = table
    ? { head: table.columns.map(({ name }) => name), cells: table.cells, more: 0 }
    : { head: ["label", "index:value"], cells: firstLines(text), more: 0 };
  const proposed = propose(table, wishes, setting);
  const notes = [...leftOut(table)];
  const reading = { table, rows, settled: proposed.settled };
  try {
    if (table && !table.choices.roles.includes("feature"))
      throw new Error(
        table.columns.length < 2
          ? "A table has 2 columns or more; this has one: is it cut by another sign?"
          : "No column of numbers is left: the columns hold words; features are numbers here.",
      );
    const { content, report, settled } = fitted(text, format, table, proposed, wishes, setting);
    checkDocument(composed(content, setting.document) as ExperimentDocument);
    const { facts, left } = wordsOf(report, settled);
    notes.push(...left, ...(table?.notes ?? []), ...proposed.notes);
    return {
      ...reading,
      content,
      settled,
      features: report.features - Number(settled.constant),
      facts,
      notes,
      error: null,
    };
  } catch (error) {
    notes.push(...(table?.notes ?? []), ...proposed.notes);
    return { ...reading, content: null, features: 0, facts: [], notes, error };
  }
}

interface Proposal {
  settled: DataChoices;
  classes?: number;
  notes: string[];
}

/** What is settled before the core has seen the data. */
function propose(table: Table | null, wishes: DataWishes, { document }: Setting): Proposal {
  const { delimiter: _, decimal: __, header: ___, roles: ____, ...wanted } = wishes;
  const kind = String((document.problem as Tagged)["kind"]);
  const notes: string[] = [];
  let problem = [...CLASSIFIERS, "leastSquares"].includes(kind) ? kind : "logistic";
  const predicted = table?.columns[table.choices.roles.indexOf("predicted")];
  if (!wanted.problem && predicted && !predicted.numeric && !CLASSIFIERS.includes(problem)) {
    problem = "logistic";
    notes.push("The predicted column holds words: they are taken for labels of logistic regression.");
  }
  const settled = {
    problem,
    standardize: false,
    constant: false,
    test: 0,
    split: { kind: "even" },
    fromZero: false,
    ...wanted,
  };
  return { settled, notes };
}

/** The data as the core takes them, after what it says of labels and sizes. Throws its refusal of all else. */
function fitted(
  text: string,
  format: DataFormat,
  table: Table | null,
  proposal: Proposal,
  wishes: DataWishes,
  { document, agents }: Setting,
): { content: DataContent; report: ImportReport; settled: DataChoices } {
  const { settled, notes } = proposal;
  const attempt = () => {
    const isLinear = settled.problem !== "neuralNetwork";
    // A network has constant terms of its own.
    settled.constant = isLinear && (wishes.constant ?? (table !== null && !hasConstant(table)));
    const { problem } = settled;
    const classes = proposal.classes;
    const data = dataOf(table?.text ?? text, format, table, settled);
    const content: DataContent = { kind: "data", problem, data, ...(classes === undefined ? {} : { classes }) };
    const report = describeData((composed(content, document) as ExperimentDocument).problem, agents, document.seed);
    return { content, report, settled };
  };
  let found: ReturnType<typeof attempt>;
  try {
    found = attempt();
  } catch (error) {
    relabel(error, table, proposal, wishes.problem === undefined);
    found = attempt();
  }
  const { sizes, labels, rows } = found.report;
  if (wishes.standardize === undefined && sizes) {
    const [least, most] = sizes.map((size) => Number(size.toPrecision(4)));
    notes.push(
      `The features’ sizes range from ${least} to ${most}; so they are standardised: as they are, no step suits all of them.`,
    );
    settled.standardize = true;
  }
  if (wishes.test === undefined && labels && rows >= ENOUGH) settled.test = SHARE;
  if (settled.constant)
    notes.push(
      "A constant term is added: without it the prediction is 0 where all features are 0, whatever is learnt.",
    );
  else if (settled.problem !== "neuralNetwork")
    notes.push("Without a constant term the prediction is 0 where all features are 0, whatever is learnt.");
  if (settled.test > 0)
    notes.push("Rows are held out: on those from which it learns, a model looks better than it is.");
  return settled.standardize || settled.test > 0 ? attempt() : found;
}

const hasConstant = ({ columns, choices }: Table): boolean =>
  columns.some(({ values, numeric }, j) => numeric && values.size === 1 && choices.roles[j] === "feature");

/** Other than two labels are classes of a network, or targets, unless the reader has said what they are. */
function relabel(error: unknown, table: Table | null, proposal: Proposal, isFree: boolean): void {
  const { refusal } = error as Partial<DocumentError>;
  const { settled, notes } = proposal;
  if (refusal?.name !== "labels" || refusal.count < 3) throw error;
  const areClasses = isFree && (!refusal.numeric || (table !== null && hasClasses(table)));
  if (refusal.count <= MOST_CLASSES && (settled.problem === "neuralNetwork" || areClasses)) {
    settled.problem = "neuralNetwork";
    proposal.classes = refusal.count;
    notes.push(
      `The predicted column has ${refusal.count} labels: a neural network has an output for each. As targets they would be amounts, with an order and distances.`,
    );
  } else if (isFree && refusal.numeric) {
    settled.problem = "leastSquares";
    notes.push("The predicted column has more than two values: it is taken for targets of least squares.");
  } else throw error;
}

/** Whether few whole numbers are predicted, each of which comes again and again. */
function hasClasses({ columns, choices, sample }: Table): boolean {
  const { values } = columns[choices.roles.indexOf("predicted")]!;
  return values.size <= CLASSES && 5 * values.size <= sample && [...values].every((value) => /^\d+$/.test(value));
}

/** The `data` of the document. */
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
    text,
  };
}

function leftOut(table: Table | null): string[] {
  const out = (table?.columns ?? []).flatMap(({ name, why }, j) =>
    table!.choices.roles[j] === "out" ? [`${name || `column ${j} (without a name)`}${why && `, since ${why}`}`] : [],
  );
  if (out.length === 0) return [];
  return [`Left out: ${out.slice(0, 6).join("; ")}${out.length > 6 ? `; and ${out.length - 6} more columns` : ""}.`];
}

/** What the core says of the data: in short, and what of the file it does not use. */
function wordsOf(report: ImportReport, { problem, constant }: DataChoices): { facts: string[]; left: string[] } {
  const { rows, heldOut, labels, shares, skipped, constantColumns } = report;
  const facts = [
    `${plural(rows, "row")} of ${plural(report.features - Number(constant), "feature")}${constant ? " and a constant" : ""}`,
  ];
  const signed = (value: number) => (labels![0]!.value < 0 ? (value < 0 ? "−1" : "+1") : String(value));
  const meanings = labels?.map(
    ({ label, value, rows }, i) => `${label}${i === 0 ? " stands" : ""} for ${signed(value)} (${plural(rows, "row")})`,
  );
  if (meanings) facts.push(meanings.join(", "));
  else if (problem === "leastSquares") facts.push("the predicted numbers are targets");
  if (heldOut > 0) facts.push(`${plural(heldOut, "row")} held out`);
  const [least, most] = shares;
  facts.push(
    least === most
      ? `each agent has ${plural(least, "row")}`
      : `agents have ${formatCount(least)} to ${plural(most, "row")}`,
  );
  const left = report.notes.map((note) => `${note}.`);
  if (constantColumns.total > 0) left.unshift(`Constant, and 0 when standardised: ${firstOf(constantColumns.first)}.`);
  if (skipped.total > 0) {
    const named = skipped.first.slice(0, 3).map(({ line, reason }) => `line ${line} (${reason})`);
    left.unshift(`Left out: ${plural(skipped.total, "row")}: ${named.join(", ")}${skipped.total > 3 ? ", …" : ""}.`);
  }
  if (least < most)
    left.unshift(
      "The agents’ shares are unequal. Each agent counts alike, so a row of an agent with fewer counts for more.",
    );
  return { facts, left };
}

/** The first lines of a file that is no table, as labels and pairs. */
function firstLines(text: string): string[][] {
  const lines = linesOf(text.slice(0, 20_000)).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.slice(0, SHOWN).map((line) => {
    const [label = "", ...pairs] = line.trim().split(/\s+/);
    return [label, pairs.slice(0, 8).join("  ") + (pairs.length > 8 ? "  …" : "")];
  });
}
