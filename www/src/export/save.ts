/** Hands things to the reader: as a file, or on the clipboard. */

export function saveFile(name: string, content: string | Blob, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
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

/** Copies, and where the browser does not allow it shows the text, selected, to copy by hand. True when copied. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showText(text, what);
    return false;
  }
}

function showText(text: string, what: string): void {
  const dialog = document.createElement("dialog");
  dialog.className = "view-copy";
  const label = document.createElement("label");
  label.textContent = `The browser does not let this page copy. Here is ${what}, to copy by hand:`;
  const area = document.createElement("textarea");
  area.readOnly = true;
  area.rows = 6;
  area.value = text;
  label.append(area);
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(label, close);
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}
