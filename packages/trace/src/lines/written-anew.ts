/**
 * A file in which nothing is left that tells it from others: somebody wrote another one under its name, and that both
 * have the same licence or the same brackets says nothing.
 */
import type { ComparedLines } from "./line-ranges.ts";
import { isTelling } from "./line-weight.ts";

/** As a person left it: where it was written anew, no line of it was kept. */
export function orWrittenAnew(compared: ComparedLines): ComparedLines {
  const { before, after, hunks } = compared;
  if (hunks.length === 0 || after.length === 0) return compared;
  const kept = new Set(before.keys());
  for (const { beforeStart, beforeEnd } of hunks) for (let at = beforeStart; at < beforeEnd; at++) kept.delete(at);
  const telling = before.filter(isTelling).length;
  const isKept = [...kept].some((at) => isTelling(before[at] as string));
  if (telling === 0 || isKept) return compared;
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  return { before, after, hunks: [whole] };
}
