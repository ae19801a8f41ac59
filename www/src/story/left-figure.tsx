/** The left figure: the network, where the agents are, or the methods' polynomials. */

import type { ComponentType } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Button, Select } from "../controls/field";
import { Figure, type Held } from "../controls/figure";
import { onDemand, useLoaded } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { Agents, pulled, type AgentsData } from "../scene/agents";
import { answersData, hasAnswers, showsAnswers } from "../scene/answers";
import { namesOf, SIDES, type Scene, shownMethod, shownMethods } from "../scene/figures";
import { graphData, redrawn } from "../scene/network";
import { givenByPolynomials, shortened } from "../state/methods";
import { setExplained } from "../text/glossary";
import type { Ink } from "../views/answers/ink";
import { createGraphView } from "../views/graph/view";
import type { Theme } from "../views/theme";
import type { View } from "../views/types";

const loadAgents = onDemand(() => import("../views/state/all"));
const loadAnswers = onDemand(() => import("../views/answers/view"));

/** The polynomials, which are a panel, too; null where they cannot be had. */
export type LoadPolynomials = () => Promise<{ Polynomials: ComponentType<{ scene: Scene; view: Held }> } | null>;

type Side = keyof typeof SIDES;

/** The left figure that is shown: the one chosen, where the document has it. */
export function sideOf({ view, document }: Pick<Scene, "view" | "document">): Side {
  if (view.left === "polynomials" && givenByPolynomials(document).length > 0) return "polynomials";
  if (showsAnswers({ view, document })) return "answers";
  return view.left === "agents" ? "agents" : "network";
}

/** `held`: where the views of the sides are to be found. */
export function LeftFigure({ load, held }: { load: LoadPolynomials; held: Record<Side, Held> }) {
  const { scenes, room } = usePage();
  const scene = scenes.drawing.value;
  const left = sideOf(scene);
  // In the story pictures have no choices; they are made anew on the way through the door.
  const { value: here } = room;
  const seen = (side: Side) => (side === left ? scene : null);
  const place = (side: Side) => (side === left ? "" : "aside");
  return (
    <>
      {here !== "story" && <Choices scene={scene} left={left} />}
      <div class={place("network")}>
        <Network key={here} scene={seen("network")} held={held.network} />
      </div>
      <div class={place("agents")}>
        <AgentsFigure key={here} scene={seen("agents")} held={held.agents} />
      </div>
      <div class={place("answers")}>
        <Answers key={here} scene={seen("answers")} held={held.answers} />
      </div>
      <Polynomials scene={seen("polynomials")} load={load} held={held.polynomials} />
    </>
  );
}

function Choices({ scene, left }: { scene: Scene; left: Side }) {
  const { store } = usePage();
  const names = shortened(scene.styles.map(({ label }) => label));
  // Only the heat map is of one method.
  const dimension = scene.agents?.description?.dimension ?? 3;
  const isPair = left === "network" || left === "answers" || (left === "agents" && dimension === 2);
  const pair = shownMethods(scene, 2);
  return (
    <div class="sides">
      {Object.entries(SIDES).map(([id, label]) => (
        <Button
          key={id}
          class="side"
          aria-pressed={id === left}
          hidden={
            (id === "polynomials" && givenByPolynomials(scene.document).length === 0) ||
            (id === "answers" && !hasAnswers(scene))
          }
          onClick={() => store.setView({ left: id })}
        >
          {label}
        </Button>
      ))}
      <div class="whose" hidden={left !== "agents" || dimension <= 2}>
        <span>of</span>
        <Select
          aria-label="Whose agents are shown"
          options={names.map((name, place) => [String(place), name] as const)}
          names
          value={String(shownMethod(scene))}
          onChange={(place) => store.setView({ method: Number(place) })}
        />
      </div>
      <Turns names={names} pair={pair} hidden={!isPair || scene.abreast > 1 || pair.length < 2} />
    </div>
  );
}

