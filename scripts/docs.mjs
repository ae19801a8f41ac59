// npm run docs: docs/document.md, the document as the program declares it, field by field.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadModule } from "../runner/module.mjs";
import { buildLib } from "./build.mjs";
import { isMain, root, script } from "./lib/run.mjs";

export const file = join(root, "docs/document.md");

/** Where a document names a kind: the heading, the place, by which field, and what the catalog calls them. */
export const groups = [
  ["Topologies", "network.topology", "kind", "topologies"],
  ["Weights", "network.weights", "rule", "weights"],
  ["Changes", "network.changes", "kind", "changes"],
  ["Problems", "problem", "kind", "problems"],
  ["Data", "problem.data", "kind", "data"],
  ["Splits", "problem.data.split", "kind", "splits"],
  ["Gradients", "gradient", "noise", "gradients"],
  ["Step sizes", "stepSize", "kind", "stepSizes"],
  ["Starts", "start", "kind", "starts"],
  ["Methods", "methods[]", "kind", "methods"],
  ["Compressed messages", "methods[].compression", "kind", "compressions"],
  ["Computing", "clock.compute", "kind", "computes"],
];

const WORDS = {
  flag: "true or false",
  seed: "seed",
  text: "text",
  numbers: "list of numbers",
  structure: "structured",
};

function rangeOf({ type, ...domain }) {
  if (type === "integer") return `whole number from ${domain.min} to ${domain.max}`;
  if (type === "number")
    return `number in ${domain.aboveMin ? "(" : "["}${domain.min}, ${domain.max}${domain.belowMax ? ")" : "]"}`;
  return type === "choice" ? `one of ${domain.options.map((option) => `\`${option}\``).join(", ")}` : WORDS[type];
}

function needOf({ required, default: value, domain: { type } }) {
  if (required) return "required";
  if (value !== null) return `${value} when left out`;
  return { choice: "the first when left out", flag: "false when left out" }[type] ?? "optional";
}

const described = (parameter) =>
  `- \`${parameter.name}\` (${rangeOf(parameter.domain)}; ${needOf(parameter)}): ${parameter.about}`;

/** A kind with what controls start from; null where a required parameter has nothing such. */
export function exampleOf(tag, { kind, parameters }) {
  const fields = { [tag]: kind };
  for (const { name, required, default: start, domain } of parameters) {
    if (!required) continue;
    const list = domain.suggested?.length > 0 ? domain.suggested : null;
    fields[name] = start ?? list ?? domain.options?.[0];
    if (fields[name] === undefined) return null;
  }
  return fields;
}

function entryOf(tag, entry) {
  const { kind, title, about, source, parameters } = entry;
  const example = exampleOf(tag, entry);
  return [
    `### \`${kind}\``,
    `${title}: ${about}.${source && ` Source: ${source}.`}`,
    ...(parameters.length > 0 ? [parameters.map(described).join("\n")] : []),
    ...(example && parameters.length > 0 ? [`\`${JSON.stringify(example)}\``] : []),
  ];
}

/** The page, of the module's catalog and the document's JSON Schema. */
export function referenceOf(catalog, { properties, required }) {
  const fields = Object.entries(properties).map(
    ([name, { description }]) => `| \`${name}\` | ${required.includes(name) ? "yes" : ""} | ${description} |`,
  );
  const parts = [
    "# The document, field by field",
    "`npm run docs` makes this page of what the program declares; [experiments.md](experiments.md) explains the document, with\n" +
      "examples. A field that is null counts as left out. A seed is a whole number from 0 to 2^64 - 1 as a decimal string, or up\n" +
      "to 2^53 - 1 as a number. After a kind stands what the page's controls start from.",
    "## The document",
    ["| field | required | |", "|---|---|---|", ...fields].join("\n"),
    catalog.document.map(described).join("\n"),
    "## Records",
    "`record`, by one of these:",
    catalog.record.map(described).join("\n"),
    "## Metrics",
    [
      "| metric | formula | |",
      "|---|---|---|",
      ...catalog.metrics.map(({ name, formula, about }) => `| \`${name}\` | ${formula} | ${about} |`),
    ].join("\n"),
    "## Network",
    "`network` has a [`topology`](#topologies), [`weights`](#weights), optionally [`changes`](#changes), and",
    catalog.network.map(described).join("\n"),
    "## Any method",
    "Each of `methods` has a [`kind`](#methods), the parameters of that kind, and",
    catalog.method.map(described).join("\n"),
    "## Clock",
    "`clock` has how agents [`compute`](#computing), and",
    catalog.clock.map(described).join("\n"),
    ...groups.flatMap(([heading, place, tag, name]) => [
      `## ${heading}`,
      `\`${place}\`, by its \`${tag}\`.`,
      ...catalog[name].flatMap((entry) => entryOf(tag, entry)),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

export const schemaOf = () =>
  JSON.parse(readFileSync(join(root, "dist/lib/experiment.schema.json"), "utf8")).$defs.ExperimentDocument;

if (isMain(import.meta.url))
  await script(async () => {
    await buildLib();
    const { catalog } = await loadModule();
    writeFileSync(file, referenceOf(catalog(), schemaOf()));
  });
