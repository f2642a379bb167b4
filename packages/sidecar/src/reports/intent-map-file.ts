/** `intent_map.md`: kept in step by a post-hook, read by people and by `intentgate map`. */
import { join } from "node:path";
import { type MapEntry, type MappedIntent, readIntentMap, updateIntentMap } from "@intentgate/trace";
import { readText, replaceFile, withFileLock } from "@intentgate/world";
import type { GovernedRoot } from "../roots/governed-root.ts";

export function intentMapOf(root: Pick<GovernedRoot, "sidecar">): MappedIntent[] {
  return readIntentMap(readText(fileIn(root)) ?? "");
}

export async function addToIntentMap(root: Pick<GovernedRoot, "sidecar">, entry: MapEntry): Promise<void> {
  const file = fileIn(root);
  await withFileLock(`${file}.lock`, async () => {
    const text = readText(file) ?? "";
    const next = updateIntentMap(text, entry);
    if (next !== text) replaceFile(file, next, {});
  });
}

function fileIn(root: Pick<GovernedRoot, "sidecar">): string {
  return join(root.sidecar, "intent_map.md");
}
