/** The two figures, in their places on the page. */

import { byId } from "../controls/dom";
import type { Held } from "../controls/figure";
import { mount, type Page } from "../controls/page";
import type { Figure } from "../views/types";
import { LeftFigure, sideOf, type LoadPolynomials } from "./left-figure";
import { RightFigure } from "./right-figure";

export type Shown = "left" | "curves" | "floors";

export interface Stage {
  /** A picture as it stands; null where there is nothing to be seen. */
  figure(which: Shown): Promise<Figure | null>;
}

export function createStage(page: Page, load: LoadPolynomials): Stage {
  const nothing = (): Held => ({ current: null });
  const left = { network: nothing(), agents: nothing(), answers: nothing(), polynomials: nothing() };
  const right = { curves: nothing(), floors: nothing() };
  mount(byId("graph"), page, <LeftFigure load={load} held={left} />);
  mount(byId("curves"), page, <RightFigure held={right} />);
  return {
    async figure(which) {
      const held = which === "left" ? left[sideOf(page.scenes.drawing.peek())] : right[which];
      return (await held.current?.figure()) ?? null;
    },
  };
}
