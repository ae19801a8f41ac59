/** Over the input in question: where the reader draws another, or goes on to the next of the data. */

import "./pad.css";
import { button, element, set } from "../element";
import type { Size } from "../frame";
import { unit } from "../canvas-view";
import type { AnswersData } from "./data";
import type { Stroke } from "./ink";
import { BESIDE, type Places } from "./place";

/** Over a narrower pad there is room for a word only, in units of the figure. */
const NARROW = 130;

interface PadEvents extends Drawing {
  /** The place of another input. */
  choose(place: number): void;
}

export function createPad(box: HTMLElement, events: PadEvents) {
  const hint = element("p", "view-pad-hint");
  const pad = element("div", "view-pad", { tabIndex: 0, role: "application" });
  const another = button("Another", "", () => step(1));
  const turns = element("div", "view-pad-turns", {}, another);
  box.append(hint, pad, turns);
  let data: AnswersData | null = null;
  let isImage = false;
  let placed = "";
  /** The input that was chosen last; the page tells of it a frame later, and the next key goes on from it. */
  let place = 0;
  const isDrawn = (): boolean => events.strokes().length > 0;

  function choose(next: number): void {
    pen.lift();
    place = next;
    events.choose(next);
  }

  function step(by: number): void {
    if (!data) return;
    const { length } = data.input.labels;
    // From a drawing back to the image before it.
    choose(isDrawn() ? place : (place + by + length) % length);
  }

  /** The next input of a class. */
  function seek(name: string): void {
    if (!data) return;
    const { labels } = data.input;
    const wanted = data.classes.indexOf(name);
    const places = Array.from(labels, (_, ahead) => (place + 1 + ahead) % labels.length);
    const next = places.find((at) => labels[at] === wanted);
    if (next !== undefined) choose(next);
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by !== undefined) step(by);
    else if (isDrawn() && /^(Escape|Delete|Backspace)$/.test(event.key)) step(0);
    else if (data?.classes.includes(event.key)) seek(event.key);
    else return;
    event.preventDefault();
  }

  for (const part of [pad, turns]) part.addEventListener("keydown", press);
  const pen = followPen(pad, events, () => isImage);

  return {
    update(next: AnswersData): void {
      data = next;
      place = next.input.place;
      const { image, unseen, truth } = next.input;
      const what = image ? "image" : unseen ? "unseen row" : "row";
      isImage = image;
      pad.classList.toggle("view-pad-open", image);
      const keys = next.classes.every(({ length }) => length === 1) ? ", or a class by its key" : "";
      const choice = `${image ? "Draw a digit, or choose" : "Choose"} an ${what === "row" ? "input" : what}`;
      set(pad, { "aria-label": `${choice} by the arrow keys${keys}` });
      const turn = truth === null ? "Clear the drawing" : `Next ${what}`;
      another.textContent = truth === null ? "Clear" : "Another";
      set(another, { "aria-label": turn, title: turn });
    },
    /** Follows the picture. */
    place({ pad: { x, y, side }, words }: Places, { width, height }: Size): void {
      const key = [isImage, x, y, side, width, height, unit()].join();
      if (key === placed) return;
      placed = key;
      const put = (part: HTMLElement, top: number): void =>
        void Object.assign(part.style, {
          left: `${x * unit()}px`,
          top: `${top * unit()}px`,
          width: `${side * unit()}px`,
        });
      const [whole, brief] = isImage ? ["✎ Draw a digit here", "✎ Draw"] : ["The input in question", ""];
      hint.textContent = side < NARROW ? brief : whole;
      put(hint, y - BESIDE.above);
      put(pad, y);
      put(turns, y + side + words);
      pad.style.height = `${side * unit()}px`;
    },
  };
}

/** Points that lie closer are one. */
const CLOSE = 0.006;
/** What goes no farther is a touch and no stroke. */
const TOUCH = 0.05;

/** A drawing, in shares of the pad's side. */
interface Drawing {
  /** Its strokes so far. */
  strokes(): readonly Stroke[];
  /** All of them with the one that is drawn; once a frame while it goes on. */
  draw(strokes: readonly Stroke[]): void;
}

function followPen(element: HTMLElement, drawing: Drawing, isOpen: () => boolean) {
  let strokes: readonly Stroke[] = [];
  let line: number[] | null = null;
  let isStroke = false;
  let frame = 0;

  function follow(event: PointerEvent, stroke: number[]): void {
    const { left, top, width, height } = element.getBoundingClientRect();
    const within = (at: number): number => Math.max(0, Math.min(1, at));
    const moves = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of moves.length > 0 ? moves : [event]) {
      const [x, y] = [within((clientX - left) / width), within((clientY - top) / height)];
      const [lastX = Infinity, lastY = Infinity] = stroke.slice(-2);
      if (Math.hypot(x - lastX, y - lastY) >= CLOSE) stroke.push(x, y);
      isStroke ||= Math.hypot(x - stroke[0]!, y - stroke[1]!) >= TOUCH;
    }
    if (isStroke && frame === 0) frame = requestAnimationFrame(tell);
  }

  function tell(): void {
    frame = 0;
    drawing.draw(strokes);
  }

  element.addEventListener("pointerdown", (event) => {
    if (!isOpen() || event.button !== 0 || line) return;
    element.setPointerCapture(event.pointerId);
    line = [];
    isStroke = false;
    strokes = [...drawing.strokes(), line];
    follow(event, line);
  });
  element.addEventListener("pointermove", (event) => line && follow(event, line));
  for (const end of ["pointerup", "pointercancel"] as const)
    element.addEventListener(end, () => {
      line = null;
    });

  return {
    /** Ends the stroke that is drawn, and what was still to be told of it. */
    lift(): void {
      line = null;
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
