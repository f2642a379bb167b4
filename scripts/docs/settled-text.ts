/** Makes the output of a real run the same on every run: ids, times, folders and process numbers, and nothing else. */
import { createHash } from "node:crypto";

export type Folders = readonly (readonly [absolute: string, shown: string])[];

/** A UUID, or the first eight characters of one as a word of its own. */
const anyId = /(?<![\w:-])[0-9a-f]{8}(?:-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?(?![\w-])/g;

/** One for each scene: the same id is the same in all its commands, whole or by its beginning. */
export function createSettler(folders: Folders) {
  const byBeginning = new Map<string, string>();
  const standIn = (id: string): string => {
    const beginning = id.slice(0, 8);
    const known = byBeginning.get(beginning) ?? uuidNumber(byBeginning.size + 1);
    byBeginning.set(beginning, known);
    return known.slice(0, id.length);
  };
  return (text: string): string =>
    settleNumbers(text, folders)
      .replace(anyId, standIn)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-02-16T12:00:00.000Z")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "2026-02-16 12:00:00")
      .replace(/(until )\d\d:\d\d:\d\d/g, "$112:15:00")
      // A busy machine takes seconds from one command to the next.
      .replace(/\b\d{1,2} s ago/g, "just now");
}

/** For runs that were given their ids and their time, so that hashes over them stay true. */
export function settleNumbers(text: string, folders: Folders): string {
  let settled = text;
  for (const [absolute, shown] of folders) settled = settled.replaceAll(absolute, shown);
  return settled
    .replace(/("ms":\s?)[0-9.e-]+/g, "$10.4")
    .replace(/("duration_ms":\s?)\d+/g, "$19")
    .replace(/("pid":\s?)\d+/g, "$14242")
    .replace(/("(?:pidStartedAt|startedAt)":\s?")\d+/g, "$1360000")
    .replace(/("binding":\s?")[0-9a-f]{64}/g, `$1${"b1".repeat(32)}`)
    .replace(/(intentgate\/roots\/)[0-9a-f]{24}/g, "$14fd2b1ce9a3e7a0c5d18b2f6");
}

/** Looks like any other, and follows from its number. */
export function uuidNumber(number: number): string {
  const hex = createHash("sha256").update(`id ${number}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
