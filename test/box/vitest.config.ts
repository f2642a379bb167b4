import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { commitSeed } from "../../scripts/commit-seed.mjs";

/** Namespaces, layers and processes of another user: one file at a time. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/box/**/*.test.ts"],
    env: { INTENTGATE_TEST_SEED: commitSeed() },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
