/** One control for one parameter: a slider with a typed number, a choice, a switch, text, or a list of numbers. */

import { freshId, h, swipeTo } from "./dom";
import { formatNumber, spaced } from "../views/format";
import { typeset } from "../views/typeset";
import type { Tagged } from "../state/document";
import type { Parameter } from "../simulation/core";
import { labelOf, nameOf } from "./labels";
import { bounded, clamp, scaleOf } from "./scale";
import { readTyped, readTypedList } from "./typed";

/** Of a neural network. */
const MOST_LAYERS = 4;
const MOST_UNITS = 64;

export interface Field {
  element: HTMLElement;
  /** Shows a value of the document, which has `beside` in the same part; undefined shows the default. */
  set(value: unknown, beside?: Tagged): void;
  /** Shows an error of the value, or clears it. */
  complain(message: string | null): void;
  /** Marks values on the slider, where there is one. */
  mark?(marks: readonly Mark[]): void;
}

/** A value on a slider that means something. */
export interface Mark {
  value: number;
  color: string;
  /** Its meaning, in a sentence. */
  text: string;
}

/** Tells of a new value; the page answers with `set` or `complain`. */
export type OnChange = (value: unknown) => void;

/** `part` names the part of the document that has the parameter, where its name has a meaning of its own there. */
export function createField(parameter: Parameter, onChange: OnChange, part = ""): Field {
  switch (parameter.domain.type) {
    case "integer":
    case "number":
      return numberField(parameter, part, onChange);
    case "choice":
      return choiceField(parameter, part, parameter.domain.options, onChange);
    case "flag":
      return flagField(parameter, part, onChange);
    default:
      return parameter.name === "hidden"
        ? layersField(parameter, part, onChange)
        : textField(parameter, part, onChange);
  }
}

/** A label, its inputs, and a line for errors. */
function frame(
  parameter: Parameter,
  part: string,
  id: string,
  ...inputs: HTMLElement[]
): { element: HTMLElement; complain: Field["complain"] } {
  const note = h("p", { class: "note", id: `${id}-note`, role: "status" });
  const label = h("label", { for: id, title: typeset(parameter.about) }, ...labelOf(parameter, part));
  const element = h("div", { class: "field" }, label, h("div", { class: "inputs" }, ...inputs), note);
  const main = inputs.find((input) => input.id === id)!;
  main.setAttribute("aria-describedby", note.id);
  const complain = (message: string | null) => {
    note.textContent = message ?? "";
    main.setAttribute("aria-invalid", String(message !== null));
    if (message !== null) swipeTo(element);
  };
  return { element, complain };
}

function numberField(parameter: Parameter, part: string, onChange: OnChange): Field {
  const id = freshId(parameter.name);
  let scale = scaleOf(parameter);
  let current = parameter.default ?? 0;
  const slider = h("input", {
    type: "range",
    min: "0",
    max: String(scale.steps),
    step: "1",
    "aria-label": `${nameOf(parameter, part)}, slider`,
  });
  const typed = h("input", {
    id,
    type: "text",
    class: "number",
    inputMode: "decimal",
    autocomplete: "off",
    spellcheck: false,
    size: 7,
  });
  const track = h("div", { class: "track" }, slider);
  const { element, complain } = frame(parameter, part, id, track, typed);
  const told = h("p", { class: "visually-hidden", id: `${id}-marks` });
  let marked = "[]";

  /** Ticks below the slider; those that would overlap are moved apart. */
  const mark = (marks: readonly Mark[]) => {
    const text = marks.map((one) => one.text).join(" ");
    const key = JSON.stringify(marks);
    if (key === marked) return;
    marked = key;
    if (!told.isConnected) element.append(told);
    told.textContent = text;
    slider.title = text;
    slider.setAttribute("aria-describedby", told.id);
    // The slider itself stays where it is: put in again, it would be let go of.
    while (slider.nextSibling) slider.nextSibling.remove();
    track.append(
      ...marks.map(({ value, color }) => {
        const tick = h("span", { class: "tick", "aria-hidden": "true" });
        tick.style.setProperty("--at", String(scale.position(value) / scale.steps));
        tick.style.background = color;
        return tick;
      }),
    );
  };

  const show = (value: number) => {
    slider.value = String(scale.position(value));
    slider.setAttribute("aria-valuetext", formatNumber(value));
    if (document.activeElement !== typed || Number(typed.value) !== value) typed.value = String(value);
  };
  const tell = (value: number) => {
    complain(null);
    show(value);
    if (value === current) return;
    current = value;
    onChange(value);
  };
  const read = () => {
    const text = typed.value.trim();
    const whole = parameter.domain.type === "integer";
    const read = readTyped(text, whole);
    if ("problem" in read) return complain(read.problem);
    const { value } = read;
    const inside = clamp(parameter, value);
    tell(inside);
    // An error that the page has already shown comes first.
    if (inside !== value && typed.getAttribute("aria-invalid") !== "true")
      complain(
        `${text.slice(0, 12)} is ${whole && !Number.isInteger(value) ? "not whole" : "out of range"}; taken as ${String(inside)}.`,
      );
  };
  slider.addEventListener("input", () => tell(scale.value(Number(slider.value))));
  // Enter commits as well; a second listener would read the value twice.
  typed.addEventListener("change", read);
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    tell(clamp(parameter, scale.next(current, event.key === "ArrowUp" ? 1 : -1)));
  });
  return {
    element,
    complain,
    mark,
    set(value, beside = {}) {
      current = typeof value === "number" ? value : (parameter.default ?? 0);
      scale = scaleOf(bounded(parameter, beside));
      slider.max = String(scale.steps);
      show(current);
    },
  };
}

