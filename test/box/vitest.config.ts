import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { commitSeed } from "../../scripts/commit-seed.mjs";

/** Namespaces, layers and processes of another user: one file at a time. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/box/**/*.test.ts"],
    env: { INTENTGATE_TEST_SEED: commitSeed() },
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
