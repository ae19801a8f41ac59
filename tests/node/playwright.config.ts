// Tests in TypeScript that need no browser: `npx playwright test -c tests/node`.
import { defineConfig } from "@playwright/test";

export default defineConfig({ testDir: ".", forbidOnly: Boolean(process.env["CI"]), reporter: "list", workers: 2 });
