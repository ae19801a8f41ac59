// Ends a run with the tests that passed at a second try only: each is a fault, of the page or of the test.
import type { Reporter, TestCase } from "@playwright/test/reporter";

export default class SecondTries implements Reporter {
  readonly #tried = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    if (test.outcome() === "flaky") this.#tried.add(test);
  }

  onEnd(): void {
    if (this.#tried.size === 0) return;
    process.stdout.write(`\nPassed at a second try only (${this.#tried.size}):\n`);
    for (const test of this.#tried) {
      const [, project, , ...titles] = test.titlePath();
      process.stdout.write(`  [${project}] ${test.location.file.split("/").at(-1)}: ${titles.join(" › ")}\n`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
