/** What the agents answer to one input, which the reader chooses or draws. */

import { createItemView } from "../items";
import { drawDisc } from "../marks";
import { createNames } from "../choices";
import type { Size } from "../frame";
import type { Theme } from "../theme";
import type { View } from "../types";
import type { AnswersData } from "./data";
import { drawAnswers } from "./draw";
import { imageOf, type Ink, type Stroke } from "./ink";
import { createPad } from "./pad";
import { placesOf, type Places } from "./place";
import { agentInWords, answersTable, describeAnswers, inputInWords } from "./words";

interface AnswersEvents {
  onMethod?(panel: number, id: string): void;
  /** Another of the inputs, by its place. */
  onInput?(place: number): void;
  onInk?(ink: Ink): void;
}

interface Item {
  panel: number;
  agent: number;
}

export function createAnswersView(host: HTMLElement, theme: Theme, events: AnswersEvents = {}): View<AnswersData> {
  let strokes: readonly Stroke[] = [];
  let isTold = true;

  const view = createItemView<AnswersData, Item>(host, theme, {
    className: "view-answers",
    name: "What the agents answer",
    role: "agents and their answers",
    draw(sheet, data) {
      const { size } = sheet;
      const places = placesOf(data, size);
      const isScreen = sheet.painter === view.surface.canvas.getContext("2d");
      drawAnswers({ ...sheet, data, places, strokes, named: !isScreen });
      if (!isScreen) return;
      pad.place(places, size);
      names.update({ methods: data.methods, panels: namedAt(data, places, size) });
    },
    describe: describeAnswers,
    subject: ({ input, panels, agents, edges, seen }) =>
      [input.truth, ...input.values, ...panels.map(({ name }) => name), agents, edges.length, ...seen].join(),
    table: answersTable,
    items: ({ panels, agents }) =>
      panels.flatMap((_, panel) => Array.from({ length: agents }, (_, agent) => ({ panel, agent }))),
    at({ size }, data, x, y) {
      const { networks } = placesOf(data, size);
      for (const [panel, { at }] of networks.entries())
        for (let agent = 0; agent < data.agents; agent++)
          if (Math.hypot(at.x(agent) - x, at.y(agent) - y) <= at.radius + 3) return { panel, agent };
      return null;
    },
    isSame: (one, other) => one.panel === other.panel && one.agent === other.agent,
    said({ size }, data, { panel, agent }) {
      const { at } = placesOf(data, size).networks[panel]!;
      return { x: at.x(agent), y: at.y(agent), ...agentInWords(data, panel, agent) };
    },
    mark({ painter, theme: shown, size }, data, { panel, agent }) {
      const { at } = placesOf(data, size).networks[panel]!;
      drawDisc(painter, at.x(agent), at.y(agent), at.radius + 2, { rim: { color: shown.ink, width: 2 } });
    },
  });
  function namedAt({ panels }: AnswersData, { networks }: Places, { width }: Size) {
    return panels.map(({ method }, i) => {
      const { left, width: own } = networks[i]!.box;
      return { method, middle: (left + own / 2) / width, share: own / width };
    });
  }

  const names = createNames(view.box, events.onMethod);
  const pad = createPad(view.box, {
    strokes: () => strokes,
    choose(place) {
      isTold = false;
      strokes = [];
      events.onInput?.(place);
    },
    draw(drawn) {
      strokes = drawn;
      view.surface.redraw();
      const image = imageOf(drawn);
      if (image) events.onInk?.({ strokes, values: Array.from(image) });
    },
  });

  return {
    ...view,
    update(data) {
      const isDrawn = data.input.truth === null;
      // Drawn on another side of the laboratory's door, or left by a link; what is told of a stroke comes after it.
      if (isDrawn ? strokes.length === 0 : view.data()?.input.truth === null) strokes = data.input.strokes;
      pad.update(data);
      view.update(data);
      if (!isTold) view.access.say(inputInWords(data));
      isTold = true;
    },
  };
}
