/** Polynomials to drag: a method of one's own, which runs while one pulls. */

import type { ExperimentDocument, Tagged } from "../../state/document";
import { h, setText } from "../../controls/dom";
import { savePicture } from "../../files/export/picture";
import { givenByPolynomials } from "../../state/methods";
import { knownMethods, stableRoom, type Known } from "../../simulation/core";
import { about } from "../theory/rows";
import { formatNumber } from "../../views/format";
import type { Instrument, InstrumentScene, InstrumentTools } from "../../story/instrument";
import {
  AT_ONE,
  evaluate,
  judgementText,
  nearest,
  NAMES,
  pulled,
  withDegree,
  type Form,
  type Which,
} from "./polynomials";
import { createPolynomialsView, type PolynomialsData } from "./polynomials-view";
import "./instruments.css";

/** Points of the curves. */
const POINTS = 121;
const MOST_DEGREE = 4;
/** The document follows the hand no faster than this, in ms: each change starts a run. */
const PACE = 120;
/** A run that does not begin is waited for no longer than so many times. */
const MOST_TURNS = 8;
/** Two methods closer than this on every eigenvalue are the same. */
const SAME = 1e-9;
const WORDS: Record<Which, string> = { a: "A", bSquared: "B²", c: "C" };
const CHANGING =
  "The network changes from iteration to iteration, and the theory assumes a fixed W: the shading is for the network without its changes, and flat costs.";
