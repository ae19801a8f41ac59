/** Urgent messages, above everything else: a broken link, a worker that stopped. */

import { byId, h } from "./dom";

/** Shows `message`, in place of an earlier one of the same `kind`; `action` is offered as a button. */
export function showBanner(kind: string, message: string, action?: { label: string; run(): void }): void {
  hideBanner(kind);
  const close = () => banner.remove();
  const act = () => {
    close();
    action?.run();
  };
  const banner = h(
    "div",
    { class: "banner", role: "alert", "data-kind": kind },
    h("p", {}, message),
    action && h("button", { type: "button", onclick: act }, action.label),
    h("button", { type: "button", class: "quiet", onclick: close }, "Dismiss"),
  );
  byId("banners").append(banner);
}

export function hideBanner(kind: string): void {
  for (const banner of [...byId("banners").children])
    if ((banner as HTMLElement).dataset["kind"] === kind) banner.remove();
}
