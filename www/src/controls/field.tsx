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

export interface SelectProps {
  /** Each a word, or a value and its words. */
  options: readonly (string | readonly [value: string, text: string])[];
  value: string;
  onChange(value: string): void;
  /** Its name, where no label stands beside it. */
  label?: string;
  /** Whether the choices are names. */
  names?: boolean;
  disabled?: boolean;
}

export function Select({ options, value, onChange, label, names = false, disabled = false }: SelectProps) {
  const all = options.map((option) => (typeof option === "string" ? ([option, option] as const) : option));
  return (
    <select
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {all.map(([own, text]) => (
        <option key={own} value={own} translate={names ? false : undefined}>
          {text}
        </option>
      ))}
    </select>
  );
}

export interface ChoiceProps extends SelectProps {
  label: string;
  kind?: string;
}

/** A labelled choice among a few. */
export function Choice({ kind, ...select }: ChoiceProps) {
  return (
    <Field label={select.label} {...(kind ? { kind } : {})}>
      <Select {...select} />
    </Field>
  );
}
