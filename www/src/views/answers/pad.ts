/** Over the input in question: where the reader draws another, or goes on to the next of the data. */

import { element } from "../element";
import type { Size } from "../frame";
import { unit } from "../unit";
import type { AnswersData } from "./data";
import { imageOf, type Stroke } from "./ink";
import { followPen } from "./pen";
import { BESIDE, type Places } from "./place";
import "./pad.css";

/** Over a narrower pad there is room for a word only, in units of the figure. */
const NARROW = 130;

export interface PadEvents {
  /** The place of another input. */
  choose(place: number): void;
  /** The strokes so far, in shares of the pad's side, and the image that they make. */
  draw(strokes: readonly Stroke[], image: Float64Array | null): void;
}

export interface Pad {
  update(data: AnswersData): void;
  /** Follows the picture. */
  place(places: Places, size: Size): void;
}

export function createPad(box: HTMLElement, events: PadEvents): Pad {
  const hint = element("p", "view-pad-hint");
  const pad = element("div", "view-pad");
  const turns = element("div", "view-pad-turns");
  pad.tabIndex = 0;
  pad.setAttribute("role", "application");
  const another = button("Another", () => step(1));
  turns.append(another);
  box.append(hint, pad, turns);
  let data: AnswersData | null = null;
  let isImage = false;
  let placed = "";

  function step(by: number): void {
    if (!data) return;
    const { place, labels, truth } = data.input;
    // From a drawing back to the image before it.
    events.choose(truth === null ? place : (place + by + labels.length) % labels.length);
  }

  /** The next input of a class. */
  function seek(name: string): void {
    if (!data) return;
    const { place, labels } = data.input;
    const wanted = data.classes.indexOf(name);
    for (let ahead = 1; ahead <= labels.length; ahead++) {
      const at = (place + ahead) % labels.length;
      if (labels[at] !== wanted) continue;
      events.choose(at);
      return;
    }
  }

  pad.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by !== undefined) step(by);
    else if (data?.classes.includes(event.key)) seek(event.key);
    else return;
    event.preventDefault();
  });

  followPen(pad, {
    isOpen: () => data?.input.image ?? false,
    isFresh: () => data?.input.truth !== null,
    draw: (strokes) => events.draw(strokes, imageOf(strokes)),
  });

  return {
    update(next) {
      data = next;
      const { image, unseen } = next.input;
      const what = image ? "image" : unseen ? "unseen row" : "row";
      isImage = image;
      pad.classList.toggle("view-pad-open", image);
      const keys = next.classes.every(({ length }) => length === 1) ? ", or a class by its key" : "";
      pad.setAttribute(
        "aria-label",
        `${image ? "Draw a digit, or choose" : "Choose"} an ${what === "row" ? "input" : what} by the arrow keys${keys}`,
      );
      for (const name of ["aria-label", "title"]) another.setAttribute(name, `Next ${what}`);
    },
    place({ pad: { x, y, side } }, { width, height }) {
      const key = [isImage, x, y, side, width, height, unit()].join();
      if (key === placed) return;
      placed = key;
      const put = (part: HTMLElement, top: number): void => {
        part.style.left = `${x * unit()}px`;
        part.style.top = `${top * unit()}px`;
        part.style.width = `${side * unit()}px`;
      };
      const [whole, brief] = isImage ? ["✎ Draw a digit here", "✎ Draw"] : ["The input in question", ""];
      hint.textContent = side < NARROW ? brief : whole;
      put(hint, y - BESIDE.above);
      put(pad, y);
      put(turns, y + side + BESIDE.words);
      pad.style.height = `${side * unit()}px`;
    },
  };
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = element("button", "view-button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}
