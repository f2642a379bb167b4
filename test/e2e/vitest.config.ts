import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** A browser and an editor are started: one file at a time, so that each has the machine to itself. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/e2e/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // No test is tried twice within its file: one scene leads to the next. The file is, by `scripts/test-e2e.mjs`.
  },
});
