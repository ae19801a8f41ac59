/** The document as JSON, to read and to edit. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { Button } from "../controls/field";
import { usePage } from "../controls/page";
import { placeInDocument, readDocument, type DocumentError, type Place } from "../simulation/core";
import { compact, longParts, withoutLongParts } from "./document";

/** `accept` takes the reader's text, or throws an Error that says where and why not. */
export function Editor({ accept }: { accept(document: unknown): void }) {
  const { store, scenes } = usePage();
  const { document } = store;
  const present = useMemo(() => compact(withoutLongParts(document)), [document]);
  /** What the reader has made of it, which is not replaced; null for nothing. */
  const typed = useSignal<string | null>(null);
  const said = useSignal("");
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typed.value ?? present;
  const isEdited = text !== present;
  const note = said.value || (isEdited ? "" : (scenes.told.value.run?.refusal?.message ?? ""));

  function put(next: string | null): void {
    typed.value = next;
    said.value = "";
  }

  function read(): void {
    try {
      accept(readDocument(text));
      put(null);
    } catch (error) {
      const { message, path = "", refusal } = error as Partial<DocumentError>;
      said.value = message ?? String(error);
      if (refusal?.name === "notJson") point(refusal);
      else if (path !== "") point(placeInDocument(text, path));
    }
  }

  function point({ line, column }: Place): void {
    const before = text.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, { length }) => sum + length + 1, column - 1);
    area.current!.focus();
    area.current!.setSelectionRange(at, at + 1);
  }

  return (
    <>
      <textarea
        ref={area}
        id="json"
        spellcheck={false}
        translate={false}
        rows={18}
        aria-describedby="json-note"
        aria-label="The document as JSON"
        aria-invalid={note !== ""}
        readOnly={longParts(document).length > 0}
        value={text}
        onInput={({ currentTarget }) => put(currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && read()}
      />
      <p id="json-note" class="note" role="status">
        {note}
      </p>
      <div class="buttons">
        <Button disabled={!isEdited} onClick={read}>
          Apply
        </Button>
        <Button quiet disabled={!isEdited} onClick={() => put(null)}>
          Discard
        </Button>
      </div>
    </>
  );
}
