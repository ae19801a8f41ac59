/** What the run shows, in words, and what to do about it. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { usePage } from "../controls/page";
import { isShare, metricsOf, namesIn, shownMethods, shownMetric, type Scene } from "../scene/figures";
import { isWayLost } from "../scene/network";
import type { Ghost } from "../scene/recorded-run";
import type { Scenes } from "../scene/scene";
import { difference, latest, sentence, type Latest } from "../text/reading";
import { Explained } from "../text/glossary";
import type { Steps } from "./steps";
import { Advice, Edited, Fair, Fitted } from "./advice";

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
