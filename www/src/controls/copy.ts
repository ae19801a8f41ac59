/** Copies text that is still being made. */

/**
 * Puts a text on the clipboard once it is there; true when it is copied. The clipboard is asked for at once, since WebKit
 * allows it only while it handles the click. Null is no text.
 */
export async function copyWhenReady(text: Promise<string | null>): Promise<boolean> {
  const content = text.then((ready) => {
    if (ready === null) throw new Error("there is no text to copy");
    return new Blob([ready], { type: "text/plain" });
  });
  // It may fail before the clipboard waits for it, or after the clipboard was refused: then its failure is nobody's.
  content.catch(() => {});
  try {
    if (typeof ClipboardItem === "function")
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    else await navigator.clipboard.writeText(await (await content).text());
    return true;
  } catch {
    return false;
  }
}
