// One document, one reading: files, links, `suda run` and the module read the same odd documents alike. The crate has the
// same list in tests/native/documents.rs.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readDocument } from "../../www/src/simulation/core.ts";
import { decodeLink } from "../../www/src/state/link.ts";
import { run as runFile } from "../../runner/run.mjs";
import { makeCore } from "../page/core.ts";
import { look } from "./reading.ts";

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
const folder = mkdtempSync(join(tmpdir(), "suda-odd-"));
const [file, out] = [join(folder, "odd.json"), join(folder, "curves.csv")];

function bytesOf({ find, put, encoding = "utf-8" }: Odd): Buffer {
  const marked = (encoding.includes("mark") ? "\ufeff" : "") + base.replace(find, () => put);
  if (encoding === "latin1") return Buffer.from(marked, "latin1");
  if (!encoding.startsWith("utf-16")) return Buffer.from(marked, "utf8");
  const little = Buffer.from(marked, "utf16le");
  return encoding.startsWith("utf-16be") ? little.swap16() : little;
}

/** The curves that `suda run` writes; without the last column: a fingerprint is of what is written, and not of what it means. */
async function run(bytes: Buffer): Promise<string> {
  writeFileSync(file, bytes);
  await runFile([file, "--out", out]);
  return readFileSync(out, "utf8").replaceAll(/,[^,\n]*$/gm, "");
}

function refusal(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

let module: { default(): Promise<unknown>; checkDocument(document: unknown): void };
let curves = "";

beforeAll(async () => {
  makeCore();
  module = await import(new URL("../../dist/lib/suda.js", import.meta.url).href);
  await module.default();
  curves = await run(Buffer.from(base));
  expect(curves).toMatch(/^iteration,.*\n0,dsgd,gradientNorm,/);
});

for (const odd of cases)
  test(`read, or refused, alike everywhere: ${odd.name}`, async () => {
    const bytes = bytesOf(odd);
    // Each reader's words; null where it takes the document.
    const said: Record<string, string | null> = {};
    const runs = run(bytes);
    said["runner"] = await runs.then(
      () => null,
      (error: Error) => error.message,
    );
    if (odd.refused === undefined) expect(await runs).toBe(curves);
    if (odd.encoding === undefined || odd.encoding.startsWith("utf-8")) {
      const text = bytes.toString("utf8");
      said["module, of text"] = refusal(() => module.checkDocument(text));
      said["module, of an object"] = refusal(() => module.checkDocument(readDocument(text)));
      said["link"] = await decodeLink(`v=1&j=${bytes.toString("base64url")}`).then(
        (found) => refusal(() => module.checkDocument(found!.document)),
        (error: Error) => error.message,
      );
    }
    const { preview } = await look(new Blob([bytes as Uint8Array<ArrayBuffer>]), { name: "odd.json" });
    said["file"] = preview.error?.words ?? null;
    for (const [reader, words] of Object.entries(said)) {
      const at = `${reader}: ${words}`;
      if (odd.refused === undefined) expect(words, at).toBeNull();
      else expect(words?.toLowerCase(), at).toContain(odd.refused.toLowerCase());
    }
  });
