/** A short walk over the page: each stop points at one thing and says what to do with it. */

import "../styles/tour.css";
import { h } from "./controls/dom";

interface Stop {
  /** Selector of the element pointed at. */
  at: string;
  text: string;
}

const STOPS: readonly Stop[] = [
  {
    at: "#graph",
    text: "In “Network” every disc is an agent with data of its own. It talks to the agents it is joined to, and to nobody else. Two methods stand side by side; on a phone, one at a time. Where agents learn to classify, each disc is the plane as that agent’s own model colours it. “Agents” shows where their answers lie.",
  },
  {
    at: "#curves",
    text: "A curve for each method: its error, on a log scale, or, where agents learn to classify, the share of the points that they have right. The solid line, where there is one, is what one computer with all the data would do.",
  },
  {
    at: "#legend",
    text: "Each method has a colour and a dash. DSGD only steps and averages; Exact-Diffusion, EXTRA and gradient tracking also correct for unequal data. Press one to hide or show its curve.",
  },
  {
    at: "#main-controls",
    text: "Change one thing and watch. As a rule, the more alike the agents’ data and the denser the network, the less DSGD stays behind the methods that correct.",
  },
  { at: "#lessons", text: "The lessons tell the story one change at a time, and then come the figures of the paper." },
];

/** Starts the tour; it ends on its last stop, on Escape, or by its button. */
export function startTour(): void {
  if (document.querySelector(".tour")) return;
  const before = document.activeElement as HTMLElement | null;
  let place = 0;
  const text = h("p", { id: "tour-text" });
  const count = h("span", { class: "count" });
  const back = h("button", { type: "button", class: "quiet", onclick: () => go(place - 1) }, "Back");
  const next = h("button", { type: "button", onclick: () => go(place + 1) });
  const leave = h("button", { type: "button", class: "quiet", onclick: end }, "Leave");
  const box = h(
    "div",
    { class: "tour", role: "dialog", "aria-label": "Tour of the page", "aria-describedby": "tour-text" },
    text,
    h("div", { class: "buttons" }, count, leave, back, next),
  );
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
  });
  document.body.append(box);

  function go(to: number): void {
    mark(null);
    const stop = STOPS[to];
    if (!stop) {
      end();
      return;
    }
    place = to;
    text.textContent = stop.text;
    count.textContent = `${to + 1} of ${STOPS.length}`;
    back.disabled = to === 0;
    next.textContent = to === STOPS.length - 1 ? "Done" : "Next";
    mark(document.querySelector(stop.at));
    next.focus({ preventScroll: true });
  }

  function mark(target: Element | null): void {
    for (const marked of document.querySelectorAll(".toured")) marked.classList.remove("toured");
    if (!target) return;
    target.classList.add("toured");
    target.scrollIntoView({ block: "nearest" });
    const at = target.getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const room = document.documentElement;
    const below = at.bottom + size.height + 12 < room.clientHeight;
    const above = at.top - size.height - 12 > 0;
    // What is as high as the screen has it beside it, where there is room.
    const right = at.right + size.width + 24 < room.clientWidth;
    const beside = !below && !above && (right || at.left - size.width - 24 > 0);
    const top = beside
      ? Math.max(12, at.top)
      : below
        ? at.bottom + 12
        : above
          ? at.top - size.height - 12
          : room.clientHeight - size.height - 12;
    box.style.top = `${top}px`;
    const left = !beside ? at.left : right ? at.right + 18 : at.left - size.width - 18;
    box.style.left = `${Math.max(12, Math.min(left, room.clientWidth - size.width - 12))}px`;
  }

  function end(): void {
    mark(null);
    box.remove();
    before?.focus();
  }

  go(0);
}
