import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { slowest } from "./scripts/test-tiers.mjs";

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? slowest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "test/**/*.test.ts"],
    // Real hosts, browsers and editors, set up and driven by `npm run test:hosts` and `npm run test:e2e`.
    exclude: ["**/node_modules/**", "test/hosts/**", "test/e2e/**"],
    setupFiles: ["test/isolated-home.ts", "test/seed.ts"],
    env: { INTENTGATE_TEST_SEED: process.env.INTENTGATE_TEST_SEED ?? seedOfCommit() },
    // Our modules define things and keep nothing, so files may share them: to load them for each takes most of the time.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // They wait for processes a quarter of their time, so there is one more of them than the smallest machine has cores.
    maxWorkers: 3,
  },
});

/** Another for each commit; 0 where there is no repository. */
function seedOfCommit(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return String(Number.parseInt((stdout ?? "").slice(0, 7), 16) || 0);
}
