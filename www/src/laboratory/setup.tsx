/** The panels with everything that the document says, what is recorded, and which metrics. */

import type { ComponentChildren } from "preact";
import { another, isSplit } from "../controls/edit";
import { Button, Panel, Check, Choice } from "../controls/field";
import { fieldsOf, Group } from "../controls/group";
import { MethodList } from "../controls/methods";
import { usePage } from "../controls/page";
import { Field } from "../controls/parameter";
import { randomSeed, type Parameter } from "../simulation/core";
import type { Path } from "../state/document";
import { recordedMetrics } from "../state/metrics";
import { typeset } from "../views/format";

const PANELS: readonly (readonly [title: string, about: string, content: ComponentChildren])[] = [
  ["Network", "Who talks to whom.", <Group key="" path={["network", "topology"]} label="Network" explain />],
  ["Weights", "How agents weigh what they hear.", <Weights key="" />],
  ["A changing network", "Failing links, random pairs, networks in turn.", <Changes key="" />],
  ["Problem", "What the agents minimise, and on which data.", <Problem key="" />],
  [
    "Step size",
    "How far a step goes, and how it changes.",
    <Group key="" path={["stepSize"]} label="Step size" explain />,
  ],
  ["Methods", "Which methods run, and their own settings.", <MethodList key="" />],
  ["Clock", "How long computing and sending take, in simulated seconds.", <Clock key="" />],
  ["Trials and seed", "How long, how often, and with which random numbers.", <Trials key="" />],
  [
    "Metrics",
    "What is measured, and how often.",
    <>
      <MetricsControls />
      <RecordControls />
    </>,
  ],
];

const OPEN = ["Network", "Step size"];

export function Setup() {
  const isFrame = usePage().room.peek() === "frame";
  return PANELS.map(([title, about, content]) => (
    <Panel key={title} title={title} about={about} open={!isFrame && OPEN.includes(title)}>
      {content}
    </Panel>
  ));
}

function Weights() {
  const { catalog } = usePage();
  return (
    <>
      <Group path={["network", "weights"]} label="Weights" explain />
      <Fields of={catalog.network} path={["network"]} names={["laziness"]} />
    </>
  );
}

function Changes() {
  return (
    <>
      <Group path={["network", "changes"]} label="Changes" explain />
      <Cycle />
    </>
  );
}

function Problem() {
  const { store, catalog } = usePage();
  const { document } = store;
  const data = ["problem", "data"];
  return (
    <>
      <Group path={["problem"]} label="Problem" explain />
      {"data" in document.problem && <Group path={data} only={fieldsOf(catalog.data)} label="Data" explain />}
      {isSplit(document) && <Group path={[...data, "split"]} label="Whose points" explain />}
      <Group path={["gradient"]} label="Gradients" explain />
      <Group path={["start"]} label="Start" explain />
    </>
  );
}

function Clock() {
  const { store, catalog } = usePage();
  const fields = catalog.clock.map(({ name }) => name);
  return (
    <>
      <Group path={["clock", "compute"]} without="No clock" label="Computing" explain />
      {store.document.clock && <Fields of={catalog.clock} path={["clock"]} names={fields} />}
    </>
  );
}

function Trials() {
  const { catalog, edit } = usePage();
  return (
    <>
      <Fields of={catalog.document} path={[]} names={["trials", "iterations", "seed"]} />
      <Button onClick={() => edit(["seed"], randomSeed())}>New seed</Button>
    </>
  );
}

/** Parameters that stand by themselves in the part of the document at `path`. */
function Fields({ of, path, names }: { of: readonly Parameter[]; path: Path; names: readonly string[] }) {
  return (
    <div class="fields">
      {of
        .filter(({ name }) => names.includes(name))
        .map((parameter) => (
          <Field key={parameter.name} path={[...path, parameter.name]} parameter={parameter} />
        ))}
    </div>
  );
}

const NETWORKS = ["network", "changes", "networks"];
/** Beside the first network. */
const MOST = 64;

function Cycle() {
  const { store, catalog, edit } = usePage();
  const { changes } = store.document.network;
  if (changes?.kind !== "cycle") return null;
  const { networks } = changes;
  return (
    <div class="group">
      <div class="cycle">
        {networks.map((_, place) => (
          <fieldset key={place}>
            <legend>{`Network ${place + 2} of the cycle`}</legend>
            <Group path={[...NETWORKS, place, "topology"]} label="Then" />
            <Group path={[...NETWORKS, place, "weights"]} label="Weights" />
            <Button
              quiet
              disabled={networks.length === 1}
              onClick={() =>
                edit(
                  NETWORKS,
                  networks.filter((_, other) => other !== place),
                )
              }
            >
              Remove
            </Button>
          </fieldset>
        ))}
      </div>
      <Button
        disabled={networks.length >= MOST}
        onClick={() => edit(NETWORKS, [...networks, another(store.document, catalog)])}
      >
        Add a network
      </Button>
    </div>
  );
}

const WAYS: Readonly<Record<string, string>> = {
  every: "every given number of iterations",
  points: "a given number, evenly spaced",
  logPoints: "a given number, evenly in log k",
};

function RecordControls() {
  const { store, catalog, edit } = usePage();
  // Without a record the core takes so many points, evenly.
  const [way = "points"] = Object.keys(store.document.record ?? {});
  const parameter = catalog.record.find(({ name }) => name === way);
  const put = (name: string, value: unknown) => edit(["record"], { [name]: value });
  return (
    <div class="fields">
      <Choice
        label="Records"
        options={catalog.record.map(({ name }) => [name, WAYS[name] ?? name] as const)}
        value={way}
        onChange={(next) => put(next, catalog.record.find(({ name }) => name === next)!.default)}
      />
      <div>
        {parameter && (
          <Field key={way} path={["record", way]} parameter={parameter} onChange={(value) => put(way, value)} />
        )}
      </div>
    </div>
  );
}

function MetricsControls() {
  const { store, catalog, edit } = usePage();
  const recorded = recordedMetrics(store.document, catalog.metrics);
  const toggle = (name: string, isOn: boolean, box: HTMLInputElement) => {
    const next = catalog.metrics
      .map((metric) => metric.name)
      .filter((other) => (other === name ? isOn : recorded.includes(other)));
    if (next.length > 0) edit(["metrics"], next);
    else box.checked = true;
  };
  return (
    <div role="group" aria-label="Metrics recorded">
      {catalog.metrics.map(({ name, formula, about }) => (
        <Check key={name} checked={recorded.includes(name)} onChange={(...set) => toggle(name, ...set)}>
          <span>
            <span translate={false}>{formula}</span>
            <small> {typeset(about)}</small>
          </span>
        </Check>
      ))}
    </div>
  );
}
