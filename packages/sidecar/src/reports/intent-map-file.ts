/** `intent_map.md`: kept in step by a post-hook, read by people and by `intentgate map`. */
import { join } from "node:path";
import { type MapEntry, type MappedIntent, readIntentMap, updateIntentMap } from "@intentgate/trace";
import { overwriteFile, readText, replaceFile, withFileLock } from "@intentgate/world";
import type { GovernedRoot } from "../roots/governed-root.ts";

export function intentMapOf(root: Pick<GovernedRoot, "sidecar">): MappedIntent[] {
  return readIntentMap(readText(fileIn(root)) ?? "");
}

export async function addToIntentMap(root: Pick<GovernedRoot, "sidecar">, entry: MapEntry): Promise<void> {
  const file = fileIn(root);
  await withFileLock(`${file}.lock`, async () => {
    const text = readText(file) ?? "";
    const next = updateIntentMap(text, entry);
    if (next === text) return;
    const isWritten = isSameShape(text, next) && overwriteFile(file, Buffer.from(next, "utf8"));
    if (!isWritten) replaceFile(file, next, {});
  });
}

/** What one write puts down without a pause. */
const PAGE_BYTES = 4096;

/** Line by line as long as before: only counts and times are others, and a mix of both texts would be one that can be read. */
function isSameShape(text: string, next: string): boolean {
  if (text.length !== next.length || Buffer.byteLength(next) > PAGE_BYTES) return false;
  const lengths = (whole: string) => whole.split("\n").map((line) => line.length);
  return lengths(text).join() === lengths(next).join();
}

function fileIn(root: Pick<GovernedRoot, "sidecar">): string {
  return join(root.sidecar, "intent_map.md");
}
