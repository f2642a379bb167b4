/** What an answer leaves out, said beside it. */
import type { LeftSegment } from "@intentgate/trace";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

const MOST_NAMED = 5;

/** What somebody shared and is not what was written: named, and left out of every answer. */
export function warnOfLeft(io: Io, left: readonly LeftSegment[]): void {
  for (const { name, why } of left.slice(0, MOST_NAMED))
    io.complain(`.orchestration/${oneLine(name, 160)} is not believed and left out: ${oneLine(why, 240)}.`);
  if (left.length > MOST_NAMED) io.complain(`… and ${left.length - MOST_NAMED} more segments.`);
  if (left.length > 0) io.complain("`intentgate trace verify` says more, and `git log` on a segment who wrote it.");
}

export function warnOfUnreadable(io: Io, lines: number): void {
  if (lines > 0) io.complain(`${lines} lines of the ledger cannot be read: run \`intentgate trace verify\`.`);
}
