/** The eigenvalues of the methods' transition matrices, and the constants by which the network enters the theorems. */

import { h } from "../../controls/dom";
import type { TheoryPanel, TheoryScene } from "./panel";
import type { Theory } from "../../simulation/core";
import { formatNumber } from "../../views/format";
import { methodSwatch } from "../../views/legend";
import { createSpectrumView } from "../../views/spectrum";
import type { SpectrumData } from "../../views/types";
import { createModes } from "./modes";
import type { PanelTools } from "./panels";
import { PARTED, about, onChange, table, type Cell } from "./rows";

const NONE = "–";
/** So many have room in a picture of the usual height. */
const USUAL_METHODS = 3;

export function createTransition(host: HTMLElement, { theme }: PanelTools): TheoryPanel {
  const changed = onChange();
  const picture = h("div", { class: "picture" });
  const numbers = h("div", { class: "theory" });
  const pattern = h("div", { class: "picture" });
  const patterns = h("div", { class: "theory" });
  host.append(
    about(
      "Each eigenvalue λᵢ of W but the first gives G two eigenvalues. Agents come to agree where all lie within the unit circle, if the step fits the costs too, and the outermost says how fast disagreement fades. The ticks on the real axis are the eigenvalues of W, and of (1 − θ)W + θI where a method takes that; pointing at an eigenvalue shows its pattern on the network beside or below.",
    ),
    // Beside each other, so that what is pointed at and its pattern are seen together.
    h("div", { class: "pair" }, picture, pattern),
    patterns,
    numbers,
  );
  const modes = createModes(pattern, patterns, theme);
  /** The places of the methods that are drawn. */
  let places: readonly number[] = [];
  const view = createSpectrumView(picture, theme, {
    onActive: (row, lambda) => modes.choose(lambda, places[row] ?? 0),
  });
  return {
    update(scene) {
      modes.setTheme(scene.theme);
      modes.update(scene);
      const { facts, network, theme, styles, view: settings } = scene;
      changed([facts, network, theme, settings.hidden, styles.map(({ label }) => label).join()], () => {
        view.setTheme(theme);
        if (facts) draw(scene, facts.methods);
      });
    },
  };

  function draw(scene: TheoryScene, methods: readonly Theory[]): void {
    const { network, styles, theme } = scene;
    places = styles.flatMap((_, place) => (methods[place]!.eigenvalues.length > 0 ? [place] : []));
    const shown = places.map((place) => ({ method: styles[place]!, theory: methods[place]! }));
    picture.hidden = shown.length === 0;
    if (shown.length === 0) {
      numbers.replaceChildren(
        about(
          (network?.components ?? 1) > 1
            ? PARTED
            : network?.changes
              ? "G assumes a fixed W, and this network changes from iteration to iteration: there are no eigenvalues of G to draw. The patterns are those of the network before it changes."
              : "There is nothing to draw: no method here is of the SUDA family, or the network is too large for all its eigenvalues to be computed.",
        ),
      );
      return;
    }
    // The names of many methods are not to take the room of the disk.
    picture.style.setProperty("--more", String(Math.max(0, shown.length - USUAL_METHODS)));
    view.update(spectrum(network?.eigenvalues ?? [], shown));
    const rows = shown.flatMap(({ method, theory }): Cell[][] => {
      const { paper } = theory;
      const computed = [theory.gamma, theory.v1, theory.v2, theory.lambdaA, theory.lambdaB].map(digits);
      const bounds = paper ? [paper.gamma, paper.v1, paper.v2, paper.lambdaA, paper.lambdaB].map(digits) : [];
      return [
        [h("span", { translate: false }, methodSwatch(method, theme), " ", method.label)],
        ["computed", digits(theory.spectralRadius), ...computed],
        ...(paper ? [["bound", "", ...bounds]] : []),
      ];
    });
    numbers.replaceChildren(
      table(
        "G = V Γ V⁻¹ with γ = ‖Γ‖, v₁ = ‖V‖, v₂ = ‖V⁻¹‖: computed on this W, and bounded in closed form (Appendix B)",
        ["", "ρ(G)", "γ", "v₁", "v₂", h("span", {}, "λ", h("sub", {}, "a")), h("span", {}, "λ", h("sub", {}, "b"))],
        rows,
      ),
      about(
        "The computed γ, v₁ and v₂ are at most the bound; the last two, the largest |A(λᵢ)| and the smallest B(λᵢ), equal it. The paper bounds Exact-Diffusion, EXTRA and gradient tracking on a positive semi-definite W; other rows have computed values only.",
      ),
    );
  }
}

function digits(value: number | null): string {
  return value === null ? NONE : formatNumber(value, 4);
}

/** Each method's λᵢ are those of its own, perhaps lazy, W: they are put on the axis beside the network's. */
function spectrum(
  network: ArrayLike<number>,
  shown: readonly { method: SpectrumData["methods"][number]["method"]; theory: Theory }[],
): SpectrumData {
  const all = Array.from(network);
  const places = new Map(all.map((value, i) => [value, i]));
  const placeOf = (lambda: number): number => {
    const known = places.get(lambda);
    if (known !== undefined) return known;
    places.set(lambda, all.length);
    return all.push(lambda) - 1;
  };
  const methods = shown.map(({ method, theory: { eigenvalues } }) => ({
    method,
    re: eigenvalues.map(({ re }) => re),
    im: eigenvalues.map(({ im }) => im),
    of: eigenvalues.map(({ lambda }) => placeOf(lambda)),
  }));
  return { network: all, methods };
}
