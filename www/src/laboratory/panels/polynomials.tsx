/** Polynomials to drag: a method of one's own, which runs while one pulls. */

import { useSignal } from "@preact/signals";
import { range } from "d3-array";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button, Check, Choice } from "../../controls/field";
import { Figure, type Held } from "../../controls/figure";
import { usePage } from "../../controls/page";
import { About } from "../../controls/table";
import { knownMethods, stableRoom, type Known } from "../../simulation/core";
import type { Scene } from "../../scene/figures";
import type { ExperimentDocument, Tagged } from "../../state/document";
import { givenByPolynomials } from "../../state/methods";
import { formatNumber, superscript } from "../../views/format";
import { SaveSvg } from "./panel";
import {
  AT_ONE,
  each,
  eigenvaluesOfMethod,
  evaluate,
  judgementText,
  nearest,
  NAMES,
  pulled,
  withDegree,
  type Form,
  type Which,
} from "./polynomial";
import { createPolynomialsView, type OnPull, type PolynomialsData } from "./polynomials-view";
import "./panels.css";

const POINTS = 121;
const MOST_DEGREE = 4;
/** Two methods closer than this on every eigenvalue are the same. */
const SAME = 1e-9;
const WORDS: Record<Which, string> = { a: "A", bSquared: "B²", c: "C" };
const CHANGING =
  "The network changes from iteration to iteration, and the theory assumes a fixed W: the shading is for the network without its changes, and flat costs.";

type Judgement = Parameters<typeof judgementText>[0];

export function Polynomials({ scene, view: given }: { scene: Scene; view?: Held }) {
  const { edit } = usePage();
  const { document } = scene;
  const known = useMemo(knownMethods, []);
  const own = useRef<Held["current"]>(null);
  const view = given ?? own;
  const [chosen, keep] = [useSignal(-1), useSignal(true)];
  const all = givenByPolynomials(document);
  const place = all.includes(chosen.value) ? chosen.value : (all.at(-1) ?? -1);
  const { form, change } = useForm(scene, place);
  const spectrum = useMemo(() => eigenvaluesOf(scene, place), [scene.network, document, place]);
  // On a network whose agents all agree at once there is but 0, and a point needs some room.
  const least = Math.min(0, ...spectrum);
  const description = scene.run?.document === document ? scene.run.description : undefined;
  const data = useMemo(
    () => form && dataOf(scene, place, form, spectrum, keep.value),
    [document, place, form, spectrum, scene.run?.description, scene.styles, keep.value],
  );
  // The view calls this at any time: what is current is read from here.
  const now = useRef<OnPull>(() => undefined);
  now.current = (which, point, value) => {
    if (form) change({ [which]: pulled(which, form[which], least, point, value, keep.value) });
  };

  function addMethod(): void {
    const { title: _, ...first } = known.find(({ title }) => title.startsWith("Exact-Diffusion, ")) ?? known[0]!;
    edit(["methods"], [...document.methods, { kind: "suda", label: "Yours", ...first }]);
  }

  function startFrom(title: string): void {
    const one = known.find((method) => method.title === title);
    if (one) change({ a: one.a, bSquared: one.bSquared, c: one.c });
  }

  const setDegree = (which: Which, degree: number) =>
    form && change({ [which]: withDegree(which, form[which], least, degree, keep.value) });

  return (
    <>
      <About>
        A method of the SUDA family is three polynomials of W: Xᵏ⁺¹ = A (C Xᵏ − α gᵏ) − B yᵏ, yᵏ⁺¹ = yᵏ + B Xᵏ⁺¹. Drag a
        point: the coefficients follow, and the method runs with them. Ticks are the eigenvalues of W; the curves matter
        only there. Shaded is where each curve may lie, the other two fixed, for the recursion to be stable.
      </About>
      {!form && <Button onClick={addMethod}>Add a method of your own</Button>}
      {form && (
        <div>
          <div class="fields">
            <Choice
              label="Method"
              options={all.map((i) => [String(i), scene.styles[i]!.label] as const)}
              value={String(place)}
              onChange={(value) => (chosen.value = Number(value))}
              names
            />
            <Choice
              label="Start from"
              options={[["", "…"], ...known.map(({ title }) => title)]}
              value=""
              onChange={startFrom}
              names
            />
            {NAMES.map((which) => (
              <Choice
                key={which}
                label={`Degree of ${WORDS[which]}`}
                kind="degree"
                options={range(Math.max(MOST_DEGREE + 1, form[which].length)).map(String)}
                value={String(form[which].length - 1)}
                onChange={(value) => setDegree(which, Number(value))}
              />
            ))}
          </div>
          <Check checked={keep.value} onChange={(isOn) => (keep.value = isOn)}>
            Keep A(1) = C(1) = 1 and B²(1) = 0
          </Check>
        </div>
      )}
      <Figure
        make={(host, first) => createPolynomialsView(host, first, (...pull) => now.current(...pull))}
        view={view}
        data={data}
        class="picture pull"
      />
      {form && (
        <Judged form={form} scene={scene} judged={description ? (description.stability[place] ?? null) : undefined} />
      )}
      {form && (
        <About>{`${closeTo(form, known, spectrum)} ${NAMES.map((which) => `${WORDS[which]} = ${polynomialText(form[which])}`).join(", ")}.`}</About>
      )}
      {form && (
        <div class="buttons">
          <SaveSvg view={view} name="polynomials" />
        </div>
      )}
    </>
  );
}