export function createPolynomials(host: HTMLElement, { edit, theme }: InstrumentTools): Instrument {
  let scene: InstrumentScene | null = null;
  /** The form under the hand, which the document follows. */
  let form: Form | null = null;
  let place = -1;
  let timer = 0;
  /** The document before the last change of the form; scenes of it may still come. */
  let left: ExperimentDocument | null = null;
  const known = knownMethods();

  const method = h("select", { onchange: () => choose(Number(method.value)) });
  const start = h(
    "select",
    { onchange: () => startFrom(known[start.selectedIndex - 1]) },
    h("option", {}, "…"),
    ...known.map(({ title }) => h("option", { translate: false }, title)),
  );
  const degrees = NAMES.map((which) => {
    const select = h("select", { onchange: () => setDegree(which, Number(select.value)) });
    return { which, select };
  });
  const keep = h("input", { type: "checkbox", checked: true, onchange: draw });
  const add = h("button", { type: "button", onclick: addMethod }, "Add a method of your own");
  const svg = h("button", { type: "button", onclick: () => void saveSvg() }, "SVG");
  const verdict = h("p", { role: "status", class: "verdict" });
  const picture = h("div", { class: "picture pull" });
  const words = about("");
  const tools = h(
    "div",
    {},
    h(
      "div",
      { class: "fields" },
      choice("Method", method),
      choice("Start from", start),
      ...degrees.map(({ which, select }) => choice(`Degree of ${WORDS[which]}`, select, "degree")),
    ),
    h("label", { class: "check" }, keep, "Keep A(1) = C(1) = 1 and B²(1) = 0"),
  );
  host.append(
    about(
      "A method of the SUDA family is three polynomials of W: Xᵏ⁺¹ = A (C Xᵏ − α gᵏ) − B yᵏ, yᵏ⁺¹ = yᵏ + B Xᵏ⁺¹. Drag a point: the coefficients follow, and the method runs with them. Ticks are the eigenvalues of W; the curves matter only there. Shaded is where each curve may lie, the other two fixed, for the recursion to be stable.",
    ),
    add,
    tools,
    picture,
    verdict,
    words,
    h("div", { class: "buttons" }, svg),
  );
  const view = createPolynomialsView(picture, theme, {
    onPull(which, point, value) {
      if (!form || !scene) return;
      change({ ...form, [which]: pulled(which, form[which], least(), point, value, keep.checked) });
    },
  });

  return {
    update(next) {
      scene = next;
      view.setTheme(next.theme);
      const all = givenByPolynomials(next.document);
      add.hidden = all.length > 0;
      for (const part of [tools, picture, verdict, words, svg]) part.hidden = all.length === 0;
      const options = all.map((i) => `${i}:${next.styles[i]!.label}`).join();
      if (method.dataset["options"] !== options) {
        method.dataset["options"] = options;
        method.replaceChildren(
          ...all.map((i) => h("option", { value: String(i), translate: false }, next.styles[i]!.label)),
        );
      }
      if (all.length === 0) return;
      if (!all.includes(place)) place = all.at(-1)!;
      method.value = String(place);
      // What is under the hand is newer than the document, and than the one that it has just changed.
      if (timer === 0 && next.document !== left) {
        left = null;
        form = formOf(next.document.methods[place]!);
      }
      draw();
    },
    figure: () => view.figure(),
  };

  function choose(next: number): void {
    place = next;
    if (scene) form = formOf(scene.document.methods[place]!);
    draw();
  }

  function addMethod(): void {
    if (!scene) return;
    const { title: _, ...first } = known.find(({ title }) => title.startsWith("Exact-Diffusion, ")) ?? known[0]!;
    edit(["methods"], [...scene.document.methods, { kind: "suda", label: "Yours", ...first }]);
  }

  function startFrom(one: Known | undefined): void {
    start.selectedIndex = 0;
    if (one) change({ a: one.a, bSquared: one.bSquared, c: one.c });
  }

  function setDegree(which: Which, degree: number): void {
    if (form) change({ ...form, [which]: withDegree(which, form[which], least(), degree, keep.checked) });
  }

  /** Shows the form at once, and has the document follow. */
  function change(next: Form): void {
    form = next;
    draw();
    if (timer === 0) timer = window.setTimeout(follow, PACE, 1);
  }

  /** Gives the form to the document, once the run before has something to show. */
  function follow(turn: number): void {
    const run = scene?.run;
    const hasBegun = !run || run.document !== scene?.document || run.done > 0;
    if (!hasBegun && turn < MOST_TURNS) {
      timer = window.setTimeout(follow, PACE, turn + 1);
      return;
    }
    timer = 0;
    if (!scene || !form) return;
    const method = scene.document.methods[place]!;
    const [own, old] = [form, formOf(method)];
    const changed = NAMES.filter((which) => JSON.stringify(own[which]) !== JSON.stringify(old[which]));
    if (changed.length === 0) return;
    left = scene.document;
    // One polynomial is a gesture, which one undo takes back as a whole; another method is one step.
    const isTaken =
      changed.length === 1
        ? edit(["methods", place, changed[0]!], [...own[changed[0]!]])
        : edit(["methods", place], { ...method, ...own });
    if (!isTaken) left = null;
  }

  /** The eigenvalues of the method's W but the first, ascending; its laziness and its rounds are in them. */
  function eigenvalues(): number[] {
    const own = scene!.document.methods[place] as Tagged & { laziness?: number; rounds?: number };
    const { laziness: theta = 0, rounds = 1 } = own;
    const network = scene!.network;
    const all = network ? [...(network.eigenvalues ?? [1, network.mixingRate, network.smallestEigenvalue])] : [];
    return all
      .sort((one, other) => other - one)
      .slice(1)
      .map((lambda) => ((1 - theta) * lambda + theta) ** rounds)
      .sort((one, other) => one - other);
  }

  function least(): number {
    // On a network whose agents all agree at once there is but 0, and a point needs some room.
    return Math.min(0, ...eigenvalues());
  }

  function draw(): void {
    if (!scene || !form) return;
    const { document, run, styles } = scene;
    for (const { which, select } of degrees) offer(select, form[which].length - 1);
    const low = least();
    const grid = Array.from({ length: POINTS }, (_, i) => low + ((1 - low) * i) / (POINTS - 1));
    const judged = run?.document === document ? run.description?.stability[place] : undefined;
    const alpha = ((document.methods[place]!["stepSize"] ?? document.stepSize) as { value: number }).value;
    const curvature = run?.description?.stability[place]?.curvature ?? [0, 0];
    const values = valuesOf(form, grid);
    const pulls = Float64Array.from([0, ...curvature], (value) => alpha * value);
    const room = Object.fromEntries(
      NAMES.map((which) => {
        const ends = stableRoom(which, values.a, values.bSquared, values.c, curvature[1] > 0 ? pulls.slice(1) : pulls);
        return [which, { low: alternate(ends, 0), high: alternate(ends, 1) }];
      }),
    ) as unknown as PolynomialsData["room"];
    const spectrum = eigenvalues();
    const others = givenByPolynomials(document).flatMap((other) => {
      const at = grid.map((lambda) => seenBy(document.methods[place]!, document.methods[other]!, lambda));
      if (other === place || !at.every(Number.isFinite)) return [];
      return [{ style: styles[other]!, values: valuesOf(formOf(document.methods[other]!), at) }];
    });
    view.update({ style: styles[place]!, form, others, eigenvalues: spectrum, grid, room, kept: keep.checked });
    const { title, distance } = nearest(form, known, spectrum);
    const close =
      distance < SAME
        ? `This is ${title}.`
        : `The closest named method is ${title}: on these eigenvalues it differs by ${formatNumber(distance, 2)} at most.`;
    const changes = document.network["changes"] !== undefined;
    const judgement = judged === undefined ? "" : changes ? CHANGING : judgementText(judged);
    setText(verdict, [judgement, ...broken(form)].filter((text) => text !== "").join(" "));
    verdict.classList.toggle("bad", judged?.verdict === "unstable" || broken(form).length > 0);
    setText(words, `${close} ${NAMES.map((which) => `${WORDS[which]} = ${polynomialText(form![which])}`).join(", ")}.`);
  }

  async function saveSvg(): Promise<void> {
    const figure = await view.figure();
    if (figure && scene) await savePicture(figure, "svg", "polynomials", scene.theme.paper);
  }
}

