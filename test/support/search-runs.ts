/**
 * How often a search tries. `npm test` is content with a quarter; the long tests, and `npm test` with a file's name,
 * try all of them. Files that ask stand among the searches in `scripts/test-tiers.mjs`.
 */
export function searchRuns(all: number): number {
  return process.env.INTENTGATE_TEST_SEARCHES === "full" ? all : Math.ceil(all / 4);
}

/**
 * Of the rows of a table that are all held to the same: every second one, or all where searches are tried in full. For
 * rows that start processes of their own; `from` lets tables beside each other try the rows that the other one leaves.
 */
export function searchRows<Row>(rows: readonly Row[], from = 0): Row[] {
  return rows.filter((_, at) => process.env.INTENTGATE_TEST_SEARCHES === "full" || (at + from) % 2 === 0);
}
