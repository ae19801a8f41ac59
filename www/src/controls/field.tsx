/** A labelled field, what is typed, a choice among a few, a switch, a button, and a panel that folds. */

import type { ButtonHTMLAttributes, ComponentChild, ComponentChildren, SelectHTMLAttributes, Ref } from "preact";
import { useFreshId } from "./page";

interface FieldProps {
  label: ComponentChild;
  kind?: string | undefined;
  /** The input, with the id that the label names. */
  children(id: string): ComponentChildren;
}

export function Field({ label, kind, children }: FieldProps) {
  const id = useFreshId();
  return (
    <div class={kind ? `field ${kind}` : "field"}>
      <label for={id}>{label}</label>
      <div class="inputs">{children(id)}</div>
    </div>
  );
}

export const TYPED = { type: "text", autocomplete: "off", spellcheck: false } as const;
export const NUMBER = { ...TYPED, class: "number", inputMode: "decimal", size: 7 } as const;

interface TypedProps extends Pick<FieldProps, "label"> {
  like: typeof TYPED | typeof NUMBER;
  /** As it was typed. */
  text: string;
  onChange(text: string): void;
  placeholder?: string;
}

export function Typed({ label, like, text, onChange, placeholder = "" }: TypedProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          {...like}
          id={id}
          placeholder={placeholder}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface SelectProps
  extends Pick<SelectHTMLAttributes, "id" | "title" | "disabled" | "aria-label" | "aria-describedby" | "aria-invalid"> {
  /** Each a word, or a value, its words and what they mean. */
  options: readonly (string | readonly [value: string, text: string, meaning?: string])[];
  value: string;
  onChange(value: string): void;
  /** Whether the choices are names. */
  names?: boolean;
}

export function Select({ options, onChange, names = false, ...attributes }: SelectProps) {
  return (
    <select {...attributes} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map((option) => {
        const [value, text, meaning] = typeof option === "string" ? [option, option] : option;
        return (
          <option key={value} value={value} title={meaning} translate={names ? false : undefined}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

export function Choice({
  label,
  kind,
  ...select
}: Omit<SelectProps, "id"> & Pick<FieldProps, "kind"> & { label: string }) {
  return (
    <Field label={label} kind={kind}>
      {(id) => <Select {...select} id={id} />}
    </Field>
  );
}

interface CheckProps {
  checked: boolean;
  onChange(isOn: boolean, box: HTMLInputElement): void;
  title?: string;
  hidden?: boolean;
  children: ComponentChildren;
}

export function Check({ checked, onChange, children, ...label }: CheckProps) {
  return (
    <label class="check" {...label}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked, currentTarget)}
      />
      {children}
    </label>
  );
}

/** A button; `quiet`: one without a frame. */
export function Button({ quiet, ...attributes }: ButtonHTMLAttributes & { quiet?: boolean | undefined }) {
  return <button type="button" class={quiet ? "quiet" : undefined} {...attributes} />;
}

export function Act({ label, quiet, onClick }: { label: string; quiet?: boolean; onClick(): void }) {
  return (
    <>
      {" "}
      <Button quiet={quiet} onClick={onClick}>
        {label}
      </Button>
    </>
  );
}

interface PanelProps {
  title: string;
  about: string;
  open?: boolean;
  place?: Ref<HTMLDetailsElement>;
  onToggle?(isOpen: boolean): void;
  children: ComponentChildren;
}

export function Panel({ title, about, open = false, place = null, onToggle, children }: PanelProps) {
  return (
    <details ref={place} open={open} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
        <span class="about">{about}</span>
      </summary>
      <div class="body">{children}</div>
    </details>
  );
}
