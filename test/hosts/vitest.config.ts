import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Real hosts are started; they wait more than they work, so there is one more of them than the smallest machine has cores. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/hosts/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 240_000,
    maxWorkers: 3,
  },
});
