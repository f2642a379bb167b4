/**
 * How often a search tries. `npm test` is content with a quarter; the long tests, and `npm test` with a file's name,
 * try all of them. Files that ask stand among the searches in `scripts/test-tiers.mjs`.
 */
export function searchRuns(all: number): number {
  return process.env.INTENTGATE_TEST_SEARCHES === "full" ? all : Math.ceil(all / 4);
}