function choiceField(parameter: Parameter, part: string, options: readonly string[], onChange: OnChange): Field {
  const id = freshId(parameter.name);
  const select = h(
    "select",
    { id, onchange: () => onChange(select.value) },
    ...options.map((value) => h("option", { value }, spaced(value))),
  );
  const { element, complain } = frame(parameter, part, id, select);
  return { element, complain, set: (value) => (select.value = typeof value === "string" ? value : options[0]!) };
}

function flagField(parameter: Parameter, part: string, onChange: OnChange): Field {
  const id = freshId(parameter.name);
  const box = h("input", { id, type: "checkbox", onchange: () => onChange(box.checked) });
  const { element, complain } = frame(parameter, part, id, box);
  return { element, complain, set: (value) => (box.checked = value === true) };
}

/** The layers of a neural network: a box of units for each, and buttons for one more and one less. */
function layersField(parameter: Parameter, part: string, onChange: OnChange): Field {
  const id = freshId(parameter.name);
  const boxes = h("div", { id, class: "layers", role: "group", "aria-label": nameOf(parameter, part) });
  const change = (next: readonly number[]): void => onChange([...next]);
  const more = h("button", { type: "button", title: "One more layer", "aria-label": "One more layer" }, "+");
  const less = h("button", { type: "button", title: "One layer less", "aria-label": "One layer less" }, "−");
  const { element, complain } = frame(parameter, part, id, boxes, more, less);
  let layers: readonly number[] = [];
  more.addEventListener("click", () => change([...layers, layers.at(-1) ?? 8]));
  less.addEventListener("click", () => change(layers.slice(0, -1)));

  function box(units: number, layer: number): HTMLInputElement {
    const input = h("input", {
      type: "number",
      min: "1",
      max: String(MOST_UNITS),
      value: String(units),
      "aria-label": `Units of layer ${layer + 1}`,
    });
    input.addEventListener("change", () => {
      const given = Math.round(Number(input.value));
      const inside = Math.min(MOST_UNITS, Math.max(1, Number.isFinite(given) ? given : units));
      input.value = String(inside);
      change(layers.map((old, i) => (i === layer ? inside : old)));
    });
    return input;
  }

  return {
    element,
    complain,
    set(value) {
      const next = Array.isArray(value) ? value.map(Number) : [];
      // Boxes that stay keep the focus that they have.
      if (next.length !== layers.length) boxes.replaceChildren(...next.map(box));
      next.forEach((units, i) => {
        (boxes.children[i] as HTMLInputElement).value = String(units);
      });
      layers = next;
      more.disabled = layers.length >= MOST_LAYERS;
      less.disabled = layers.length === 0;
    },
  };
}

/** Text, a seed, or anything that JSON can say. */
function textField(parameter: Parameter, part: string, onChange: OnChange): Field {
  const id = freshId(parameter.name);
  const { type } = parameter.domain;
  const plain = type === "text" || type === "seed";
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: false,
    placeholder: parameter.required ? "" : "default",
  });
  const { element, complain } = frame(parameter, part, id, input);
  input.addEventListener("change", () => {
    complain(null);
    const text = input.value.trim();
    if (text === "") return onChange(undefined);
    if (plain) return onChange(text);
    if (type === "numbers") {
      const read = readTypedList(text);
      if ("problem" in read) complain(read.problem);
      else onChange(read.values);
      return;
    }
    try {
      onChange(JSON.parse(text));
    } catch {
      complain("This is not JSON.");
    }
  });
  return {
    element,
    complain,
    set(value) {
      if (value === undefined || value === null) input.value = "";
      else if (plain) input.value = String(value);
      else
        input.value =
          type === "numbers" && Array.isArray(value) ? value.join(", ") : JSON.stringify(value).slice(0, 10_000);
    },
  };
}