/** Where there is room for one network only: the two methods, one of them seen. */
function Turns({ names, pair, hidden }: { names: readonly string[]; pair: readonly number[]; hidden: boolean }) {
  const { store } = usePage();
  const [seen, other] = pair as [number, number];
  // In the document's order, so that a press moves neither.
  const places = [Math.min(seen, other), Math.max(seen, other)] as const;
  const brief = hidden ? [] : besideEachOther(names, places);
  return (
    <div class="turns" role="group" aria-label="Method seen" hidden={hidden}>
      {brief.map((name, i) => (
        <Button
          key={i}
          class="side"
          aria-label={names[places[i]!]}
          aria-pressed={places[i] === seen}
          onClick={() => places[i] !== seen && store.setView({ method: places[i]!, second: seen })}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

/** Two of the names, without their variants; of two variants of a method the second goes without its name instead. */
function besideEachOther(names: readonly string[], [first, second]: readonly [number, number]): [string, string] {
  const short = shortened(names, ", ");
  const [name] = names[first]!.split(", ");
  const isVariant = names[second]!.startsWith(`${name}, `);
  return [short[first]!, isVariant ? names[second]!.slice(name!.length + 2) : short[second]!];
}

/** Of the sides, those that are not shown have no scene, and keep what they have. */
function Network({ scene, held }: SideProps) {
  const { store, scenes, edit, room } = usePage();
  const choose = useChoice();
  const data = useLast(scene && graphData(scene));
  const onAgent = (agent: number | null) => (scenes.looked.value = agent);
  const make = (host: HTMLElement, theme: Theme) =>
    createGraphView(
      host,
      theme,
      room.peek() === "story"
        ? { onAgent }
        : {
            onAgent,
            onEdit(change, edited) {
              const { document } = store;
              // Names stay with their agents; a new one goes by its number.
              const old = namesOf(document).names;
              const left = change.type === "removeAgent" ? old?.filter((_, i) => i !== change.agent) : old;
              const names = left && Array.from({ length: edited.agents }, (_, i) => left[i] ?? String(i));
              return edit(["network"], redrawn(document, change, edited, names));
            },
            onQuantity: (quantity) => store.setView({ quantity, colors: null }),
            onMethod: choose,
            write: setExplained,
          },
    );
  return <Figure make={make} data={data} view={held} class="" stays />;
}

interface SideProps {
  scene: Scene | null;
  held: Held;
}

function AgentsFigure({ scene, held }: SideProps) {
  const { edit, room } = usePage();
  const views = useLoaded(loadAgents, scene !== null, [scene?.document, scene?.view]);
  const agents = useMemo(() => new Agents(), []);
  const choose = useChoice();
  const shown = useLast(scene && views && agents.data(scene));
  if (!views || !shown) return null;
  const onOptimum = (agent: number, place: readonly [number, number]) =>
    agents.listed && edit(["problem"], pulled(agents.listed, agent, place), "pull");
  const makers = {
    landscape: views.createLandscapeView,
    contours: (host: HTMLElement, theme: Theme) =>
      views.createContourView(host, theme, room.peek() === "story" ? { onOptimum } : { onMethod: choose, onOptimum }),
    heatmap: views.createHeatMapView,
  };
  const make = makers[shown.kind] as (host: HTMLElement, theme: Theme) => View<AgentsData["data"]>;
  return <Figure key={shown.kind} make={make} data={shown.data} view={held} class="" />;
}

/** What the agents answer to an input, where there are several classes. */
function Answers({ scene, held }: SideProps) {
  const { store, scenes, room } = usePage();
  const views = useLoaded(loadAnswers, scene !== null, [scene?.document, scene?.view]);
  const choose = useChoice();
  const data = useLast(scene && answersData(scene));
  if (!views || !data) return null;
  const ask = (ink: Ink | null, image = store.view.image) => {
    scenes.ink.value = ink;
    store.setView({ image });
  };
  const make = (host: HTMLElement, theme: Theme) =>
    views.createAnswersView(host, theme, {
      ...(room.peek() === "story" ? {} : { onMethod: choose }),
      onInput: (place) => ask(null, place),
      onInk: (ink) => ask(ink),
    });
  return <Figure make={make} data={data} view={held} class="" />;
}

function Polynomials({ scene, load, held }: SideProps & { load: LoadPolynomials }) {
  const part = useLoaded(load, scene !== null, [scene?.view]);
  const last = useLast(scene);
  // Where it was not asked for it takes no room.
  return (
    <div class={scene ? "instrument" : "instrument aside"} hidden={!scene}>
      {part && last && <part.Polynomials scene={last} view={held} />}
    </div>
  );
}

/** Shows a method's agents at the left (0) or right. */
function useChoice(): (panel: number, id: string) => void {
  const { store, scenes } = usePage();
  return (panel, id) => {
    const chosen = Number(id);
    const shown = shownMethods(scenes.drawing.peek(), 2);
    // A method that the other side shows changes places with this one's.
    if (panel === 0) store.setView({ method: chosen, second: shown[1] === chosen ? shown[0]! : (shown[1] ?? chosen) });
    else store.setView({ method: shown[0] === chosen ? shown[1]! : shown[0]!, second: chosen });
  };
}

/** The latest that was something. */
function useLast<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
