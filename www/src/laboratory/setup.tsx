/** The panels with everything that the document says. */

import type { ComponentChildren } from "preact";
import { another, isSplit } from "../controls/edit";
import { Button, Panel } from "../controls/field";
import { fieldsOf, Group } from "../controls/group";
import { MethodList } from "../controls/methods";
import { usePage } from "../controls/page";
import { Field } from "../controls/parameter";
import { MetricsControls, RecordControls } from "../controls/record";
import { type Parameter, randomSeed } from "../simulation/core";
import type { Path } from "../state/document";

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
