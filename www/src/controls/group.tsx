/** Controls for one tagged part of the document: its kind, and the parameters of that kind; and those that matter most, in the bar. */

import type { Catalog, Entry, Parameter } from "../simulation/core";
import { valueAt, type Path, type Tagged } from "../state/document";
import { kindsAt } from "../state/parameters";
import { typeset } from "../views/format";
import { isOffered, matters, suggested, changedKind, isSplit, takesShapes } from "./edit";
import { Choice } from "./field";
import { wordsOf } from "../text/labels";
import { usePage } from "./page";
import { Field } from "./parameter";

export type { Edit } from "./page";

interface GroupProps {
  path: Path;
  label: string;
  /** What it is called that the document leaves this part out, where it may. */
  without?: string;
  only?: readonly string[];
  /** Offers the choice of the kind only where the kind has no parameters to show. */
  brief?: boolean;
  explain?: boolean;
  /** The parameter that stands first, and alone, if the kind has it. */
  first?: string;
}

export function Group({ path, label, without, only, brief, explain, first }: GroupProps) {
  const { store, catalog, edit } = usePage();
  const { document } = store;
  const { entries, tag, absent } = kindsAt(path, catalog)!;
  const current = (valueAt(document, path) ?? { [tag]: absent }) as Tagged;
  const kind = String(current[tag]);
  const entry = entries.find((other) => other.kind === kind);
  const suggest = (name: string) => suggested(document, path, name, catalog);
  /** Kinds that need what no control gives are not offered. */
  const isMissing = (parameter: Parameter) => isGiven(parameter) && parameter.required && !suggest(parameter.name);
  const offered = entries.filter(
    (other) => other.kind === kind || (!other.parameters.some(isMissing) && isOffered(document, path, other)),
  );
  const parameters = (entry?.parameters ?? []).filter(
    (parameter) =>
      (!isGiven(parameter) || hasKinds(path, parameter, catalog)) && (only?.includes(parameter.name) ?? true),
  );
  const leading = parameters.find(({ name }) => name === first);
  const shown = leading ? [] : parameters.filter(({ name }) => matters(document, path, name));
  const field = (parameter: Parameter) => (
    <Control key={parameter.name} path={path} parameter={parameter} leads={parameter === leading} />
  );
  return (
    <div class="group">
      {leading && field(leading)}
      {!(brief && parameters.length > 0) && (
        <Choice
          label={label}
          kind="kind"
          options={[
            ...(without === undefined ? [] : [["", without] as const]),
            ...offered.map((other) => [other.kind, other.title, other.about] as const),
          ]}
          value={kind}
          onChange={(value) => {
            const chosen = entries.find((other) => other.kind === value);
            edit(path, chosen && changedKind(current, chosen, tag, suggest));
          }}
        />
      )}
      <div class="fields">{shown.map(field)}</div>
      {explain && <p class="about">{typeset(entry?.about ?? "")}</p>}
    </div>
  );
}

export function Control({ path, parameter, leads = false }: { path: Path; parameter: Parameter; leads?: boolean }) {
  const own = [...path, parameter.name];
  if (!hasKinds(path, parameter, usePage().catalog)) return <Field path={own} parameter={parameter} leads={leads} />;
  const [label] = wordsOf(parameter, String(path.at(-1)));
  return <Group path={own} label={label} {...(parameter.required ? {} : { without: "as usual" })} />;
}

/** Of what a method may have besides numbers. */
function hasKinds(path: Path, { name }: Parameter, catalog: Catalog): boolean {
  return path[0] === "methods" && kindsAt([...path, name], catalog) !== null;
}

/** Whether a parameter is given by data rather than by a control: lists of edges, matrices, data sets. */
const isGiven = ({ domain }: Parameter): boolean => domain.type === "structure";

/** The text of a file, which may be long, comes from an import. */
export function fieldsOf(entries: Entry[]): string[] {
  return entries.flatMap(({ parameters }) => parameters.map(({ name }) => name)).filter((name) => name !== "text");
}

export function MainControls() {
  const { document, view } = usePage().store;
  const { problem, gradient, network } = document;
  const hasNoise = !("data" in problem) || (gradient?.noise ?? "none") !== "none";
  const first = view.slider;
  return (
    <>
      <Group path={["network", "topology"]} label="Network" first={first} />
      {network.changes?.kind === "linkFailures" && (
        <Group path={["network", "changes"]} label="Changes" brief first={first} />
      )}
      <Group path={["problem"]} label="Problem" only={["heterogeneity", "hidden"]} brief first={first} />
      {"data" in problem && takesShapes(document) && <Group path={["problem", "data"]} label="Data" only={[]} />}
      {isSplit(document) && <Group path={["problem", "data", "split"]} label="Whose points" first={first} />}
      {hasNoise && <Group path={["gradient"]} label="Noise" brief first={first} />}
      <Group path={["stepSize"]} label="Step size" only={["value"]} brief first={first} />
    </>
  );
}
