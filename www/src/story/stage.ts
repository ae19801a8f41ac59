/** The two figures: at the left the network, the agents or the methods' polynomials, at the right the curves. */

import { createAgentsView, type LoadViews } from "./agents";
import { byId, h, setText } from "../controls/dom";
import { same, type ExperimentDocument } from "../state/document";
import type { Page } from "../controls/page";
import { redrawn } from "../scene/redrawn";
import {
  namesOf,
  curvesData,
  graphData,
  metricsOf,
  series,
  shownMethod,
  shownMethods,
  shownMetric,
  type Axis,
  type Scene,
} from "../scene/figures";
import { NAME, type Beforehand } from "../scene/recorded-run";
import type { Floors } from "../scene/floors";
import type { Ghost, LastRun } from "../scene/previous-run";
import type { Instrument } from "./instrument";
import { sameCurves } from "../state/compare";
import { givenByPolynomials, shortened } from "../state/methods";
import type { Run } from "../simulation/run";
import { setExplained } from "../text/glossary";
import { createGraphView } from "../views/graph/view";
import { createCurvesView } from "../views/curves/view";
import type { Theme } from "../views/theme";
import type { FloorsData } from "../views/floors";
import { BELIEFS, type CurveSeries, type Figure, type View } from "../views/types";

/** The previous runs. */
export interface Past {
  lastRun: LastRun;
  beforehand: Beforehand;
  floors: Floors;
}

/** Views that are loaded when they are first shown; null where they cannot be had. */
export interface Loads {
  agents: LoadViews;
  floors(): Promise<typeof import("../views/floors") | null>;
  polynomials(host: HTMLElement): Promise<Instrument | null>;
}

export type Shown = "left" | "curves" | "floors";

export interface Stage {
  /** Draws the scene; `curves` is the run whose curves are shown. */
  update(scene: Scene, curves: Run | null): void;
  setTheme(theme: Theme): void;
  /** A picture as it stands; null where there is nothing to be seen. */
  figure(which: Shown): Promise<Figure | null>;
}

const SIDES = [
  ["network", "Network"],
  ["agents", "Agents"],
  ["polynomials", "Polynomials"],
] as const;
type Side = (typeof SIDES)[number][0];

