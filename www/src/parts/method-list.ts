/** The methods one by one, with their own settings; adding and removing. */

import { h } from "../dom";
import { same, valueAt, type ExperimentDocument } from "../document";
import { createGroup, type Control, type Edit } from "../controls/group";
import { changedKind } from "../controls/kinds";
import { createField } from "../controls/fields";
import { methodLabels } from "../methods";
import type { Entry, Parameter } from "../simulation/core";

/** `common`: parameters that every method may carry. */
export function createMethodList(entries: readonly Entry[], common: readonly Parameter[], edit: Edit): Control {
  const list = h("div", { class: "method-list" });
  const add = h(
    "select",
    { "aria-label": "Add a method" },
    h("option", { value: "" }, "Add a method …"),
    ...entries.map(({ kind, title, about }) => h("option", { value: kind, title: about }, title)),
  );
  const element = h("div", {}, list, add);
  let rows: { control: Control; fields: Map<string, ReturnType<typeof createField>> }[] = [];
  let kinds: unknown = null;
  let present: ExperimentDocument | null = null;

  add.addEventListener("change", () => {
    const entry = entries.find(({ kind }) => kind === add.value);
    add.value = "";
    if (entry && present) edit(["methods"], [...present.methods, changedKind({}, entry)]);
  });

  function build(document: ExperimentDocument): void {
    const labels = methodLabels(document.methods, entries);
    rows = [];
    list.replaceChildren(
      ...document.methods.map((_, place) => {
        const control = createGroup({ path: ["methods", place], entries, label: "Method", edit, explain: true });
        const own = common.filter(({ domain }) => domain.type !== "structure");
        const fields = new Map(
          own.map((parameter) => [
            parameter.name,
            createField(parameter, (value) => edit(["methods", place, parameter.name], value)),
          ]),
        );
        rows.push({ control, fields });
        const remove = () =>
          edit(
            ["methods"],
            present!.methods.filter((_, other) => other !== place),
          );
        return h(
          "fieldset",
          {},
          h("legend", {}, labels[place]!),
          control.element,
          h("div", { class: "fields" }, ...[...fields.values()].map((field) => field.element)),
          h(
            "button",
            { type: "button", class: "quiet", onclick: remove, disabled: document.methods.length === 1 },
            "Remove",
          ),
        );
      }),
    );
  }

  return {
    element,
    show(document) {
      present = document;
      const now = methodLabels(document.methods, entries);
      if (!same(now, kinds)) build(document);
      kinds = now;
      rows.forEach(({ control, fields }, place) => {
        control.show(document);
        for (const [name, field] of fields) field.set(valueAt(document, ["methods", place, name]));
      });
    },
    complain(path, message) {
      return rows.some(({ control, fields }, place) => {
        if (control.complain(path, message)) return true;
        const name = path.startsWith(`methods[${place}].`) ? path.slice(`methods[${place}].`.length) : "";
        fields.get(name)?.complain(message);
        return fields.has(name);
      });
    },
  };
}
