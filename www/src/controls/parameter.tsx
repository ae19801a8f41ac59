/** One control for one parameter of the catalog: a slider with a typed number, a choice, a switch, text, or a list of numbers. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Parameter } from "../simulation/core";
import { type ExperimentDocument, type Path, pathText, type Tagged, valueAt } from "../state/document";
import { formatNumber, formatRange, spaced, typeset } from "../views/format";
import { swipeTo } from "./dom";
import { Button, NUMBER, Select, TYPED } from "./field";
import { wordsOf } from "../text/labels";
import { useFreshId, usePage } from "./page";
import { bounded, clamp, scaleOf } from "./scale";
import { readTyped, readTypedList } from "./typed";
import type { Scene } from "../scene/figures";
import { shortened } from "../state/methods";
import { methodColor, type Theme } from "../views/theme";

/** Of a neural network. */
const MOST_LAYERS = 4;
const MOST_UNITS = 64;

interface FieldProps {
  parameter: Parameter;
  path: Path;
  leads?: boolean;
  /** What a new value changes, where that is not the value alone; false if the core does not take it. */
  onChange?: (value: unknown) => boolean;
}

interface Inputs {
  parameter: Parameter;
  path: Path;
  id: string;
  name: string;
  value: unknown;
  /** The part of the document that has it. */
  beside: Tagged;
  /** Attributes of the input that has the label. */
  main: { id: string; "aria-describedby": string; "aria-invalid": boolean };
  change(value: unknown): boolean;
  /** Says what is wrong with what was typed, until the document changes. */
  say(text: string): void;
}

export function Field({ parameter, path, leads = false, onChange }: FieldProps) {
  const { store, refused, edit } = usePage();
  const { document } = store;
  const id = useFreshId();
  const own = useSignal<{ text: string; of: ExperimentDocument } | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const [name, symbol] = wordsOf(parameter, String(path.at(-2)));
  const where = pathText(path);
  const error = refused.value?.path === where ? refused.value.rule : "";
  const message = error || (own.value?.of === document ? own.value.text : "");
  useLayoutEffect(() => {
    if (message !== "") swipeTo(element.current!);
  }, [message]);
  const inputs: Inputs = {
    parameter,
    path,
    id,
    name,
    value: valueAt(document, path),
    beside: (valueAt(document, path.slice(0, -1)) ?? {}) as Tagged,
    main: { id, "aria-describedby": `${id}-note`, "aria-invalid": message !== "" },
    change(value) {
      own.value = null;
      refused.value = null;
      return onChange ? onChange(value) : edit(path, value);
    },
    say(text) {
      own.value = { text, of: store.document };
    },
  };
  return (
    <div class={leads ? "field leading" : "field"} data-path={where} ref={element}>
      <label for={id} title={typeset(parameter.about)}>
        {name}
        {symbol !== undefined && (
          <>
            {" "}
            <i translate={false}>{symbol}</i>
          </>
        )}
      </label>
      <div class="inputs">
        <InputsOf {...inputs} />
      </div>
      <p class="note" id={`${id}-note`} role="status">
        {message}
      </p>
    </div>
  );
}

function InputsOf(inputs: Inputs) {
  const { parameter, value, main, change } = inputs;
  const { domain, name } = parameter;
  // Without a usual value nobody knows which decades a slider should have.
  const isOpen = domain.type === "number" && domain.logarithmic && parameter.default === null;
  if ((domain.type === "integer" || domain.type === "number") && !isOpen) return <NumberInputs {...inputs} />;
  if (domain.type === "choice") {
    const options = domain.options.map((option) => [option, spaced(option)] as const);
    const chosen = typeof value === "string" ? value : domain.options[0]!;
    return <Select {...main} options={options} value={chosen} onChange={change} />;
  }
  if (domain.type === "flag") {
    const turn = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.checked);
    return <input {...main} type="checkbox" checked={value === true} onChange={turn} />;
  }
  return name === "hidden" ? <LayersInputs {...inputs} /> : <TextInput {...inputs} />;
}

