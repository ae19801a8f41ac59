// What is wrong with the page as it is laid out: texts that are cut, lie on each other, or are covered by the bar.
import type { Locator, Page } from "@playwright/test";
import { frames } from "./app.ts";
import { expect } from "./harness.ts";

/** Has each canvas remember the texts of its picture; to be called before the page is loaded. */
export async function rememberTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Drawn = { text: string; size: number; left: number; right: number; top: number; bottom: number };
    const texts = new WeakMap<HTMLCanvasElement, Drawn[]>();
    Object.assign(globalThis, { textsOf: (canvas: HTMLCanvasElement) => texts.get(canvas) ?? [] });
    const context = CanvasRenderingContext2D.prototype;
    const { clearRect, fillText } = context;
    context.clearRect = function (...box) {
      texts.set(this.canvas, []);
      return clearRect.apply(this, box);
    };
    context.fillText = function (text, x, y) {
      const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
        this.measureText(text);
      const corner = (dx: number, dy: number) => this.getTransform().transformPoint({ x: x + dx, y: y + dy });
      const [from, to] = [
        corner(-actualBoundingBoxLeft, -actualBoundingBoxAscent),
        corner(actualBoundingBoxRight, actualBoundingBoxDescent),
      ];
      const drawn = texts.get(this.canvas) ?? [];
      // In CSS pixels of the page.
      const scale = this.canvas.width / (this.canvas.clientWidth || this.canvas.width);
      const { a, b } = this.getTransform();
      const size = (Number(/([\d.]+)px/.exec(this.font)![1]) * Math.hypot(a, b)) / scale;
      drawn.push({ text, size, left: from.x, right: to.x, top: from.y, bottom: to.y });
      texts.set(this.canvas, drawn);
      fillText.call(this, text, x, y);
    };
  });
}

/** The texts in a picture, of a page that remembers them. */
export function drawnTexts(canvas: Locator): Promise<string[]> {
  return canvas.evaluate((canvas: HTMLCanvasElement) => {
    const { textsOf } = globalThis as unknown as { textsOf(canvas: HTMLCanvasElement): { text: string }[] };
    return textsOf(canvas).map(({ text }) => text);
  });
}

/** What is wrong, in words; nothing where all is well. The page stands at its beginning. */
export async function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number };
    type Text = Box & { text: string; of: Element };
    const { textsOf } = globalThis as unknown as { textsOf(canvas: HTMLCanvasElement): (Box & { text: string })[] };
    const found: string[] = [];
    const bar = document.getElementById("bar")!;
    const isClipped = (element: Element | null) => element !== null && getComputedStyle(element).clipPath !== "none";
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(".visually-hidden, .view-hidden, option, .skip") &&
      // In the story, for those who come to it by keys, and until they do out of sight.
      !isClipped(element.closest(".view-foot"));
    /** In a line of its own that is swiped. */
    const isSwiped = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at !== document.documentElement) return true;
      return false;
    };

    /** What of a box is left by the elements around it that hide what reaches beyond them. */
    const within = ({ left, right, top, bottom }: Box, element: Element): Box => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === "visible") continue;
        const border = at.getBoundingClientRect();
        [left, right] = [Math.max(left, border.left), Math.min(right, border.right)];
      }
      return { left, right, top, bottom };
    };

    // Texts of the document, line by line, as they can be seen.
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement!;
      if (!node.textContent!.trim() || !isSeen(of)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rectangle of range.getClientRects()) {
        const { left, right, top, bottom } = within(rectangle, of);
        if (right - left < 1) continue;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const over = document.elementFromPoint(x, y);
        // The box of a line's font is higher than its letters.
        const inset = (bottom - top) / 4;
        const isOnTop = over !== null && (over.contains(of) || of.contains(over));
        if (isOnTop) texts.push({ text: node.textContent!, left, right, top: top + inset, bottom: bottom - inset, of });
      }
    }
    // Texts in pictures.
    for (const canvas of document.querySelectorAll("canvas")) {
      if (!isSeen(canvas)) continue;
      const place = canvas.getBoundingClientRect();
      const scale = place.width / canvas.width;
      for (const { text, left, right, top, bottom } of textsOf(canvas)) {
        if (!text.trim()) continue;
        const box = {
          left: place.left + scale * left,
          right: place.left + scale * right,
          top: place.top + scale * top,
          bottom: place.top + scale * bottom,
        };
        if (
          box.left < place.left - 1 ||
          box.right > place.right + 1 ||
          box.top < place.top - 1 ||
          box.bottom > place.bottom + 1
        )
          found.push(`“${text}” is cut by the border of its picture`);
        if (box.bottom < bar.getBoundingClientRect().top) texts.push({ text, ...box, of: canvas });
      }
    }
    for (const [i, one] of texts.entries())
      for (const other of texts.slice(0, i)) {
        if (one.of === other.of && !(one.of instanceof HTMLCanvasElement)) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 1.5 && high > 1.5) found.push(`“${other.text}” and “${one.text}” lie on each other`);
      }

    for (const element of document.querySelectorAll("header *, #words *, #stage *, #bar *, #panels *")) {
      if (!isSeen(element) || element.childElementCount > 0 || !element.textContent!.trim()) continue;
      // Names of two methods share a line with the sides; above the picture the one that is seen stands in full.
      if (/^(SELECT|OPTION|CANVAS)$/i.test(element.tagName) || isSwiped(element) || element.closest(".turns")) continue;
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible")
        found.push(`“${element.textContent}” is cut`);
    }
    const pressed = ["header", "#words", "#stage", "#panels"].map(
      (part) => `${part} :is(button, select, input, summary)`,
    );
    for (const element of document.querySelectorAll(pressed.join())) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (!isSeen(element) || isSwiped(element) || bottom > bar.getBoundingClientRect().top) continue;
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!over || !(element.contains(over) || over.contains(element)))
        found.push(`“${element.getAttribute("aria-label") ?? element.textContent}” cannot be pressed`);
    }
    const room = document.documentElement;
    if (room.scrollWidth > room.clientWidth) found.push("the page scrolls sideways");
    return found;
  });
}

