/** Writes the tables of every `ABILITY.md` anew; all else in these files stays byte for byte. */
import { join } from "node:path";
import type { Checked } from "@intentgate/documents";
import { replaceFile } from "@intentgate/world";
import { renderAbilityIndex } from "../abilities/ability-index.ts";
import type { RoutingReader } from "./read-routing.ts";

export interface SyncedIndex {
  path: string;
  action: "wrote" | "kept";
}

export function syncIndexes(root: string, reader: RoutingReader): Checked<SyncedIndex[]> {
  const { registry, problems } = reader.read();
  const broken = problems.filter(({ file }) => file?.includes(".system/registry/"));
  // A file that cannot be read would lose its row.
  if (broken.length > 0) return { ok: false, problems: broken };
  const rendered = reader.indexes().map(({ moduleRoot, path, file }) => {
    if (file && !file.ok) return file;
    const text = renderAbilityIndex(file?.value ?? null, registry, moduleRoot);
    return text.ok ? { ok: true as const, value: { path, text: text.value, before: file?.value.text } } : text;
  });
  const wrong = rendered.flatMap((one) => (one.ok ? [] : one.problems));
  if (wrong.length > 0) return { ok: false, problems: wrong };
  const synced = rendered.flatMap((one): SyncedIndex[] => {
    if (!one.ok) return [];
    const { path, text, before } = one.value;
    if (text === before) return [{ path, action: "kept" }];
    replaceFile(join(root, path), text);
    return [{ path, action: "wrote" }];
  });
  return { ok: true, value: synced };
}
