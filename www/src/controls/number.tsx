/** A number that a reader types. */

import { readTyped } from "./typed";

export interface TypedNumberProps {
  /** As it was typed. */
  text: string;
  onChange(text: string): void;
  placeholder?: string;
}

export function TypedNumber({ text, onChange, placeholder = "" }: TypedNumberProps) {
  return (
    <input
      type="text"
      class="number"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      size={7}
      placeholder={placeholder}
      value={text}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Its value; NaN where it is none. */
export function numberIn(text: string): number {
  const typed = text.trim() === "" ? null : readTyped(text, false);
  return typed && "value" in typed ? typed.value : NaN;
}
