/** Light or dark: as the reader’s system has it, or as they chose here. */

import { signal, type ReadonlySignal } from "@preact/signals";
import { dark, light, strong, type Theme } from "../views/theme";

export type Choice = "auto" | "light" | "dark";

const KEY = "suda:appearance";
/** The page's own colours, which its styles know by these names. */
const COLORS = ["paper", "ink", "muted", "rule", "hairline", "wash", "accent", "warning"] as const;
const system = media("(prefers-color-scheme: dark)");
const forced = media("(forced-colors: active)");
/** Paper is white, whatever the screen. */
const paper = media("print");

export class Appearance {
  #choice: Choice;
  readonly #theme = signal(light);
  readonly theme: ReadonlySignal<Theme> = this.#theme;
  /** Whether it is for paper. */
  readonly isPrinting = signal(false);
  readonly #looks: Partial<Theme>;

  /** Without a `choice` it is that of the reader's last visit. `looks`: what of a theme is as a page around has it. */
  constructor(choice: Choice = remembered(), looks: Partial<Pick<Theme, "accent" | "paper" | "font">> = {}) {
    this.#choice = choice;
    this.#looks = looks;
    this.#apply();
    for (const query of [system, forced]) query.addEventListener("change", () => this.#apply());
    paper.addEventListener("change", () => this.#print(paper.matches));
    // Reported before the browser lays out the page, so that the figures can be redrawn.
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(paper.matches));
  }

  get choice(): Choice {
    return this.#choice;
  }

  set choice(choice: Choice) {
    this.#choice = choice;
    this.#apply();
  }

  remember(): void {
    try {
      localStorage.setItem(KEY, this.#choice);
    } catch {
      // A frame without storage forgets the choice; that is all.
    }
  }

  #print(printing: boolean): void {
    if (printing === this.isPrinting.value) return;
    this.isPrinting.value = printing;
    this.#apply();
  }

  #apply(): void {
    // The system's colours, where the reader has it set them.
    const own = forced.matches ? strong(systemColor("Canvas"), systemColor("CanvasText")) : null;
    const isDark = this.#choice === "auto" ? system.matches : this.#choice === "dark";
    const theme = this.isPrinting.value ? light : (own ?? { ...(isDark ? dark : light), ...this.#looks });
    this.#theme.value = theme;
    const { dataset, style } = document.documentElement;
    dataset["theme"] = style.colorScheme = theme.name;
    for (const name of COLORS) style.setProperty(`--${name}`, theme[name]);
    if (this.#looks.font) for (const name of ["--serif", "--sans"]) style.setProperty(name, this.#looks.font);
  }
}

/** One of the system's own colours, as "#rrggbb". */
function systemColor(name: "Canvas" | "CanvasText"): string {
  const probe = document.createElement("span");
  probe.style.color = name;
  document.body.append(probe);
  const channels = getComputedStyle(probe).color.match(/\d+/g) ?? [];
  probe.remove();
  return `#${channels
    .slice(0, 3)
    .map((channel) => Number(channel).toString(16).padStart(2, "0"))
    .join("")}`;
}

function remembered(): Choice {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === "light" || choice === "dark" ? choice : "auto";
  } catch {
    return "auto";
  }
}

/** A media query; where the browser answers none, one that never matches. */
export function media(query: string): Pick<MediaQueryList, "matches" | "addEventListener"> {
  return typeof matchMedia === "function" ? matchMedia(query) : { matches: false, addEventListener: () => {} };
}
