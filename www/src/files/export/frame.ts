import { element } from "../../views/element";

/** The HTML of a frame in another page that shows what a link does. */
export function frameOf(link: string, title: string): string {
  const source = new URL("embed.html", link);
  source.hash = `${new URL(link).hash}&height=640`;
  const frame = element("iframe", "", { src: source.href, title, loading: "lazy" });
  frame.style.cssText = "width: 100%; height: 640px; border: 0px";
  return frame.outerHTML;
}
