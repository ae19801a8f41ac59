/** Hands things to the reader: as a file, or to copy by hand. */

import { element } from "../views/element";
import { nextTask } from "./dom";
import "./save.css";

/** Saves a file; if the browser does not allow it, shows its content. */
export function saveFile(name: string, content: string | Blob, type = "text/plain"): void {
  if (isSandboxed()) {
    showContent(name, content);
    return;
  }
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  element("a", "", { href: address, download: name }).click();
  // The browser reads the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** So many characters become bytes in one task. */
const PIECE = 500_000;

/** A long text as a file, made of its pieces in turns, between which the page goes on. */
export async function blobOf(pieces: Iterable<string>, type: string): Promise<Blob> {
  const parts: Blob[] = [];
  let waiting = "";
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    parts.push(new Blob([waiting]));
    waiting = "";
    await nextTask();
  }
  return new Blob([...parts, waiting], { type: `${type};charset=utf-8` });
}

/** A file name from free text: letters, digits and hyphens, at most 60 of them. */
export function fileName(title: string, extension: string): string {
  const stem = title
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${stem.toLowerCase() || "suda"}.${extension}`;
}

/** Quoted as RFC 4180 has it, where a comma, quote or line break makes it necessary. */
export const field = (name: string): string => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** Whether files are shown in place of being saved. */
export const isShown = (): boolean => isSandboxed();

/** Whether the page is in a sandbox, which may keep it from downloading without a word. A page from a disk is in none. */
function isSandboxed(): boolean {
  if (origin === "null") return location.protocol !== "file:";
  if (self === top) return false;
  const frame = window.frameElement as HTMLIFrameElement | null;
  if (frame) return frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-downloads");
  // In a page of another origin a frame is not told of its sandbox, but for what fails there.
  try {
    const { domain } = document;
    document.domain = domain;
    return false;
  } catch {
    return true;
  }
}

function showContent(name: string, content: string | Blob): void {
  const words = `This frame is not allowed to save files. Here is what ${name} would hold:`;
  if (typeof content === "string") {
    showText(content, words);
    return;
  }
  const address = URL.createObjectURL(content);
  showDialog(words, element("img", "", { alt: name, src: address, onload: () => URL.revokeObjectURL(address) }));
}

/** Shows a text, selected, under words about it. */
export function showText(text: string, words: string): void {
  const area = element("textarea", "", { readOnly: true, rows: 6, value: text });
  showDialog(words, area);
  area.select();
}

function showDialog(words: string, content: HTMLElement): void {
  const close = element("button", "", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = element("dialog", "view-copy", { onclose: () => dialog.remove() });
  dialog.append(element("label", "", {}, words, content), close);
  document.body.append(dialog);
  const pressed = document.activeElement;
  dialog.showModal();
  // A frame may be far higher than what is seen of it.
  if (self === top || !pressed || pressed === document.body) return;
  const { top: height } = pressed.getBoundingClientRect();
  dialog.style.marginBlock = `${Math.max(0, Math.min(height, innerHeight - dialog.offsetHeight))}px auto`;
}
