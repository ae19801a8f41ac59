/** Shared by all canvas views: a figure in its host with a surface, a summary, a table, and export of the picture. */

import { createAccess, type Access } from "./access";
import { element, set } from "./element";
import type { Sheet } from "./frame";
import { createSurface, type Surface } from "./surface";
import type { Table } from "./table";
import type { Theme } from "./theme";
import type { View } from "./types";
import "./views.css";

export interface CanvasParts<Data> {
  /** Class of the root and accessible name of the picture. */
  className: string;
  name: string;
  /** What kind of picture it is, for screen readers, where keys act on it. */
  role?: string;
  draw(sheet: Sheet, data: Data): void;
  describe(data: Data): string;
  /** What the description is about, in a word: another is told soon, also during a run. */
  subject?(data: Data): string;
  table(data: Data): Table;
}

export interface CanvasView<Data> extends View<Data> {
  root: HTMLElement;
  /** Holds the canvas; tooltips are placed in it. */
  box: HTMLElement;
  /** Fold-outs below the picture. */
  foot: HTMLElement;
  surface: Surface;
  access: Access;
  data(): Data | null;
  theme(): Theme;
}

export function createCanvasView<Data>(host: HTMLElement, theme: Theme, parts: CanvasParts<Data>): CanvasView<Data> {
  let data: Data | null = null;
  const [box, foot] = [element("div", "view-box"), element("div", "view-foot")];
  const root = element("div", `view ${parts.className}`, {}, box, foot);
  host.append(root);
  const surface = createSurface(box, (painter, size) => {
    if (data !== null) parts.draw({ painter, theme, size }, data);
  });
  const access = createAccess(foot, parts.name, () => (data === null ? null : parts.table(data)));
  set(surface.canvas, { role: "img", "aria-label": parts.name, "aria-describedby": access.summaryId });
  if (parts.role) set(surface.canvas, { role: "application", "aria-roledescription": parts.role, tabIndex: 0 });
  applyTheme(root, theme);

  return {
    root,
    box,
    foot,
    surface,
    access,
    data: () => data,
    theme: () => theme,
    update(next) {
      data = next;
      access.describe(() => parts.describe(next), parts.subject?.(next) ?? "");
      access.refresh();
      surface.redraw();
    },
    setTheme(next) {
      theme = next;
      applyTheme(root, theme);
      surface.redraw();
    },
    async figure() {
      if (data === null) return null;
      const shown = data;
      const size = surface.size();
      if (size.width === 0 || size.height === 0) return null;
      return {
        ...size,
        description: parts.describe(shown),
        draw: (painter) => parts.draw({ painter, theme, size }, shown),
      };
    },
    destroy() {
      surface.destroy();
      root.remove();
    },
  };
}

/** The palette as custom properties, so that `views.css` follows the theme without a second table. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  for (const name of ["paper", "ink", "muted", "rule", "grid", "accent", "warning"] as const)
    root.style.setProperty(`--view-${name}`, theme[name]);
  root.style.setProperty("--view-font", theme.font);
}
