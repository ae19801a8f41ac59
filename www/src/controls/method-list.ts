/** The methods one by one, with their own settings, folded; adding, ordering, doubling and removing. */

import { h } from "./dom";
import { same, valueAt, type ExperimentDocument, type Tagged } from "../state/document";
import { createGroup, type Control, type Edit } from "./group";
import { newMethod } from "./kinds";
import { createField } from "./fields";
import { methodLabels } from "../state/methods";
import type { MethodEntry, Parameter } from "../simulation/core";

/** `common`: parameters that every method may carry. */
export function createMethodList(entries: readonly MethodEntry[], common: readonly Parameter[], edit: Edit): Control {
  const list = h("div", { class: "method-list" });
  const add = h(
    "select",
    { "aria-label": "Add a method" },
    h("option", { value: "" }, "Add a method …"),
    ...entries.map(({ kind, title, about }) => h("option", { value: kind, title: about, translate: false }, title)),
  );
  const element = h("div", {}, list, add);
  let rows: { control: Control; details: HTMLDetailsElement; fields: Map<string, ReturnType<typeof createField>> }[] =
    [];
  let kinds: unknown = null;
  let present: ExperimentDocument | null = null;

  add.addEventListener("change", () => {
    const entry = entries.find(({ kind }) => kind === add.value);
    add.value = "";
    if (!entry || !present) return;
    splice(present.methods.length, 0, [newMethod(entry)]);
  });

  /** Puts others in the place of `count` methods. */
  function splice(at: number, count: number, others: readonly Tagged[]): boolean {
    const methods: readonly Tagged[] = present!.methods;
    return edit(["methods"], [...methods.slice(0, at), ...others, ...methods.slice(at + count)]);
  }

  /** Moves a method, and the focus with it. */
  function move(from: number, to: number): void {
    const up = to < from;
    const open = rows.map(({ details }) => details.open);
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    if (!splice(a, 2, [present!.methods[b]!, present!.methods[a]!])) return;
    [open[a], open[b]] = [open[b]!, open[a]!];
    for (const [place, { details }] of rows.entries()) details.open = open[place]!;
    const buttons = [...(list.children[to]?.querySelectorAll<HTMLButtonElement>(".buttons button") ?? [])];
    (buttons[up ? 0 : 1]?.disabled ? buttons[up ? 1 : 0] : buttons[up ? 0 : 1])?.focus();
  }

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
        const details = h(
          "details",
          {},
          h("summary", { translate: false }, labels[place]!),
          control.element,
          h("div", { class: "fields" }, ...[...fields.values()].map((field) => field.element)),
        );
        rows.push({ control, details, fields });
        const last = document.methods.length - 1;
        const act = (sign: string, words: string, disabled: boolean, run: () => void) => {
          const label = `${words} ${labels[place]!}`;
          return h(
            "button",
            { type: "button", class: "quiet", title: label, "aria-label": label, disabled, onclick: run },
            sign,
          );
        };
        return h(
          "fieldset",
          { "aria-label": labels[place]! },
          details,
          h(
            "div",
            { class: "buttons" },
            act("↑", "Move up", place === 0, () => move(place, place - 1)),
            act("↓", "Move down", place === last, () => move(place, place + 1)),
            act("Duplicate", "Duplicate", false, () =>
              splice(place, 1, [present!.methods[place]!, present!.methods[place]!]),
            ),
            act("Remove", "Remove", last === 0, () => splice(place, 1, [])),
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
      return rows.some(({ control, details, fields }, place) => {
        const name = path.startsWith(`methods[${place}].`) ? path.slice(`methods[${place}].`.length) : "";
        const heard = control.complain(path, message) || fields.has(name);
        fields.get(name)?.complain(message);
        if (heard) details.open = true;
        return heard;
      });
    },
  };
}