function valuesOf(form: Form, grid: readonly number[]): Record<Which, Float64Array> {
  const values = NAMES.map((which) => [which, Float64Array.from(grid, (lambda) => evaluate(form[which], lambda))]);
  return Object.fromEntries(values) as Record<Which, Float64Array>;
}

/** What an eigenvalue of one method's W is in another's, by their laziness; NaN with several rounds, which bend it. */
function seenBy(one: Tagged, other: Tagged, lambda: number): number {
  const [from, to] = [one, other].map(({ laziness = 0 }) => laziness as number) as [number, number];
  if ([one, other].some(({ rounds = 1 }) => rounds !== 1) || from === 1) return NaN;
  return 1 - ((1 - to) * (1 - lambda)) / (1 - from);
}

/** Violations of Assumption 1 at λ = 1. */
function broken(form: Form): string[] {
  const EFFECTS: Record<Which, string> = {
    a: "the step is scaled",
    bSquared: "agents that agree are pulled apart",
    c: "agents that agree do not stay where they are",
  };
  return NAMES.flatMap((which) => {
    const value = evaluate(form[which], 1);
    const wanted = AT_ONE[which];
    return Math.abs(value - wanted) < 1e-9
      ? []
      : [`${WORDS[which]}(1) is ${formatNumber(value)} in place of ${wanted}: ${EFFECTS[which]}.`];
  });
}

const POWERS = ["", "W", "W²", "W³", "W⁴"];

/** "0.5 + 0.5 W" */
function polynomialText(coefficients: readonly number[]): string {
  const terms = coefficients.flatMap((value, power) => {
    if (value === 0) return [];
    const name = POWERS[power] ?? `W^${power}`;
    const size = Math.abs(value);
    return [
      {
        sign: value < 0 ? "−" : "+",
        text: name === "" ? formatNumber(size, 5) : size === 1 ? name : `${formatNumber(size, 5)} ${name}`,
      },
    ];
  });
  if (terms.length === 0) return "0";
  return terms.map(({ sign, text }, i) => (i > 0 ? ` ${sign} ${text}` : sign === "−" ? `−${text}` : text)).join("");
}

function formOf(method: Tagged): Form {
  return Object.fromEntries(
    NAMES.map((which) => [which, (method[which] as number[] | undefined) ?? [0]]),
  ) as unknown as Form;
}

/** The degrees to choose from, with the present one. */
function offer(select: HTMLSelectElement, degree: number): void {
  const most = Math.max(MOST_DEGREE, degree);
  if (select.options.length !== most + 1)
    select.replaceChildren(...Array.from({ length: most + 1 }, (_, i) => h("option", { value: String(i) }, String(i))));
  select.value = String(degree);
}

/** Every second number, from that place on. */
function alternate(ends: ArrayLike<number>, from: 0 | 1): number[] {
  return Array.from({ length: ends.length / 2 }, (_, i) => ends[2 * i + from]!);
}

function choice(label: string, input: HTMLElement, kind = ""): HTMLElement {
  return h("div", { class: `field ${kind}` }, h("label", {}, label, h("div", { class: "inputs" }, input)));
}
