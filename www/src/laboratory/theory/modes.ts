/**
 * The modes of W: the pattern over the agents that belongs to an eigenvalue, on the network, and how much of each
 * method's disagreement lies in it now.
 */

import { h, setText } from "../../controls/dom";
import { graphData } from "../../scene/figures";
import type { NetworkMode } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { formatNumber, formatShare, plural } from "../../views/format";
import { createGraphView } from "../../views/graph/view";
import { methodSwatch } from "../../views/legend";
import { methodColor, type Theme } from "../../views/theme";
import type { GraphData } from "../../views/types";
import type { TheoryScene } from "./panel";
import { about } from "./rows";

/** The amounts are asked for no more often than this, in ms. */
const BETWEEN = 250;
const PATTERN = "pattern";

export interface Modes {
  update(scene: TheoryScene): void;
  setTheme(theme: Theme): void;
  /** Shows the mode of an eigenvalue of the W of a method, by the method's place. */
  choose(lambda: number, method: number): void;
}

/** The network goes into `picture`, all else into `host`. */
export function createModes(picture: HTMLElement, host: HTMLElement, theme: Theme): Modes {
  const slider = h("input", { type: "range", min: "0", step: "1", "aria-label": "Mode of W, from slow to fast" });
  const name = h("p", { class: "verdict", role: "status" });
  const ends = [button("λ₂", () => go(0)), button("λₘᵢₙ", () => go(Infinity))];
  const amounts = h("div", { class: "amounts" });
  const words = about(
    "A round of gossip multiplies the pattern of a mode by its eigenvalue: near 1 it hardly fades, near −1 it flips its sign from round to round. What the agents disagree on is a sum of such patterns. The bars tell how much of (1/n) Σ ‖xᵢ − x̄‖² lies in each mode now, from λ₂ at the left to λₘᵢₙ at the right, on a logarithmic scale over six decades of each method’s own; the mode shown is strong. Patterns are painted here and not on the networks at the top: there colours tell the agents’ state, and are the same for all methods.",
  );
  const body = h("div", { class: "modes" }, h("div", { class: "choice" }, ...ends, slider), name, amounts);
  const none = about("");
  host.append(h("h4", {}, "The pattern of an eigenvalue"), none, body, words);
  const graph = createGraphView(picture, theme);
  slider.addEventListener("input", () => go(Number(slider.value)));

  let scene: TheoryScene | null = null;
  let chosen = 0;
  let asked: { run: Run; at: string; time: number } | null = null;

  function go(place: number): void {
    const modes = scene?.run?.modes;
    if (!modes) return;
    chosen = Math.max(0, Math.min(modes.length - 1, place));
    draw();
  }

  /** The amounts change while a run goes on, and with the time that is looked at. */
  function ask({ run, shown }: TheoryScene): void {
    if (!run?.started || run.refusal !== null) return;
    const at = `${run.done} ${shown}`;
    const isNew = asked?.run !== run;
    if (!isNew && (asked!.at === at || performance.now() - asked!.time < BETWEEN)) return;
    asked = { run, at, time: performance.now() };
    void run.askModes();
  }

  function draw(): void {
    const modes = scene?.run?.modes;
    body.hidden = picture.hidden = !modes?.length;
    none.hidden = !body.hidden;
    if (!scene || !modes?.length) {
      setText(none, modes ? "One agent agrees with itself." : "Modes are computed for networks of at most 200 agents.");
      return;
    }
    chosen = Math.min(chosen, modes.length - 1);
    const mode = modes[chosen]!;
    slider.max = String(modes.length - 1);
    slider.value = String(chosen);
    const told = `λ = ${formatNumber(tidy(mode.eigenvalue), 4)}${roleOf(chosen, modes)}`;
    slider.setAttribute("aria-valuetext", told);
    setText(
      name,
      `${told}${mode.multiplicity > 1 ? `; one of ${plural(mode.multiplicity, "independent pattern")} that it has` : ""}.`,
    );
    const data = graphData(scene);
    if (data) graph.update(patternOn(data, mode));
    drawAmounts(scene, modes);
  }

  function drawAmounts({ run, styles }: TheoryScene, modes: readonly NetworkMode[]): void {
    const rows = styles.flatMap((style, place) => {
      const shares = run!.modeShares.get(place);
      return shares?.length === modes.length ? [{ style, shares }] : [];
    });
    amounts.replaceChildren(
      ...rows.map(({ style, shares }) => {
        const total = shares.reduce((sum, share) => sum + share, 0);
        const share = total > 0 ? formatShare(shares[chosen]! / total) : "–";
        const text = total > 0 ? `${share} of ${formatNumber(total, 2)}` : "they agree";
        return h(
          "p",
          {},
          h("span", { class: "name" }, methodSwatch(style, theme), " ", style.label),
          bars(shares, chosen, methodColor(style, theme)),
          h("span", { class: "value" }, text),
        );
      }),
    );
  }

  return {
    update(next) {
      scene = next;
      ask(next);
      draw();
    },
    setTheme(next) {
      theme = next;
      graph.setTheme(next);
    },
    choose(lambda, method) {
      const modes = scene?.run?.modes;
      if (!modes || !scene) return;
      const own = ofMethod(scene, method);
      const off = ({ eigenvalue }: NetworkMode): number => Math.abs(own(eigenvalue) - lambda);
      const nearest = modes.reduce((best, mode, i) => (off(mode) < off(modes[best]!) ? i : best), 0);
      if (nearest === chosen) return;
      go(nearest);
    },
  };
}