/** `request` asks for an update, when the reader changes the view. */
export function createStage(
  { store, scenes, edit }: Page,
  { lastRun, beforehand, floors }: Past,
  theme: Theme,
  request: () => void,
  load: Loads,
): Stage {
  const hosts: Record<Side, HTMLElement> = {
    network: h("div"),
    agents: h("div"),
    polynomials: h("div", { class: "instrument", hidden: true }),
  };
  const sides = SIDES.map(([id, label]) =>
    h("button", { type: "button", class: "side", onclick: () => store.setView({ left: id }) }, label),
  );
  const method = h("select", {
    "aria-label": "Whose agents are shown",
    onchange: () => store.setView({ method: method.selectedIndex }),
  });
  const link = h("span");
  const whose = h("label", { class: "whose" }, link, method);
  /** Where there is room for one network only: the two methods, one of them seen. */
  const turns = h("div", { class: "turns", role: "group", "aria-label": "Method seen" });
  /** On a phone: what else there is to say of the figure, and its tools. */
  const more = h(
    "button",
    {
      type: "button",
      class: "quiet more",
      title: "Weights, editing, numbers and tables",
      "aria-expanded": "false",
      onclick: () => more.setAttribute("aria-expanded", String(section.classList.toggle("whole"))),
    },
    "More",
  );
  const section = byId("graph");
  section.append(h("div", { class: "sides" }, ...sides, more, whose, turns), ...Object.values(hosts));

  const graph = createGraphView(hosts.network, theme, {
    onEdit(change, edited) {
      // Names stay with their agents; a new one goes by its number.
      const old = namesOf(store.document).names;
      const left = change.type === "removeAgent" ? old?.filter((_, i) => i !== change.agent) : old;
      const names = left && Array.from({ length: edited.agents }, (_, i) => left[i] ?? String(i));
      return edit(["network"], redrawn(store.document, change, edited, names));
    },
    onAgent(agent) {
      scenes.looked.value = agent;
      request();
    },
    onQuantity: (quantity) => store.setView({ quantity, colors: null }),
    onMethod: choose,
    write: setExplained,
  });
  const right = { curves: h("div"), floors: h("div", { class: "floors", hidden: true }) };
  byId("curves").append(h("div", { class: "with-floors" }, ...Object.values(right)));
  let floorsView: View<FloorsData> | null = null;
  /** How the page was looked at when they were asked for last. */
  let floorsAsked: Scene["view"] | null = null;
  const curves = createCurvesView(right.curves, theme, {
    onMetric: (metric) => store.setView({ metric, y: null, floorsY: null }),
    onAxis: (axis) => store.setView({ axis }),
    onLogX: (logX) => store.setView({ logX }),
    onLogY: (logY) => store.setView({ logY }),
  });

  const keep = h("input", { type: "checkbox", onchange: () => (lastRun.kept = keep.checked) });
  const ghost = h(
    "label",
    {
      class: "check",
      hidden: true,
      title: "The previous run is drawn thin and pale; held, it stays during further runs, until the problem changes",
    },
    keep,
    "hold “before”",
  );
  const floorsBox = h("input", {
    type: "checkbox",
    onchange: () => store.setView({ right: floorsBox.checked ? "floors" : "curves" }),
  });
  const floorsToo = h(
    "label",
    {
      class: "check",
      hidden: true,
      title: "Where each method settles, against 1/(1 − λ) or n: a point for each run that differs only in its network",
    },
    floorsBox,
    "floors",
  );
  const singles = h("input", { type: "checkbox", onchange: () => store.setView({ trials: singles.checked }) });
  const single = h(
    "label",
    { class: "check", title: "Draws every trial, thin, besides the mean" },
    singles,
    "single trials",
  );
  const expected = h(
    "span",
    {
      class: "about",
      hidden: true,
      title:
        "With least squares and one Hessian for all agents, the expectation of every curve is known in closed form",
    },
    "thin: expected",
  );
  byId("curve-tools").append(expected, single, floorsToo, ghost);

  const agentsEvents = {
    onMethod: choose,
    onPull: (problem: ExperimentDocument["problem"]) => edit(["problem"], problem, "pull"),
    onReady: request,
  };
  const agents = createAgentsView(hosts.agents, theme, agentsEvents, load.agents);
  let last: Scene | null = null;
  /** The run whose curves are shown. */
  let latest: Run | null = null;
  let labels: readonly string[] = [];
  let turned = "";
  let polynomials: Instrument | null = null;
  /** How the page was looked at when they were asked for last. */
  let polynomialsAsked: Scene["view"] | null = null;

  /** Shows a method's agents at the left (0) or right. */
  function choose(panel: number, id: string): void {
    const chosen = Number(id);
    const shown = last ? shownMethods(last, 2) : [];
    // A method that the other side shows changes places with this one's.
    if (panel === 0) store.setView({ method: chosen, second: shown[1] === chosen ? shown[0]! : (shown[1] ?? chosen) });
    else store.setView({ method: shown[0] === chosen ? shown[1]! : shown[0]!, second: chosen });
  }

  /** The curves of a previous run, if it has recorded the metric shown. */
  function curvesOf(ghost: Ghost | null, scene: Scene): CurveSeries[] | null {
    const metric = shownMetric(scene).id;
    if (!ghost || !metricsOf(ghost).some(({ id }) => id === metric)) return null;
    const all = series({ ...ghost, view: { ...scene.view, trials: false } }, metric, scene.view.axis as Axis);
    // Methods that were removed have no counterpart; what diverged is to be compared with what took its place.
    return all.filter(
      ({ method, divergedAt }) => divergedAt !== null || scene.styles.some(({ label }) => label === method.label),
    );
  }

  function update(scene: Scene, run: Run | null): void {
    last = scene;
    latest = run;
    const { view, styles, document } = scene;
    const left = sideOf(scene);
    for (const [i, side] of sides.entries()) {
      side.setAttribute("aria-pressed", String(SIDES[i]![0] === left));
      if (SIDES[i]![0] === "polynomials") side.hidden = givenByPolynomials(document).length === 0;
    }
    chooseMethod(scene, left);
    if (left === "agents") agents.update(scene);
    else if (left === "polynomials") showPolynomials(scene);
    else {
      const data = graphData(scene);
      if (data) graph.update(data);
      if (data) section.classList.toggle("maps", data.quantity === BELIEFS);
    }
    // Where the polynomials were not asked for they take no room.
    hosts.polynomials.hidden = left !== "polynomials";
    for (const [side, host] of Object.entries(hosts)) host.classList.toggle("aside", side !== left);
    single.hidden = (document.trials ?? 1) === 1;
    singles.checked = view.trials;
    expected.hidden = !run || run.expected.size === 0 || view.axis !== "iterations";
    // The previous run is told of when this one is over.
    const recorded = lastRun.kept || (lastRun.ghost && scene.run?.finished) ? null : beforehand.ghost;
    ghost.hidden = lastRun.ghost === null || recorded !== null;
    keep.checked = lastRun.kept;
    showFloors(scene);
    const before = curvesOf(recorded ?? lastRun.ghost, scene);
    const name = recorded ? NAME : undefined;
    const alone = recorded && beforehand.alone(scene);
    if (alone && before) curves.update({ ...curvesData({ ...scene, run: alone.run }, null), better: NAME });
    else if (run && sameCurves(run.document, document)) curves.update(curvesData({ ...scene, run }, before, name));
    else if (styles.length > 0) curves.update(curvesData({ ...scene, run: null }, before, name));
  }

  function showPolynomials(scene: Scene): void {
    if (polynomials) polynomials.update({ ...scene, theme });
    else if (polynomialsAsked !== scene.view) {
      polynomialsAsked = scene.view;
      void load.polynomials(hosts.polynomials).then((part) => {
        polynomials ??= part;
        if (last) update(last, latest);
      });
    }
  }

  /** The floors of the runs so far, beside the curves where that is chosen. */
  function showFloors(scene: Scene): void {
    const data = floors.data(scene);
    const shown = data !== null && scene.view.right === "floors";
    floorsToo.hidden = data === null;
    floorsBox.checked = shown;
    right.floors.hidden = !shown;
    if (!shown) return;
    if (floorsView) floorsView.update(data);
    else if (floorsAsked !== scene.view) {
      floorsAsked = scene.view;
      void load.floors().then((part) => {
        if (!part) return;
        floorsView ??= part.createFloorsView(right.floors, theme);
        if (last) showFloors(last);
      });
    }
  }

  function chooseMethod(scene: Scene, left: Side): void {
    const names = shortened(scene.styles.map(({ label }) => label));
    if (!same(names, labels)) {
      labels = names;
      method.replaceChildren(...names.map((name) => h("option", { translate: false }, name)));
    }
    method.selectedIndex = shownMethod(scene);
    setText(link, "of");
    // Only the heat map is of one method.
    const dimension = scene.agents?.description?.dimension ?? 3;
    whose.hidden = left !== "agents" || dimension <= 2;
    const pair = shownMethods(scene, 2);
    const isPair = left === "network" || (left === "agents" && dimension === 2);
    turns.hidden = !isPair || scene.room > 1 || pair.length < 2;
    const key = JSON.stringify([pair, names]);
    if (turns.hidden || key === turned) return;
    turned = key;
    const [seen, other] = pair as [number, number];
    // In the document's order, so that a press moves neither.
    const places = [Math.min(seen, other), Math.max(seen, other)] as const;
    const brief = besideEachOther(names, places);
    turns.replaceChildren(
      ...places.map((place, i) =>
        h(
          "button",
          {
            type: "button",
            class: "side",
            "aria-label": names[place]!,
            "aria-pressed": String(place === seen),
            onclick: () => place !== seen && store.setView({ method: place, second: seen }),
          },
          brief[i]!,
        ),
      ),
    );
  }

  return {
    update,
    setTheme(next) {
      theme = next;
      graph.setTheme(next);
      agents.setTheme(next);
      curves.setTheme(next);
      floorsView?.setTheme(next);
    },
    figure(which) {
      if (which === "floors") return right.floors.hidden || !floorsView ? Promise.resolve(null) : floorsView.figure();
      const left = last ? sideOf(last) : "network";
      if (which === "left" && left === "polynomials") return polynomials?.figure?.() ?? Promise.resolve(null);
      return (which === "curves" ? curves : left === "agents" ? agents : graph).figure();
    },
  };
}

/** The left figure that is shown: the one chosen, where the document has it. */
function sideOf({ view, document }: Scene): Side {
  if (view.left === "polynomials" && givenByPolynomials(document).length > 0) return "polynomials";
  return view.left === "agents" ? "agents" : "network";
}

/** Two of the names, without their variants; of two variants of a method the second goes without its name instead. */
function besideEachOther(names: readonly string[], [first, second]: readonly [number, number]): [string, string] {
  const short = shortened(names, ", ");
  const [name] = names[first]!.split(", ");
  const isVariant = names[second]!.startsWith(`${name}, `);
  return [short[first]!, isVariant ? names[second]!.slice(name!.length + 2) : short[second]!];
}
