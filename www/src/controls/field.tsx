/** A labelled field, and a choice among a few. */

import type { ComponentChild, ComponentChildren } from "preact";

export function Field({
  label,
  kind,
  children,
}: {
  label: ComponentChild;
  kind?: string;
  children: ComponentChildren;
}) {
  return (
    <div class={kind ? `field ${kind}` : "field"}>
      {/* biome-ignore lint/a11y: the input is within it. */}
      <label>
        {label}
        <div class="inputs">{children}</div>
      </label>
    </div>
  );
}

export interface Option {
  value: string;
  text: string;
}

export interface SelectProps {
  options: readonly Option[];
  value: string;
  onChange(value: string): void;
  /** Its name, where no label stands beside it. */
  label?: string;
  /** Whether the choices are names. */
  names?: boolean;
  disabled?: boolean;
}

export function Select({ options, value, onChange, label, names = false, disabled = false }: SelectProps) {
  return (
    <select
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} translate={names ? false : undefined}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

export interface ChoiceProps extends Omit<SelectProps, "options" | "label"> {
  label: string;
  kind?: string;
  /** Each a word, or a value and its words. */
  options: readonly (string | readonly [value: string, text: string])[];
}

/** A labelled choice among a few. */
export function Choice({ label, kind, options, ...select }: ChoiceProps) {
  const all = options.map((option) => (typeof option === "string" ? [option, option] : option));
  return (
    <Field label={label} {...(kind ? { kind } : {})}>
      <Select label={label} options={all.map(([value, text]) => ({ value: value!, text: text! }))} {...select} />
    </Field>
  );
}
