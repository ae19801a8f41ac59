/** Choices that look like the text they stand for: the title of an axis, the name of a colour scale, whose agents are shown. */

import { render, type ButtonHTMLAttributes, type HTMLAttributes } from "preact";
import { element } from "./element";
import type { Choice } from "./types";

interface ButtonProps extends Pick<ButtonHTMLAttributes, "hidden" | "disabled" | "aria-pressed"> {
  title: string;
  press(): void;
  children: string;
}

export function Button({ press, ...more }: ButtonProps) {
  return <button type="button" class="view-button" onClick={press} {...more} />;
}

interface SelectProps extends Pick<HTMLAttributes, "hidden" | "translate" | "style"> {
  name: string;
  choices: readonly Choice[];
  chosen: string;
  /** Without it, it is text. */
  choose?: ((id: string) => void) | undefined;
  class?: string;
}

export function Select({ name, choices, chosen, choose, class: own = "", hidden = false, ...more }: SelectProps) {
  const className = `${choose ? "view-select" : "view-title"} ${own}`.trimEnd();
  const { label = "", meaning = "" } = choices.find(({ id }) => id === chosen) ?? {};
  if (!choose)
    return (
      <span class={className} hidden={hidden || label === ""} {...more}>
        <span>{label}</span>
        <small>{meaning}</small>
      </span>
    );
  const title = meaning || name;
  return (
    <span class={className} hidden={hidden || choices.length === 0} {...more}>
      <select aria-label={name} title={title} value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
        {choices.map((choice) => (
          // Formulas are the same in all languages.
          <option key={choice.id} value={choice.id} translate={!choice.label.includes("‖")}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The networks side by side, with their middles and widths as shares of the box where these are not equal, and all methods. */
interface Named {
  panels: readonly { method?: string | undefined; middle?: number; share?: number }[];
  methods?: readonly Choice[] | undefined;
}

/** Above each picture of a method's agents: whose they are, as a choice of the methods. */
export function createNames(box: HTMLElement, choose?: (panel: number, id: string) => void) {
  const host = box.appendChild(element("div"));
  return {
    update({ panels, methods = [] }: Named): void {
      const each = 1 / panels.length;
      const names = panels.map(({ method, middle, share = each }, panel) => (
        <Select
          key={panel}
          name={`Method at the ${panel === 0 ? "left" : "right"}`}
          choices={methods}
          chosen={method ?? ""}
          choose={choose && ((id) => choose(panel, id))}
          class="view-name"
          hidden={method === undefined}
          translate={false}
          style={{ "--place": middle ?? (panel + 0.5) * each, "--share": share }}
        />
      ));
      render(names, host);
    },
  };
}