function button(text: string, onclick: () => void): HTMLElement {
  return h("button", { type: "button", onclick }, text);
}

function tidy(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : value;
}

/** Remarks on the first and the last mode. */
function roleOf(place: number, modes: readonly NetworkMode[]): string {
  const { eigenvalue } = modes[place]!;
  if (place === 0) return ", λ₂: the slow wave";
  if (place < modes.length - 1) return "";
  return eigenvalue < 0 ? ", λₘᵢₙ: it flips from round to round" : ", λₘᵢₙ: it fades first";
}

/** The eigenvalue of the W that a method uses, its laziness and its rounds included, of that of the network's. */
function ofMethod({ document }: TheoryScene, place: number): (lambda: number) => number {
  const {
    laziness = 0,
    rounds = 1,
    acceleration,
  } = (document.methods[place] ?? {}) as {
    laziness?: number;
    rounds?: number;
    acceleration?: string;
  };
  // Of accelerated rounds several eigenvalues may become one: the nearest of them all the same.
  const power = acceleration === "chebyshev" ? 1 : rounds;
  return (lambda) => ((1 - laziness) * lambda + laziness) ** power;
}

/** The network with the pattern alone. */
function patternOn(data: GraphData, { pattern }: NetworkMode): GraphData {
  const { now: _now, samples: _samples, methods: _methods, beat: _beat, ...rest } = data;
  return {
    ...rest,
    quantities: [{ id: PATTERN, label: "pattern", scale: "signed" }],
    quantity: PATTERN,
    panels: [{ values: { [PATTERN]: pattern } }],
  };
}

/** Decades below the greatest that are shown. */
const DECADES = 6;
const HEIGHT = 28;

/** Of the method's own greatest: methods may differ by many decades. */
function bars(shares: Float64Array, chosen: number, color: string): SVGElement {
  const most = shares.reduce((most, share) => Math.max(most, share), 0);
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const count = shares.length;
  svg.setAttribute("viewBox", `0 0 ${count} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  for (let i = 0; i < count; i++) {
    const decades = most > 0 ? DECADES + Math.log10(shares[i]! / most) : 0;
    const height = Math.max(0, Math.min(1, decades / DECADES) || 0) * HEIGHT;
    const rect = document.createElementNS(space, "rect");
    const at = { x: i + 0.1, y: HEIGHT - height, width: 0.8, height };
    for (const [key, value] of Object.entries(at)) rect.setAttribute(key, String(value));
    rect.setAttribute("fill", color);
    rect.setAttribute("opacity", i === chosen ? "1" : "0.4");
    svg.append(rect);
  }
  return svg;
}
