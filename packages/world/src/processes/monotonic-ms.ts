/** Milliseconds that only go up. Without `performance`, which node loads when it is first asked for. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
