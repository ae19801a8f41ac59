/** Urgent messages, above everything else: a broken link, a worker that stopped. */

import { element } from "../views/element";
import { byId } from "./dom";

/** Shows `message`, in place of an earlier one of the same `kind`; `action` is offered as a button. */
export function showBanner(kind: string, message: string, action?: { label: string; run(): void }): void {
  hideBanner(kind);
  const banner = element("div", "banner", { role: "alert", "data-kind": kind }, element("p", "", {}, message));
  const button = (text: string, name: string, act: () => void) => {
    const press = () => {
      banner.remove();
      act();
    };
    banner.append(element("button", name, { type: "button", onclick: press }, text));
  };
  if (action) button(action.label, "", action.run);
  button("Dismiss", "quiet", () => undefined);
  byId("banners").append(banner);
}

export function hideBanner(kind: string): void {
  for (const banner of [...byId("banners").children])
    if ((banner as HTMLElement).dataset["kind"] === kind) banner.remove();
}
