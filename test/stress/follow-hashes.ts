/** Follows a file from content to content through all its records; the order of lines between sessions has no meaning. */
import type { TraceRecord } from "@intentgate/trace";

/** The hash of the content the records lead to, or what is wrong with them. */
export function followHashes(
  records: readonly TraceRecord[],
  path: string,
  start: string | undefined,
): string | undefined {
  const steps = records.flatMap((record) => record.files.filter((file) => file.relative_path === path));
  const next = new Map(steps.map((step) => [step.before_hash, step.after_hash]));
  if (next.size !== steps.length) return "two records begin at the same content";
  let at = start;
  for (let count = 0; count < steps.length; count++) {
    if (!next.has(at)) return `no record goes on from ${at} after ${count} of ${steps.length}`;
    at = next.get(at);
  }
  return at;
}
