/** Which iterations are recorded, in one of three ways, and which metrics. */

import { freshId, h } from "./dom";
import { recordedMetrics } from "../state/metrics";
import type { Catalog, MetricName, Parameter } from "../simulation/core";
import { typeset } from "../views/typeset";
import { createField } from "./fields";
import type { Control, Edit } from "./group";

const WAYS: Readonly<Record<string, string>> = {
  every: "every given number of iterations",
  points: "a given number, evenly spaced",
  logPoints: "a given number, evenly in log k",
};

export function createRecord(parameters: readonly Parameter[], edit: Edit): Control {
  const id = freshId("record");
  const select = h("select", { id }, ...parameters.map(({ name }) => h("option", { value: name }, WAYS[name] ?? name)));
  const host = h("div");
  const element = h(
    "div",
    { class: "fields" },
    h("div", { class: "field" }, h("label", { for: id }, "Records"), h("div", { class: "inputs" }, select)),
    host,
  );
  const fields = new Map(
    parameters.map((parameter) => [
      parameter.name,
      createField(parameter, (value) => edit(["record"], { [parameter.name]: value })),
    ]),
  );
  select.addEventListener("change", () => {
    const parameter = parameters.find(({ name }) => name === select.value);
    if (parameter) edit(["record"], { [parameter.name]: parameter.default });
  });
  return {
    element,
    show({ record }) {
      // Without a record the core takes so many points, evenly.
      const [name, value] = Object.entries(record ?? {})[0] ?? ["points", undefined];
      const field = fields.get(name);
      if (!field) return;
      select.value = name;
      if (host.firstChild !== field.element) host.replaceChildren(field.element);
      field.set(value);
      field.complain(null);
    },
    complain(path, message) {
      const field = fields.get(path.replace(/^record\./, ""));
      field?.complain(message);
      return field !== undefined;
    },
  };
}

export function createMetrics(metrics: Catalog["metrics"], edit: Edit): Control {
  const boxes = new Map<MetricName, HTMLInputElement>();
  let recorded: readonly MetricName[] = [];
  const toggle = (name: MetricName, on: boolean) => {
    const next = metrics
      .map((metric) => metric.name)
      .filter((other) => (other === name ? on : recorded.includes(other)));
    if (next.length > 0) edit(["metrics"], next);
    else boxes.get(name)!.checked = true;
  };
  const rows = metrics.map(({ name, formula, about }) => {
    const box = h("input", { type: "checkbox", onchange: () => toggle(name, box.checked) });
    boxes.set(name, box);
    return h(
      "label",
      { class: "check" },
      box,
      h("span", {}, h("span", { translate: false }, formula), h("small", {}, ` ${typeset(about)}`)),
    );
  });
  return {
    element: h("div", { role: "group", "aria-label": "Metrics recorded" }, ...rows),
    show(document) {
      recorded = recordedMetrics(document, metrics);
      for (const [name, box] of boxes) box.checked = recorded.includes(name);
    },
    complain: () => false,
  };
}
