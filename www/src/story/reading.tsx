/** What the run shows, in words, and what to do about it: advice line by line, and checks that a lesson asks for. */

import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Act } from "../controls/field";
import { useFocusKept, usePage } from "../controls/page";
import { isShare } from "../state/metrics";
import { metricsOf, namesIn, shownMethods, shownMetric, type Scene } from "../scene/figures";
import type { Run } from "../simulation/run";
import type { ExperimentDocument, Tagged } from "../state/document";
import { madeLazy, shortened } from "../state/methods";
import { Explained } from "../text/glossary";
import { effectOfLinks, whatGaveWay, withShortcuts, type Known } from "../text/network-edits";
import { latest, difference, sentence, type Latest } from "../text/reading";
import { warningLines, type Action, type Line } from "../text/warnings";
import { formatCount, formatNumber, plural } from "../views/format";
import { isWayLost } from "../scene/network";
import type { Ghost } from "../scene/recorded-run";
import type { Scenes } from "../scene/scene";
import type { Steps } from "./steps";

const AT_ONCE = 3;

/** A cure that has worked goes, and leaves the focus to the words about the run. */
function useFocusStays(place = "reading"): void {
  useFocusKept({ current: document.getElementById(place) });
}

/** `isBrief`: only what is urgent. */
function Advice({ isBrief }: { isBrief: boolean }) {
  useFocusStays();
  const { store, scenes } = usePage();
  const all = adviceOn(scenes.told.value, store.run.phase === "refused");
  const lines = isBrief ? all.filter(({ urgent }) => urgent).slice(0, 1) : all;
  const [first, rest] = [lines.slice(0, AT_ONCE), lines.slice(AT_ONCE)];
  return (
    <div id="advice" role="status">
      {first.length > 0 && <Lines of={first} />}
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, "more note")}</summary>
          <Lines of={rest} />
        </details>
      )}
    </div>
  );
}

