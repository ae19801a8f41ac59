/** Which iterations are recorded, in one of three ways, and which metrics. */

import { recordedMetrics } from "../state/metrics";
import { typeset } from "../views/format";
import { Check, Choice } from "./field";
import { usePage } from "./page";
import { Field } from "./parameter";

const WAYS: Readonly<Record<string, string>> = {
  every: "every given number of iterations",
  points: "a given number, evenly spaced",
  logPoints: "a given number, evenly in log k",
};

export function RecordControls() {
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

export function MetricsControls() {
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