/** The form that is shown, and how it is changed; null where there is no method of this kind. */
function useForm({ document }: Scene, place: number) {
  const { edit } = usePage();
  // What is seen follows the document within half a second: until then, what is under the hand is newer.
  const held = useSignal<{ form: Form; since: ExperimentDocument; place: number } | null>(null);
  // Not so when it comes back by an undo.
  useEffect(() => {
    held.value = null;
  }, [document]);
  const method = document.methods[place];
  const given = useMemo(() => (method ? formOf(method) : null), [method]);
  const own = held.value?.since === document && held.value.place === place ? held.value.form : null;
  const form = own ?? given;

  /** One polynomial is a gesture, which one undo takes back as a whole; another method is one step. */
  function change(next: Partial<Form>): void {
    const [which, another] = Object.keys(next) as Which[];
    if (!form || !method || !which) return;
    const isTaken = another
      ? edit(["methods", place], { ...method, ...next })
      : edit(["methods", place, which], [...next[which]!]);
    if (isTaken) held.value = { form: { ...form, ...next }, since: document, place };
  }

  return { form, change };
}

/** Whether the method is stable; undefined while that is not known. */
function Judged({ form, scene, judged }: { form: Form; scene: Scene; judged: Judgement | undefined }) {
  const changes = scene.document.network["changes"] !== undefined;
  const judgement = judged === undefined ? "" : changes ? CHANGING : judgementText(judged);
  const faults = broken(form);
  return (
    <p role="status" class={judged?.verdict === "unstable" || faults.length > 0 ? "verdict bad" : "verdict"}>
      {[judgement, ...faults].filter((text) => text !== "").join(" ")}
    </p>
  );
}

function closeTo(form: Form, known: readonly Known[], spectrum: readonly number[]): string {
  const { title, distance } = nearest(form, known, spectrum);
  return distance < SAME
    ? `This is ${title}.`
    : `The closest named method is ${title}: on these eigenvalues it differs by ${formatNumber(distance, 2)} at most.`;
}

/** The eigenvalues of the method's W but the first, ascending; its laziness and its rounds are in them. */
function eigenvaluesOf({ document, network }: Scene, place: number): number[] {
  const method = document.methods[place];
  if (!network || !method) return [];
  const all = [...(network.eigenvalues ?? [1, network.mixingRate, network.smallestEigenvalue])];
  const others = all.sort((one, other) => other - one).slice(1);
  return eigenvaluesOfMethod(method, others).sort((one, other) => one - other);
}

function dataOf(
  { document, run, styles }: Scene,
  place: number,
  form: Form,
  eigenvalues: readonly number[],
  kept: boolean,
): PolynomialsData {
  const low = Math.min(0, ...eigenvalues);
  const grid = Array.from({ length: POINTS }, (_, i) => low + ((1 - low) * i) / (POINTS - 1));
  const alpha = ((document.methods[place]!["stepSize"] ?? document.stepSize) as { value: number }).value;
  const curvature = run?.description?.stability[place]?.curvature ?? [0, 0];
  const values = valuesOf(form, grid);
  const pulls = Float64Array.from([0, ...curvature], (value) => alpha * value);
  const room = each((which) => {
    const seen = curvature[1] > 0 ? pulls.slice(1) : pulls;
    const ends = [...stableRoom(which, values.a, values.bSquared, values.c, seen)];
    return { low: ends.filter((_, i) => i % 2 === 0), high: ends.filter((_, i) => i % 2 === 1) };
  });
  const others = givenByPolynomials(document).flatMap((other) => {
    const at = grid.map((lambda) => seenBy(document.methods[place]!, document.methods[other]!, lambda));
    if (other === place || !at.every(Number.isFinite)) return [];
    return [{ style: styles[other]!, values: valuesOf(formOf(document.methods[other]!), at) }];
  });
  return { style: styles[place]!, form, others, eigenvalues, grid, room, kept };
}

function valuesOf(form: Form, grid: readonly number[]): Record<Which, Float64Array> {
  return each((which) => Float64Array.from(grid, (lambda) => evaluate(form[which], lambda)));
}

/** What an eigenvalue of one method's W is in another's, by their laziness; NaN with several rounds, which bend it. */
function seenBy(one: Tagged, other: Tagged, lambda: number): number {
  const [from, to] = [one, other].map(({ laziness = 0 }) => laziness as number) as [number, number];
  if ([one, other].some(({ rounds = 1 }) => rounds !== 1) || from === 1) return NaN;
  return 1 - ((1 - to) * (1 - lambda)) / (1 - from);
}

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

function polynomialText(coefficients: readonly number[]): string {
  let text = "";
  coefficients.forEach((value, power) => {
    if (value === 0) return;
    const name = power > 1 ? `W${superscript(power)}` : "W";
    const size = formatNumber(Math.abs(value), 5);
    const sign = value < 0 ? "−" : "+";
    text += text === "" ? sign.replace("+", "") : ` ${sign} `;
    text += power === 0 ? size : Math.abs(value) === 1 ? name : `${size} ${name}`;
  });
  return text || "0";
}

const formOf = (method: Tagged): Form => each((which) => (method[which] as number[] | undefined) ?? [0]);
