/** A figure of `views/` as a component: made once, told of new data and of another theme, and taken away with it. */

import type { CSSProperties } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Theme } from "../views/theme";
import type { Figure as Picture, View } from "../views/types";
import { usePage } from "./page";

/** Holds a figure's view, while there is one, for its picture. */
export interface Held {
  current: Pick<View<never>, "figure"> | null;
}

/** The page's two figures, to be saved. */
export interface Stage {
  /** A picture as it stands; null where there is nothing to be seen. */
  figure(which: Shown): Promise<Picture | null>;
}

export type Shown = "left" | "curves" | "floors";

interface FigureProps<Data> {
  /** Makes the view in its host; called once, so its events read what is current from signals or refs. */
  make(host: HTMLElement, theme: Theme): View<Data>;
  /** What is drawn; null hides the figure, unless it `stays`. */
  data: Data | null;
  stays?: boolean;
  view?: Held;
  id?: string;
  class?: string;
  style?: CSSProperties;
}

export function Figure<Data>({ make, data, stays, view, class: name = "picture", ...box }: FigureProps<Data>) {
  const { theme } = usePage().store;
  const host = useRef<HTMLDivElement>(null);
  const own = useRef<View<Data> | null>(null);
  useLayoutEffect(() => {
    const made = make(host.current!, theme);
    own.current = made;
    if (view) view.current = made;
    return () => {
      made.destroy();
      own.current = null;
      if (view) view.current = null;
    };
  }, []);
  useLayoutEffect(() => own.current!.setTheme(theme), [theme]);
  useLayoutEffect(() => {
    if (data !== null) own.current!.update(data);
  }, [data]);
  return <div {...box} ref={host} class={name} hidden={data === null && !stays} />;
}
