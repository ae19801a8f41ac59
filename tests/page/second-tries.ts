// Ends a run with the tests that passed at a second try only: each is a fault, of the page or of the test. Where
// `SUDA_SECOND_TRIES` names a file, they are added to it, which npm test ends with.
import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "@playwright/test/reporter";

export default class SecondTries implements Reporter {
  readonly #tried = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    if (test.outcome() === "flaky") this.#tried.add(test);
  }

  onEnd(): void {
    if (this.#tried.size === 0) return;
    const lines = [...this.#tried].map((test) => {
      const [, project, , ...titles] = test.titlePath();
      return `  [${project}] ${test.location.file.split("/").at(-1)}: ${titles.join(" › ")}\n`;
    });
    process.stdout.write(`\nPassed at a second try only (${lines.length}):\n${lines.join("")}`);
    const file = process.env["SUDA_SECOND_TRIES"];
    if (file) appendFileSync(file, lines.join(""));
  }

  printsToStdio(): boolean {
    return false;
  }
}
