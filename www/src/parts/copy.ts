/** Copying what is still being made. */

/**
 * Puts a text on the clipboard once it is there; true when it is copied. The clipboard is asked for at once, since WebKit
 * allows it only while it handles the click. Null is no text.
 */
export async function copyWhenReady(text: Promise<string | null>): Promise<boolean> {
  const content = text.then((ready) => {
    if (ready === null) throw new Error("there is no text to copy");
    return new Blob([ready], { type: "text/plain" });
  });
  try {
    if (typeof ClipboardItem === "function")
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    else await navigator.clipboard.writeText(await (await content).text());
    return true;
  } catch {
    // It may be refused before the text is there, whose own failure is then nobody's.
    content.catch(() => {});
    return false;
  }
}
