/** Light or dark: as the reader's system has it, or as they chose here. */

import { dark, light, type Theme } from "./views/theme";

export type Choice = "auto" | "light" | "dark";

const KEY = "suda:appearance";
const system = matchMedia("(prefers-color-scheme: dark)");

export class Appearance {
  #choice: Choice;
  readonly #listeners: ((theme: Theme) => void)[] = [];

  /** Without a `choice` it is the one that the reader made on an earlier visit. */
  constructor(choice: Choice = remembered()) {
    this.#choice = choice;
    this.#apply();
    system.addEventListener("change", () => this.#apply());
  }

  get theme(): Theme {
    const isDark = this.#choice === "auto" ? system.matches : this.#choice === "dark";
    return isDark ? dark : light;
  }

  get choice(): Choice {
    return this.#choice;
  }

  set choice(choice: Choice) {
    this.#choice = choice;
    this.#apply();
  }

  /** Keeps the choice for the reader's next visit. */
  remember(): void {
    try {
      localStorage.setItem(KEY, this.#choice);
    } catch {
      // A frame without storage forgets the choice; that is all.
    }
  }

  subscribe(listener: (theme: Theme) => void): void {
    this.#listeners.push(listener);
  }

  #apply(): void {
    const { theme } = this;
    document.documentElement.dataset["theme"] = theme.name;
    for (const listener of this.#listeners) listener(theme);
  }
}

function remembered(): Choice {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === "light" || choice === "dark" ? choice : "auto";
  } catch {
    return "auto";
  }
}
