/** Which iterations are recorded, in one of three ways, and which metrics. */

import { recordedMetrics } from "../state/metrics";
import { typeset } from "../views/typeset";
import { useFreshId, usePage } from "./page";
import { Field } from "./parameter";

const WAYS: Readonly<Record<string, string>> = {
  every: "every given number of iterations",
  points: "a given number, evenly spaced",
  logPoints: "a given number, evenly in log k",
};

export function RecordControls() {
  const { store, catalog, edit } = usePage();
  const id = useFreshId();
  // Without a record the core takes so many points, evenly.
  const [way = "points"] = Object.keys(store.document.record ?? {});
  const parameter = catalog.record.find(({ name }) => name === way);
  const put = (name: string, value: unknown) => edit(["record"], { [name]: value });
  return (
    <div class="fields">
      <div class="field">
        <label for={id}>Records</label>
        <div class="inputs">
          <select
            id={id}
            value={way}
            onChange={({ currentTarget: { value } }) =>
              put(value, catalog.record.find(({ name }) => name === value)!.default)
            }
          >
            {catalog.record.map(({ name }) => (
              <option key={name} value={name}>
                {WAYS[name] ?? name}
              </option>
            ))}
          </select>
        </div>
      </div>
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
  const toggle = (box: HTMLInputElement, name: string) => {
    const next = catalog.metrics
      .map((metric) => metric.name)
      .filter((other) => (other === name ? box.checked : recorded.includes(other)));
    if (next.length > 0) edit(["metrics"], next);
    else box.checked = true;
  };
  return (
    <div role="group" aria-label="Metrics recorded">
      {catalog.metrics.map(({ name, formula, about }) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={recorded.includes(name)}
            onChange={({ currentTarget }) => toggle(currentTarget, name)}
          />
          <span>
            <span translate={false}>{formula}</span>
            <small> {typeset(about)}</small>
          </span>
        </label>
      ))}
    </div>
  );
}
