// What browsers and machines do to a page.
import type { Page } from "@playwright/test";

/** Lets the test do to the page what browsers and machines do. */
export async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const control = {
      workers: [] as Worker[],
      heard: 0,
      jump: 0,
      wall: 0,
      frames: [] as FrameRequestCallback[] | null,
      hide() {},
      show() {},
    };
    (window as unknown as { control: typeof control }).control = control;
    const { Worker: Original } = window;
    window.Worker = class extends Original {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        control.workers.push(this);
        this.addEventListener("message", () => (control.heard += 1));
      }
    };
    const now = performance.now.bind(performance);
    const date = Date.now;
    performance.now = () => now() + control.jump;
    Date.now = () => date() + control.jump + control.wall;
    const request = window.requestAnimationFrame.bind(window);
    control.frames = null;
    window.requestAnimationFrame = (callback) =>
      control.frames ? control.frames.push(callback) : request((at) => callback(at + control.jump));
    // A hidden tab has no frames; those that were asked for come when it is seen again.
    control.hide = () => (control.frames = []);
    control.show = () => {
      const waiting = control.frames ?? [];
      control.frames = null;
      for (const callback of waiting) window.requestAnimationFrame(callback);
    };
  });
}

export interface Control {
  /** `heard`: what the workers have told so far, in messages. */
  control: { workers: Worker[]; heard: number; jump: number; wall: number; hide(): void; show(): void };
}
