/** The two figures, in their places on the page. */

import { byId } from "../controls/dom";
import type { Held, Stage } from "../controls/figure";
import { mount, type Page } from "../controls/page";
import { LeftFigure, sideOf, type LoadPolynomials } from "./left-figure";
import { RightFigure } from "./right-figure";

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
