import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { commitSeed } from "./scripts/commit-seed.mjs";
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
    exclude: ["**/node_modules/**", "test/box/**", "test/hosts/**", "test/e2e/**"],
    setupFiles: ["test/isolated-home.ts", "test/seed.ts"],
    // Whether a machine can contain commands is not what these are about; test/box is.
    env: { INTENTGATE_TEST_SEED: commitSeed(), INTENTGATE_NO_BOX: "1" },
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
