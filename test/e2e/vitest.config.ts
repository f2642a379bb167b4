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
    // A window that drew itself anew under the pointer is no fault of ours; what fails twice is. The report names both.
    retry: 1,
  },
});
