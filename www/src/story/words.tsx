/** The step's finding and its cause; in the laboratory, what is shown. And what the reader has changed in it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../controls/field";
import { onDemand } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { Explained } from "../text/glossary";
import { tied } from "../views/format";
import type { Steps } from "./steps";

const loadChanges = onDemand(() => import("../text/changes"));

export function Words({ steps }: { steps: Steps }) {
  const { room } = usePage();
  const { headline, note } = steps.present;
  return (
    <>
      <h2 id="headline" aria-live="polite">
        {headline}
      </h2>
      <p id="note" aria-live="polite">
        <Explained text={tied(note)} most={room.value === "laboratory" ? Infinity : steps.step?.choice ? 1 : 2} />
      </p>
    </>
  );
}

/** What differs from the ready experiment, in a line, and the way back to it. */
export function Changed({ steps }: { steps: Steps }) {
  const { store, catalog } = usePage();
  const { present } = steps;
  const { document: now } = store;
  const isOwn = present.id === "" || steps.untouched(now);
  const changes = useSignal("");
  useEffect(() => {
    let isLatest = true;
    if (isOwn) changes.value = "";
    else
      void loadChanges().then((part) => {
        if (part && isLatest) changes.value = part.changesIn(present.document, now, catalog);
      });
    return () => {
      isLatest = false;
    };
  }, [now, present]);
  const undo = () => {
    steps.choose(present);
    document.getElementById("reading")!.focus({ preventScroll: true });
  };
  return (
    <p id="changed" role="status" hidden={isOwn}>
      <span>{changes}</span>{" "}
      <Button quiet onClick={undo}>
        Undo
      </Button>
    </p>
  );
}
