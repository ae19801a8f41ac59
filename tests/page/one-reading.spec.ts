// One document, one reading: the page, links, `suda run` and the module read the same odd documents alike. The crate has the
// same list in tests/native/documents.rs.
import { readFileSync, writeFileSync } from "node:fs";
import { command, root } from "../node/support.mjs";
import { readDocument } from "../../www/src/simulation/core.ts";
import { decodeLink } from "../../www/src/state/link.ts";
import { drop, open, preview } from "./app.ts";
import { makeCore } from "./core.ts";
import { expect, test } from "./harness.ts";

interface Odd {
  name: string;
  find: string;
  put: string;
  encoding?: string;
  /** What the refusal says; empty where each reader words it in its own way, and missing where it is taken. */
  refused?: string;
}

const { base, cases } = JSON.parse(readFileSync(new URL("../odd-documents.json", import.meta.url), "utf8")) as {
  base: string;
  cases: Odd[];
};

function bytesOf({ find, put, encoding = "utf-8" }: Odd): Buffer {
  const marked = (encoding.includes("mark") ? "\ufeff" : "") + base.replace(find, () => put);
  if (encoding === "latin1") return Buffer.from(marked, "latin1");
  if (!encoding.startsWith("utf-16")) return Buffer.from(marked, "utf8");
  const little = Buffer.from(marked, "utf16le");
  return encoding.startsWith("utf-16be") ? little.swap16() : little;
}

test("odd documents are read, or refused, alike everywhere", async ({ page }, testInfo) => {
  const module = (await import(new URL("../../dist/lib/suda.js", import.meta.url).href)) as {
    default(): Promise<unknown>;
    checkDocument(document: unknown): void;
  };
  await module.default();
  makeCore();
  const run = async (bytes: Buffer) => {
    const file = testInfo.outputPath("odd.json");
    writeFileSync(file, bytes);
    return command(process.execPath, [`${root}/bin/suda.mjs`, "run", file]);
  };
  const refusal = (work: () => unknown): string | null => {
    try {
      work();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  await open(page);
  // Without the last column: a fingerprint is of what is written, and not of what it means.
  const numbersOf = ({ stdout }: { stdout: string }) => stdout.replaceAll(/,[^,\n]*$/gm, "");
  const curves = numbersOf(await run(Buffer.from(base)));
  expect(curves).toMatch(/^iteration,.*\n0,dsgd,gradientNorm,/);

  for (const odd of cases) {
    const bytes = bytesOf(odd);
    const isText = odd.encoding === undefined || odd.encoding.startsWith("utf-8");
    const text = bytes.toString("utf8");
    // Each reader's words; null where it takes the document.
    const said: Record<string, string | null> = {};
    const runner = await run(bytes);
    said["runner"] = runner.status === 0 ? null : runner.stderr.replace(/^suda: /, "");
    if (odd.refused === undefined) expect(numbersOf(runner), odd.name).toBe(curves);
    else expect(runner.status, odd.name).toBe(2);
    if (isText) {
      said["module, of text"] = refusal(() => module.checkDocument(text));
      said["module, of an object"] = refusal(() => module.checkDocument(readDocument(text)));
      const link = decodeLink(`v=1&j=${bytes.toString("base64url")}`);
      said["link"] = await link.then(
        (found) => refusal(() => module.checkDocument(found!.document)),
        (error: Error) => error.message,
      );
    }
    await drop(page, "odd.json", bytes);
    await preview(page).locator(".taken, .wrong").first().waitFor();
    const wrong = preview(page).locator(".wrong");
    said["page"] = (await wrong.count()) > 0 ? ((await wrong.textContent()) ?? "") : null;
    await page.keyboard.press("Escape");
    await expect(preview(page)).toHaveCount(0);

    for (const [reader, words] of Object.entries(said)) {
      const at = `${odd.name}, ${reader}: ${words}`;
      if (odd.refused === undefined) expect(words, at).toBeNull();
      else {
        expect(words, at).not.toBeNull();
        expect(words!.toLowerCase(), at).toContain(odd.refused.toLowerCase());
      }
    }
  }
});