function NumberInputs({ parameter, path, id, name, value, beside, main, change, say }: Inputs) {
  const { store, scenes, refused, room } = usePage();
  /** What the core does not take stays in sight. */
  const tried = useSignal<{ value: number; of: ExperimentDocument } | null>(null);
  const typed = useRef<HTMLInputElement>(null);
  const scale = scaleOf(bounded(parameter, beside));
  const own = typeof value === "number" ? value : (parameter.default ?? 0);
  const current = tried.value?.of === store.document ? tried.value.value : own;
  const marks = pathText(path) === "stepSize.value" ? stepMarks(scenes.told.value, store.theme) : [];
  const about = marks.map(({ text }) => text).join(" ");
  /** What is being typed stays, where it says the same. */
  const show = (number: number) => {
    const input = typed.current!;
    if (document.activeElement !== input || Number(input.value) !== number) input.value = String(number);
  };
  useLayoutEffect(() => show(current), [current, beside]);
  const tell = (next: number) => {
    show(next);
    if (next !== current) tried.value = change(next) ? null : { value: next, of: store.document };
  };
  const read = () => {
    const text = typed.current!.value.trim();
    const whole = parameter.domain.type === "integer";
    const found = readTyped(text, whole);
    if ("problem" in found) return say(found.problem);
    const inside = clamp(parameter, found.value);
    refused.value = null;
    tell(inside);
    // An error that the core has found comes first.
    if (refused.value) return;
    const isWhole = !whole || Number.isInteger(found.value);
    say(
      inside === found.value
        ? ""
        : `${text.slice(0, 12)} is ${isWhole ? "out of range" : "not whole"}; taken as ${String(inside)}.`,
    );
  };
  return (
    <>
      <div class="track">
        <input
          type="range"
          min="0"
          max={scale.steps}
          step="1"
          value={scale.position(current)}
          title={about}
          aria-label={`${name}, slider`}
          aria-valuetext={formatNumber(current)}
          aria-describedby={about ? `${id}-marks` : undefined}
          onInput={({ currentTarget }) => tell(scale.value(Number(currentTarget.value)))}
        />
        {marks.map(({ value: at, color }, i) => (
          <span
            key={i}
            class="tick"
            aria-hidden="true"
            style={{ "--at": String(scale.position(at) / scale.steps), background: color }}
          />
        ))}
      </div>
      <input
        {...main}
        {...NUMBER}
        ref={typed}
        // The story’s numbers are read beside their sliders.
        disabled={room.value === "story"}
        onChange={read}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          tell(clamp(parameter, scale.next(current, event.key === "ArrowUp" ? 1 : -1)));
        }}
      />
      {about && (
        <p class="visually-hidden" id={`${id}-marks`}>
          {about}
        </p>
      )}
    </>
  );
}

function LayersInputs({ name, value, main, change }: Inputs) {
  const layers = Array.isArray(value) ? value.map(Number) : [];
  const put = (input: HTMLInputElement, layer: number) => {
    const given = Math.round(Number(input.value));
    const inside = Math.min(MOST_UNITS, Math.max(1, Number.isFinite(given) ? given : layers[layer]!));
    input.value = String(inside);
    change(layers.map((old, i) => (i === layer ? inside : old)));
  };
  const buttons = [
    ["+", "One more layer", layers.length >= MOST_LAYERS, [...layers, layers.at(-1) ?? 8]],
    ["−", "One layer less", layers.length === 0, layers.slice(0, -1)],
  ] as const;
  return (
    <>
      <div {...main} class="layers" role="group" aria-label={name}>
        {layers.map((units, layer) => (
          <input
            key={layer}
            type="number"
            min="1"
            max={MOST_UNITS}
            value={units}
            aria-label={`Units of layer ${layer + 1}`}
            onChange={({ currentTarget }) => put(currentTarget, layer)}
          />
        ))}
      </div>
      {buttons.map(([sign, words, disabled, next]) => (
        <Button key={sign} title={words} aria-label={words} disabled={disabled} onClick={() => change(next)}>
          {sign}
        </Button>
      ))}
    </>
  );
}

function TextInput({ parameter, value, beside, main, change, say }: Inputs) {
  const input = useRef<HTMLInputElement>(null);
  const { type } = parameter.domain;
  const plain = type === "text" || type === "seed";
  const text = written(value, type);
  useLayoutEffect(() => {
    input.current!.value = text;
  }, [text, beside]);
  const read = () => {
    const typed = input.current!.value.trim();
    if (typed === "") return change(undefined);
    if (plain) return change(typed);
    if (type === "integer" || type === "number") {
      const found = readTyped(typed, type === "integer");
      return "problem" in found ? say(found.problem) : change(found.value);
    }
    if (type === "numbers") {
      const found = readTypedList(typed);
      return "problem" in found ? say(found.problem) : change(found.values);
    }
    try {
      return change(JSON.parse(typed));
    } catch {
      return say("This is not JSON.");
    }
  };
  return <input {...main} {...TYPED} ref={input} placeholder={parameter.required ? "" : "default"} onChange={read} />;
}

function written(value: unknown, type: string): string {
  if (value === undefined || value === null) return "";
  if (type === "text" || type === "seed") return String(value);
  return type === "numbers" && Array.isArray(value) ? value.join(", ") : JSON.stringify(value).slice(0, 10_000);
}

/** The ends of where methods that take the experiment's step are stable, with their colours and what they mean, said once. */
function stepMarks({ document, run, styles }: Scene, theme: Theme) {
  const stability = run?.document === document ? (run.description?.stability ?? []) : [];
  const names = shortened(styles.map(({ label }) => label));
  return stability.flatMap((judgement, place) => {
    if (!judgement || document.methods[place]!.stepSize) return [];
    const color = methodColor(styles[place]!, theme);
    if (!judgement.range) return [];
    const text = `Stable for ${names[place]}: ${formatRange(judgement.range, judgement.exact)}.`;
    const ends = judgement.range.filter((value) => value > 0 && Number.isFinite(value));
    return ends.map((value, i) => ({ value, color, text: i === 0 ? text : "" }));
  });
}