function Lines({ of: lines }: { of: readonly Line[] }) {
  const { edit } = usePage();
  return (
    <ul>
      {lines.map(({ text, urgent, actions }, i) => (
        <li key={i} class={urgent ? "urgent" : "mild"}>
          {text}
          {actions.map(({ label, path, value }, at) => (
            <Act key={at} quiet label={label} onClick={() => edit(path, value)} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function adviceOn({ document, run, styles }: Scene, isRefused: boolean): Line[] {
  if (!run) return [];
  if (isRefused) return [{ text: "This cannot be run as it is.", urgent: true, actions: [] }];
  const labels = shortened(styles.map(({ label }) => label));
  const warnings = run.description?.warnings ?? [];
  const lines = warningLines(document, run.description, labels);
  const told = new Set(warnings.flatMap(({ method, name }) => (name === "unstable" ? [method] : [])));
  run.recording.divergedAt.forEach((k, place) => {
    if (k !== null && !told.has(place)) lines.push(divergence(document, run, place, k, labels[place]!));
  });
  return lines;
}

/** A method that was not known to diverge, and did. */
function divergence(document: ExperimentDocument, run: Run, place: number, k: number, label: string): Line {
  const method = document.methods[place] as Tagged;
  const own = method["stepSize"] as Tagged | undefined;
  const value = (own ?? document.stepSize)["value"];
  const path = own ? ["methods", place, "stepSize", "value"] : ["stepSize", "value"];
  const halve: Action[] =
    typeof value === "number"
      ? [{ label: `Halve the step to ${formatNumber(value / 2)}`, path, value: value / 2 }]
      : [];
  const changes = run.network?.changes != null;
  const lazier: Action[] =
    changes && !method["laziness"]
      ? [{ label: "Use (I + W)/2", path: ["methods"], value: madeLazy(document.methods, [place]) }]
      : [];
  return {
    text: `${label} diverged at k = ${formatCount(k)}${changes ? ", on a network that the theory here does not cover" : ""}. To try:`,
    urgent: true,
    actions: [...lazier, ...halve],
  };
}

/** As many times the iterations, with a step as many times as small; longer runs than these would take minutes. */
const [LONGER, SMALLER, LONGEST] = [40, 10, 20_000];
/** So much of the points, of all, DSGD is behind another method that talks. */
const BEHIND = 0.02;
/** Says whether DSGD is behind, where agents learn to classify. */
const SCORE = "meanAccuracy";

/** What a lesson's question is answered by, one click each: DSGD with smaller steps or on a denser network, usual weights. */
export function Fair() {
  const { store, scenes, catalog, edit, room } = usePage();
  useFocusStays(room.value === "story" ? "story" : "reading");
  const { document } = store;
  const { run } = scenes.told.value;
  /** Whether DSGD was behind at the end of the document's last run: until then the place of the words is kept. */
  const known = useRef<{ document: ExperimentDocument; behind: boolean } | null>(null);
  if (run?.document === document && run.finished && metricsOf(scenes.told.value).some(({ id }) => id === SCORE))
    known.current = { document, behind: isBehind(latest(run, document, [], SCORE, catalog.methods)) };
  const fastest = document.network.weights.rule === "fastest";
  const patient = fastest ? null : moreForDsgd(document);
  if (!fastest && !patient) return null;
  const isDue = known.current?.document === document ? known.current.behind : document.problem.kind !== "neuralNetwork";
  const longer = () => edit([], patient!.slower) && store.setView({ logX: true });
  return (
    <p class="fair" style={{ visibility: isDue ? undefined : "hidden" }}>
      {fastest ? "What are these weights worth?" : "All methods take the same step. Is that fair to DSGD?"}
      {/* Fastest weights are told by what they are compared with. */}
      {fastest && (
        <Act
          quiet
          label="The same links by Metropolis’ rule"
          onClick={() => edit(["network", "weights"], { rule: "metropolis" })}
        />
      )}
      {patient && patient.slower.iterations <= LONGEST && (
        <Act quiet label="A tenth of the step for it, 40 times as long" onClick={longer} />
      )}
      {patient && <Act quiet label="A denser network" onClick={() => edit(["network"], patient.denser)} />}
    </p>
  );
}

function moreForDsgd(document: ExperimentDocument): { slower: ExperimentDocument; denser: unknown } | null {
  const { methods, network, stepSize, problem, iterations } = document;
  const { topology } = network;
  const place = methods.findIndex((method) => method.kind === "dsgd" && !method.stepSize);
  if (problem.kind !== "neuralNetwork" || place < 0 || topology.kind !== "ring" || !("value" in stepSize)) return null;
  const smaller = { kind: "constant" as const, value: Number((Number(stepSize.value) / SMALLER).toPrecision(6)) };
  const slower = {
    ...document,
    iterations: LONGER * iterations,
    record: { points: 400 },
    methods: methods.map((method, i) =>
      i === place ? { ...method, label: `DSGD, α = ${formatNumber(smaller.value)}`, stepSize: smaller } : method,
    ),
  };
  return { slower, denser: { ...network, topology: { kind: "exponential", agents: topology.agents } } };
}

function isBehind(rows: readonly Latest[]): boolean {
  const own = rows.find(({ kind }) => kind === "dsgd");
  return (
    own !== undefined &&
    rows.some(({ communication, value }) => communication === "neighbors" && value > own.value + BEHIND)
  );
}

const SHORTCUTS = 8;

/** The effect of a network edit on λ, and its cause; and a button for several shortcuts at once. */
function Edited() {
  useFocusStays();
  const { scenes, edit } = usePage();
  const { document, network: facts } = scenes.told.value;
  const { network } = document;
  const last = useRef<{ known: Known | null; text: string }>({ known: null, text: "" });
  const { known } = last.current;
  if (facts && network !== known?.network) {
    const now = { network, facts };
    last.current = { known: now, text: known ? effectOfLinks(known, now) : "" };
  }
  const { text } = last.current;
  return (
    <p class="fair edited" role="status" hidden={text === ""}>
      <span>
        <Explained text={text} />
      </span>
      {/* Shortcuts go with one graph, not with several in turn. */}
      {network.changes?.kind !== "cycle" && (
        <Act
          quiet
          label={`${SHORTCUTS} shortcuts at once`}
          onClick={() => edit(["network"], withShortcuts(last.current.known!, SHORTCUTS))}
        />
      )}
    </p>
  );
}

/** What could not stay as it was beside an edit of the network, and the way back; while that edit is the latest change. */
function Fitted() {
  useFocusStays();
  const { store } = usePage();
  const text = useSignal("");
  useEffect(() => {
    let { network } = store.document;
    store.subscribe((change) => {
      if (!change.document) return;
      text.value = change.origin === "edit" ? whatGaveWay(network, store.document.network) : "";
      network = store.document.network;
    });
  }, []);
  return (
    <p class="fair fitted" role="status" hidden={text.value === ""}>
      <span>{text}</span>
      <Act quiet label="Undo" onClick={() => store.undo()} />
    </p>
  );
}

/** `beside`: what stands with the sentence in the story. */
export function Reading({ beside, steps }: { beside: ComponentChildren; steps: Steps }) {
  const { store, room } = usePage();
  const isStory = room.value === "story";
  // What a step shows of itself is said in its words.
  const isAsTold = steps.untouched(store.document);
  return (
    <>
      <Sentence />
      {!(isStory && isAsTold) && <Advice isBrief={isStory} />}
      {isStory ? (
        beside
      ) : (
        <>
          <Fair />
          <Fitted />
          <Edited />
        </>
      )}
    </>
  );
}

function Sentence() {
  const { store, scenes, room } = usePage();
  /** It stays until there is another. */
  const said = useRef("");
  said.current = wordsOf(scenes) ?? said.current;
  const { phase } = store.run;
  const isOver = phase === "finished" && scenes.told.value.run?.finished === true;
  return (
    <>
      <p id="reading-text">{room.value === "story" ? said.current : <Explained text={said.current} />}</p>
      {/* Read out are the start and the end, not what changes on the way. */}
      <p class="visually-hidden" role="status">
        {isOver ? said.current : phase === "running" ? "The run has started." : ""}
      </p>
    </>
  );
}

/** Null while there is no run to speak of. */
function wordsOf({ told, lastRun, beforehand }: Scenes): string | null {
  const scene = told.value;
  const { document, styles, view, shown, catalog } = scene;
  const recorded = lastRun.kept.value ? null : beforehand.alone(scene);
  const metric = shownMetric(scene);
  const isRecorded = recorded !== null && metricsOf(recorded).some(({ id }) => id === metric.id);
  const run = isRecorded ? recorded.run : scene.run;
  if (!run) return null;
  const rows = latest(run, document, namesIn(scene), metric.id, catalog.methods, shown);
  // Of shares, those first that stand in the pictures.
  const first = isShare(metric.id) ? shownMethods(scene, 2).map((place) => rows[place]!) : [];
  // What is said is of the curves that are seen.
  const ordered = seenOf(view, styles, [...first, ...rows.filter((row) => !first.includes(row))]);
  const sentences = [
    isRecorded ? `Computed beforehand, as the mean of ${recorded.document.trials} runs; Play runs it here.` : "",
    sentence(run, ordered, metric, shown, scene.plain),
    changeSince(lastRun.ghost.value, scene, ordered),
    isWayLost(scene) ? "The agents are shown at the end: this run is too large to keep where they were." : "",
  ];
  return sentences.filter((text) => text !== "").join(" ");
}

/** The comparison with the previous run, once this one is over. */
function changeSince(before: Ghost | null, scene: Scene, rows: readonly Latest[]): string {
  const { id } = shownMetric(scene);
  // A run that was left on its way, or is looked at there, has come less far.
  if (!before?.run.finished || !scene.run?.finished || scene.shown !== null) return "";
  if (!metricsOf(before).some((metric) => metric.id === id)) return "";
  const earlier = latest(
    before.run,
    before.document,
    namesIn({ styles: before.styles, plain: scene.plain }),
    id,
    before.catalog.methods,
  );
  return difference(seenOf(scene.view, before.styles, earlier), rows, isShare(id));
}

function seenOf({ hidden }: Scene["view"], styles: Scene["styles"], rows: readonly Latest[]): Latest[] {
  return rows.filter(({ place }) => !hidden.includes(styles[place]!.label));
}
