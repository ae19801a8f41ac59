/** The methods one by one, with their own settings, folded; adding, ordering, doubling and removing. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { ExperimentDocument, Tagged } from "../state/document";
import { methodLabels } from "../state/methods";
import { Button } from "./field";
import { Control, Group } from "./group";
import { newMethod } from "./edit";
import { usePage } from "./page";

type Methods = ExperimentDocument["methods"];

export function MethodList() {
  const { store, catalog, edit } = usePage();
  const { methods } = store.document;
  const labels = methodLabels(methods, catalog.methods);
  const keys = useKeys(methods);
  const list = useRef<HTMLDivElement>(null);
  /** The button that moved a method, which is to be there for the next press too. */
  const pressed = useRef<HTMLElement | null>(null);

  /** Puts others in the place of `count` methods. */
  function splice(at: number, count: number, ...others: Tagged[]): boolean {
    return edit(["methods"], [...methods.slice(0, at), ...others, ...methods.slice(at + count)]);
  }

  function move(at: number, button: HTMLElement): void {
    if (splice(at, 2, methods[at + 1]!, methods[at]!)) pressed.current = button;
  }

  function add(kind: string): void {
    const entry = catalog.methods.find((other) => other.kind === kind);
    if (!entry) return;
    splice(methods.length, 0, newMethod(entry));
  }

  useLayoutEffect(() => {
    const button = pressed.current as HTMLButtonElement | null;
    pressed.current = null;
    // At an end of the list it leads no further; the other one leads back.
    const other = button?.parentElement?.querySelector<HTMLButtonElement>("button:not(:disabled)");
    (button?.disabled ? other : button)?.focus();
  }, [keys.join()]);

  return (
    <div>
      <div class="method-list" ref={list}>
        {methods.map((method, place) => {
          const label = labels[place]!;
          const last = methods.length - 1;
          const acts = [
            ["↑", "Move up", place === 0, (button: HTMLElement) => move(place - 1, button)],
            ["↓", "Move down", place === last, (button: HTMLElement) => move(place, button)],
            ["Duplicate", "Duplicate", false, () => splice(place, 1, method, method)],
            ["Remove", "Remove", last === 0, () => splice(place, 1)],
          ] as const;
          return (
            <fieldset key={keys[place]} aria-label={label}>
              <details>
                <summary translate={false}>{label}</summary>
                <Group path={["methods", place]} label="Method" explain />
                <div class="fields">
                  {catalog.method.map((parameter) => (
                    <Control key={parameter.name} path={["methods", place]} parameter={parameter} />
                  ))}
                </div>
              </details>
              <div class="buttons">
                {acts.map(([sign, words, disabled, act]) => (
                  <Button
                    key={words}
                    quiet
                    title={`${words} ${label}`}
                    aria-label={`${words} ${label}`}
                    disabled={disabled}
                    onClick={({ currentTarget }) => act(currentTarget)}
                  >
                    {sign}
                  </Button>
                ))}
              </div>
            </fieldset>
          );
        })}
      </div>
      <select
        aria-label="Add a method"
        onChange={({ currentTarget }) => {
          add(currentTarget.value);
          currentTarget.value = "";
        }}
      >
        <option value="">Add a method …</option>
        {catalog.methods.map(({ kind, title, about }) => (
          <option key={kind} value={kind} title={about} translate={false}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A key of each method's row, which stays the method's: where it is moved to, and when it is changed where it is. */
function useKeys(methods: Methods): readonly number[] {
  const last = useRef<{ methods: Methods; keys: number[]; next: number }>({ methods: [], keys: [], next: 0 });
  const { current } = last;
  if (current.methods === methods) return current.keys;
  const free = new Map(current.methods.map((method, place) => [place, method]));
  const take = (place: number | undefined) => {
    if (place === undefined || !free.delete(place)) return undefined;
    return current.keys[place];
  };
  const same = methods.map((method) => take([...free].find(([, old]) => old === method)?.[0]));
  current.keys = same.map((key, place) => key ?? take(place) ?? current.next++);
  current.methods = methods;
  return current.keys;
}
