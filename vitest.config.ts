import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "test/**/*.test.ts"],
    // Real hosts, browsers and editors, set up and driven by `npm run test:hosts` and `npm run test:e2e`.
    exclude: ["**/node_modules/**", "test/hosts/**", "test/e2e/**"],
    setupFiles: ["test/isolated-home.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