/** What there is to click in sight: buttons, links, fields, what opens, and pictures that keys reach. */
export function clickable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: Element | null) => element !== null && getComputedStyle(element).clipPath !== "none";
    return [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return (
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.matches(":disabled") &&
          !element.closest(".skip, .visually-hidden, .view-hidden") &&
          !isClipped(element.closest(".view-foot")) &&
          right - left > 1 &&
          bottom - top > 1 &&
          top < innerHeight &&
          bottom > 0
        );
      })
      .map((element) => element.getAttribute("aria-label") ?? element.textContent!.trim().slice(0, 40));
  });
}

/** The sizes of windows that the page is made for, from a laptop to a phone. */
export const SIZES = [
  [1366, 650],
  [1280, 720],
  [820, 1180],
  [390, 844],
] as const;

/** What is still wrong when the pictures have their new sizes and all words have come. */
export async function lastFaults(page: Page, look: (page: Page) => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  const count = async () => {
    await frames(page);
    found = await look(page);
    return found.length;
  };
  await expect
    .poll(count, { timeout: 15_000, intervals: [50, 100, 200, 400] })
    .toBe(0)
    .catch(() => {});
  return found;
}

/** The most that there may be. */
export const FEW = 14;

/** What is wrong with a step of the story: its screen is as high as the window, and has all of it, in order, above the bar. */
export async function storyFaults(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const found: string[] = [];
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    const screen = box("#screen");
    if (scrollY !== 0) found.push("the page has been scrolled");
    if (Math.abs(screen.top) > 1 || Math.abs(screen.bottom - innerHeight) > 1)
      found.push(`the screen is ${screen.height} px high in a window of ${innerHeight} px`);
    const parts = ["header", "#headline", "#note", "#stage", "#reading", "#bar"];
    for (const [i, part] of parts.entries()) {
      const { left, right, top, bottom, height } = box(part);
      if (height < 8) found.push(`${part} is not there`);
      if (top < -1 || bottom > innerHeight + 1) found.push(`${part} ends at ${bottom} of ${innerHeight}`);
      if (left < -1 || right > innerWidth + 1) found.push(`${part} reaches beyond the sides`);
      const before = parts[i - 1];
      if (before && before !== "#stage" && box(before).bottom > top + 1) found.push(`${before} lies on ${part}`);
    }
    const words = box("#reading").top;
    const pictures = document.querySelectorAll("#graph .view-box, #graph .picture canvas, #curves .view-box");
    for (const picture of pictures) {
      if (!picture.checkVisibility({ visibilityProperty: true })) continue;
      const { width, height, bottom } = picture.getBoundingClientRect();
      const name = picture.closest(".view")?.className ?? picture.className;
      if (width < 100 || height < 100) found.push(`${name} has ${width} × ${height} px`);
      if (bottom > words + 1) found.push(`${name} lies on the sentence`);
    }
    return found;
  });
  const all = await clickable(page);
  if (all.length > FEW) found.push(`there are ${all.length} things to click: ${all.join(", ")}`);
  return [...found, ...(await faults(page))];
}

/** What is chosen, of choices that are narrower than its words. */
export const cutChoices = (selects: Locator) =>
  selects.evaluateAll((all) =>
    (all as HTMLSelectElement[])
      .filter((select) => select.checkVisibility({ visibilityProperty: true }))
      .filter((select) => {
        const whole = select.cloneNode(true) as HTMLSelectElement;
        whole.selectedIndex = select.selectedIndex;
        whole.style.cssText = "position: absolute; width: auto; min-width: 0; max-width: none; field-sizing: content";
        select.after(whole);
        const wide = whole.offsetWidth;
        whole.remove();
        return wide > select.offsetWidth + 1;
      })
      .map((select) => select.selectedOptions[0]!.text),
  );
