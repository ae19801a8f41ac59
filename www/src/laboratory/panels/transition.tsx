/**
 * The eigenvalues of the methods' transition matrices, the constants by which the network enters the theorems, and the
 * pattern over the agents that belongs to an eigenvalue of W.
 */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Figure } from "../../controls/figure";
import { About, Named, Table, type Cell } from "../../controls/table";
import type { Theory } from "../../simulation/core";
import { formatNumber } from "../../views/format";
import { createGraphView } from "../../views/graph/view";
import { createSpectrumView } from "../../views/spectrum";
import type { MethodStyle } from "../../views/types";
import { Modes, modeNearest, patternOn, useModes } from "./modes";
import { NONE, PARTED, type PanelProps } from "./panel";

/** So many have room in a picture of the usual height. */
const USUAL_METHODS = 3;

export function Transition({ scene }: PanelProps) {
  const { facts, network, styles } = scene;
  const modes = useModes(scene);
  const chosen = useSignal(0);
  const last = (modes?.length ?? 0) - 1;
  const place = Math.max(0, Math.min(last, chosen.value));
  const methods = facts?.methods;
  const labels = styles.map(({ label }) => label).join();
  const shown = useMemo(
    () =>
      (methods ?? []).flatMap((theory, at) =>
        theory.eigenvalues.length > 0 && styles[at] ? [{ at, method: styles[at]!, theory }] : [],
      ),
    [methods, labels],
  );
  const spectrum = useMemo(
    () => (shown.length > 0 ? spectrumOf(network?.eigenvalues ?? [], shown) : null),
    [shown, network],
  );
  const pattern = modes && last >= 0 ? patternOn(scene, modes[place]!) : null;
  // The view calls this at any time: what is current is read from here.
  const now = useMemo(() => ({ onActive: (_row: number, _lambda: number): void => undefined }), []);
  now.onActive = (row, lambda) => {
    if (modes) chosen.value = modeNearest(scene.document, modes, lambda, shown[row]?.at ?? 0);
  };
  return (
    <>
      <About>
        Each eigenvalue λᵢ of W but the first gives G two eigenvalues. Agents come to agree where all lie within the
        unit circle, if the step fits the costs too, and the outermost says how fast disagreement fades. The ticks on
        the real axis are the eigenvalues of W, and of (1 − θ)W + θI where a method takes that; pointing at an
        eigenvalue shows its pattern on the network beside or below.
      </About>
      {/* Beside each other, so that what is pointed at and its pattern are seen together. */}
      <div class="pair">
        <Figure
          make={(host, theme) => createSpectrumView(host, theme, (...at) => now.onActive(...at))}
          data={spectrum}
          // The names of many methods are not to take the room of the disk.
          style={{ "--more": Math.max(0, shown.length - USUAL_METHODS) }}
        />
        <Figure make={createGraphView} data={pattern} />
      </div>
      <Modes scene={scene} modes={modes} place={place} onPlace={(next) => (chosen.value = next)} />
      {methods && shown.length === 0 && (
        <About>
          {(network?.components ?? 1) > 1
            ? PARTED
            : network?.changes
              ? "G assumes a fixed W, and this network changes from iteration to iteration: there are no eigenvalues of G to draw. The patterns are those of the network before it changes."
              : "There is nothing to draw: no method here is of the SUDA family, or the network is too large for all its eigenvalues to be computed."}
        </About>
      )}
      {shown.length > 0 && (
        <div class="theory">
          <Table
            caption="G = V Γ V⁻¹ with γ = ‖Γ‖, v₁ = ‖V‖, v₂ = ‖V⁻¹‖: computed on this W, and bounded in closed form (Appendix B)"
            columns={["", "ρ(G)", "γ", "v₁", "v₂", <Below name="λ" index="a" />, <Below name="λ" index="b" />]}
            rows={shown.flatMap(({ method, theory }): Cell[][] => {
              const { gamma, v1, v2, lambdaA, lambdaB, spectralRadius, paper } = theory;
              return [
                [<Named style={method} />],
                ["computed", ...[spectralRadius, gamma, v1, v2, lambdaA, lambdaB].map(digits)],
                ...(paper
                  ? [["bound", "", ...[paper.gamma, paper.v1, paper.v2, paper.lambdaA, paper.lambdaB].map(digits)]]
                  : []),
              ];
            })}
          />
          <About>
            The computed γ, v₁ and v₂ are at most the bound; the last two, the largest |A(λᵢ)| and the smallest B(λᵢ),
            equal it. The paper bounds Exact-Diffusion, EXTRA and gradient tracking on a positive semi-definite W; other
            rows have computed values only.
          </About>
        </div>
      )}
    </>
  );
}

function Below({ name, index }: { name: string; index: string }) {
  return (
    <span>
      {name}
      <sub>{index}</sub>
    </span>
  );
}

const digits = (value: number | null): string => (value === null ? NONE : formatNumber(value, 4));

/** Each method's λᵢ are those of its own, perhaps lazy, W: they are put on the axis beside the network's. */
function spectrumOf(network: ArrayLike<number>, shown: readonly { method: MethodStyle; theory: Theory }[]) {
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
