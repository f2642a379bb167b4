/** The segments that people share through git, in `.orchestration/ledger`: written once, never changed. */
import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import { type NamedSegment, readSegmentName } from "@intentgate/trace";
import { createExclusive, expectNoLink, namesIn, reading, readRegular, writing } from "@intentgate/world";

export const SHARED_NAME = "ledger";

/** Line ends must stay what they are, for the lines are sealed; and a difference between two segments means nothing. */
const ATTRIBUTES_NAME = ".gitattributes";
const ATTRIBUTES = "*.jsonl -text -diff merge=binary linguist-generated\n";

export interface SegmentFile extends NamedSegment {
  name: string;
}

/** More than a reader holds at once; what is written here stays far below. */
const LARGEST_BYTES = 100_000_000;

/** `others`: what lies there and is no segment, by its name or because it is no regular file of a reasonable size. */
export function sharedSegments(folder: string): { segments: SegmentFile[]; others: string[] } {
  const shared = join(folder, SHARED_NAME);
  const segments: SegmentFile[] = [];
  const others: string[] = [];
  for (const name of namesIn(shared)) {
    const named = readSegmentName(name);
    const found = reading(shared, () => lstatSync(join(shared, name), { throwIfNoEntry: false }));
    if (!found) continue;
    if (named && found.isFile() && found.size <= LARGEST_BYTES) segments.push({ ...named, name });
    else if (name !== ATTRIBUTES_NAME) others.push(name);
  }
  return { segments: segments.sort((a, b) => (a.name < b.name ? -1 : 1)), others: others.sort() };
}

/** Without the line end at the very end; where that is missing, with an empty line, for it is not what was written. */
export function sharedLines(folder: string, name: string): string[] {
  const path = join(folder, SHARED_NAME, name);
  const lines = reading(path, () => readRegular(path).toString("utf8").split("\n"));
  if (lines.at(-1) === "") lines.pop();
  else lines.push("");
  return lines;
}

/** False where it was shared already. */
export function writeShared(folder: string, name: string, text: string): boolean {
  const shared = join(folder, SHARED_NAME);
  const path = join(shared, name);
  expectNoLink(shared);
  writing(shared, () => mkdirSync(shared, { recursive: true }));
  createExclusive(join(shared, ATTRIBUTES_NAME), ATTRIBUTES, 0o644);
  if (createExclusive(path, text, 0o644)) return true;
  if (readRegular(path).equals(Buffer.from(text))) return false;
  const remedy = "`intentgate trace verify` says what it holds; `git log` on it says who wrote it.";
  throw new ProblemError([problem("CANNOT_WRITE", `${name} holds other records`, remedy, { file: path })]);
}
