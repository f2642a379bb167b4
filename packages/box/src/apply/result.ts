/** Whether a path stands as applying would leave it: then there is nothing to do, whoever did it. */
import { readlinkSync, type Stats } from "node:fs";
import type { Change, Made } from "../changes/change.ts";
import { hasSameBytes } from "../changes/same-bytes.ts";
import { statAt } from "../changes/stood.ts";

/** `isAgain`: a step of two may have been ended after the first. */
export function hasResult(at: string, from: string, change: Change, isAgain: boolean): boolean {
  const now = statAt(at);
  if (change.does === "delete") return now === null || (change.was === "folder" && now.isDirectory());
  // Nobody's work stands there; what stood there was taken away before.
  if (now === null) return isAgain && change.does === "replace";
  const { made } = change;
  if (made.kind === "folder") return now.isDirectory() && (change.does !== "mode" || isModeOf(now, made));
  if (made.kind === "link") return now.isSymbolicLink() && readlinkSync(at) === made.target;
  // Whoever wrote it later wrote something else, and a time is no loss.
  if (change.does === "touch") return true;
  if (!now.isFile()) return isAgain && change.does === "replace" && now.isDirectory();
  if (statAt(from) === null) return isAgain && change.does === "create";
  return (now.mode & 0o7777) === made.mode && now.size === made.size && hasSameBytes(from, at);
}

/** Also while it is open for what it holds. */
export function isModeOf({ mode }: Stats, made: Made): boolean {
  return [made.mode, made.mode | 0o700].includes(mode & 0o7777);
}
