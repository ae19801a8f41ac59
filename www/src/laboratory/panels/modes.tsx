/** The modes of W: the pattern over the agents that belongs to an eigenvalue, and how much of each method's disagreement lies in it now. */

import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../controls/field";
import { usePage } from "../../controls/page";
import { About, Named } from "../../controls/table";
import { graphData } from "../../scene/network";
import type { NetworkMode } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { cleaned, formatNumber, formatShare, plural } from "../../views/format";
import { methodColor } from "../../views/theme";
import type { GraphData } from "../../views/types";
import type { PanelScene } from "./panel";
import { eigenvaluesOfMethod } from "./polynomial";

/** The amounts are asked for no more often than this, in ms. */
const BETWEEN = 250;
const PATTERN = "pattern";

/** The modes of the run's network, from slow to fast; null while they are not known. Their amounts are asked for as the run goes on. */
export function useModes({ run, shown }: PanelScene): readonly NetworkMode[] | null {
  const asked = useRef<{ run: Run; at: string; time: number } | null>(null);
  useEffect(() => {
    if (!run?.started || run.refusal !== null) return;
    const at = `${run.done} ${shown}`;
    const before = asked.current;
    if (before?.run === run && (before.at === at || performance.now() - before.time < BETWEEN)) return;
    asked.current = { run, at, time: performance.now() };
    void run.askModes();
  });
  return run?.modes ?? null;
}

/** The place of the mode of an eigenvalue of the W of a method, by the method's place. */
export function modeNearest(
  document: PanelScene["document"],
  modes: readonly NetworkMode[],
  lambda: number,
  method: number,
): number {
  const network = modes.map(({ eigenvalue }) => eigenvalue);
  const off = eigenvaluesOfMethod(document.methods[method]!, network).map((own) => Math.abs(own - lambda));
  return off.reduce((best, distance, i) => (distance < off[best]! ? i : best), 0);
}

export function patternOn(scene: PanelScene, { pattern }: NetworkMode): GraphData | null {
  const data = graphData(scene);
  if (!data) return null;
  const { now: _now, samples: _samples, methods: _methods, beat: _beat, ...rest } = data;
  return {
    ...rest,
    quantities: [{ id: PATTERN, label: "pattern", scale: "signed" }],
    quantity: PATTERN,
    panels: [{ values: { [PATTERN]: pattern } }],
  };
}

interface ModesProps {
  scene: PanelScene;
  modes: readonly NetworkMode[] | null;
  place: number;
  onPlace(place: number): void;
}

export function Modes({ scene, modes, place, onPlace }: ModesProps) {
  const mode = modes?.[place];
  return (
    <div class="theory">
      <h4>The pattern of an eigenvalue</h4>
      {modes && mode ? (
        <Chosen scene={scene} modes={modes} mode={mode} place={place} onPlace={onPlace} />
      ) : (
        <About>
          {modes ? "One agent agrees with itself." : "Modes are computed for networks of at most 200 agents."}
        </About>
      )}
      <About>
        A round of gossip multiplies the pattern of a mode by its eigenvalue: near 1 it hardly fades, near −1 it flips
        its sign from round to round. What the agents disagree on is a sum of such patterns. The bars tell how much of
        (1/n) Σ ‖xᵢ − x̄‖² lies in each mode now, from λ₂ at the left to λₘᵢₙ at the right, on a logarithmic scale over
        six decades of each method’s own; the mode shown is strong. Patterns are painted here and not on the networks at
        the top: there colours tell the agents’ state, and are the same for all methods.
      </About>
    </div>
  );
}

function Chosen({
  scene,
  modes,
  mode,
  place,
  onPlace,
}: ModesProps & { modes: readonly NetworkMode[]; mode: NetworkMode }) {
  const { run, styles } = scene;
  const { theme } = usePage().store;
  const last = modes.length - 1;
  const { eigenvalue, multiplicity } = mode;
  const told = `λ = ${formatNumber(cleaned(eigenvalue), 4)}${roleOf(place, modes)}`;
  const several = multiplicity > 1 ? `; one of ${plural(multiplicity, "independent pattern")} that it has` : "";
  return (
    <div class="modes">
      <div class="choice">
        <Button onClick={() => onPlace(0)}>λ₂</Button>
        <Button onClick={() => onPlace(last)}>λₘᵢₙ</Button>
        <input
          type="range"
          min="0"
          max={last}
          step="1"
          value={place}
          aria-label="Mode of W, from slow to fast"
          aria-valuetext={told}
          onInput={({ currentTarget }) => onPlace(Number(currentTarget.value))}
        />
      </div>
      <p class="verdict" role="status">{`${told}${several}.`}</p>
      <div class="amounts">
        {styles.map((style, method) => {
          const shares = run!.modeShares.get(method);
          if (shares?.length !== modes.length) return null;
          const total = shares.reduce((sum, share) => sum + share, 0);
          return (
            <p key={method}>
              <span class="name">
                <Named style={style} />
              </span>
              <Bars shares={shares} chosen={place} color={methodColor(style, theme)} />
              <span class="value">
                {total > 0 ? `${formatShare(shares[place]! / total)} of ${formatNumber(total, 2)}` : "they agree"}
              </span>
            </p>
          );
        })}
      </div>
    </div>
  );
}

function roleOf(place: number, modes: readonly NetworkMode[]): string {
  if (place === 0) return ", λ₂: the slow wave";
  if (place < modes.length - 1) return "";
  return modes[place]!.eigenvalue < 0 ? ", λₘᵢₙ: it flips from round to round" : ", λₘᵢₙ: it fades first";
}

/** Decades below the greatest that are shown. */
const DECADES = 6;
const HEIGHT = 28;

/** Of the method's own greatest: methods may differ by many decades. */
function Bars({ shares, chosen, color }: { shares: Float64Array; chosen: number; color: string }) {
  const most = shares.reduce((most, share) => Math.max(most, share), 0);
  return (
    <svg viewBox={`0 0 ${shares.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from(shares, (share, i) => {
        const decades = most > 0 ? DECADES + Math.log10(share / most) : 0;
        const height = Math.max(0, Math.min(1, decades / DECADES) || 0) * HEIGHT;
        return (
          <rect
            key={i}
            x={i + 0.1}
            y={HEIGHT - height}
            width="0.8"
            height={height}
            fill={color}
            opacity={i === chosen ? "1" : "0.4"}
          />
        );
      })}
    </svg>
  );
}
