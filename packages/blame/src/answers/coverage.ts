/** How much of the tracked tree was written under which intent, by which model, by people, and by nobody knows whom. */
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { GovernedRoot } from "@intentgate/sidecar";
import { createIndexReader, findRepository, snapshotTree } from "@intentgate/world";
import type { Blame } from "./blame.ts";
import { isGenerated } from "./generated-files.ts";
import { whoOf } from "./line-credit.ts";

export interface Coverage {
  files: number;
  /** Files without lines, and files that could not be read. */
  skipped: number;
  /** Files that programs write, such as lock files: who wrote their lines is not asked. Named outright they count. */
  generated: number;
  lines: number;
  /** Lines by who they count for: AI, HUMAN, HOOK, UNKNOWN, BEFORE, AMBIGUOUS. */
  by_entity: Record<string, number>;
  by_intent: Record<string, number>;
  by_model: Record<string, number>;
}

const MOST_FILES = 200_000;

export function coverageOf(root: GovernedRoot, blame: Blame, below: string | null): Coverage {
  const all: Coverage = { files: 0, skipped: 0, generated: 0, lines: 0, by_entity: {}, by_intent: {}, by_model: {} };
  for (const path of filesOf(root.root)) {
    if (below !== null && path !== below && !path.startsWith(`${below}/`)) continue;
    if (path.startsWith(".orchestration/") || !lstatSync(join(root.root, path), { throwIfNoEntry: false })?.isFile())
      continue;
    const blamed = blame.file(path, { quick: true });
    if (!blamed.ok) {
      all.skipped++;
      continue;
    }
    if (path !== below && isGenerated(path, blamed.value.text)) {
      all.generated++;
      continue;
    }
    all.files++;
    for (const credit of blamed.value.credits) {
      all.lines++;
      count(all.by_entity, whoOf(credit));
      if (credit.credit !== "record") continue;
      if (credit.intent_id !== null) count(all.by_intent, credit.intent_id);
      if (credit.entity_type === "AI") count(all.by_model, credit.model);
    }
  }
  return all;
}

export function filesOf(root: string): string[] {
  return trackedFiles(root) ?? [...snapshotTree(root, MOST_FILES).files.keys()];
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (Object.hasOwn(counts, name) ? (counts[name] as number) : 0) + 1;
}

/**
 * The paths that git tracks, by its index file: no process is started, so nothing in a repository can run. Relative to
 * `root`, without submodules; null where there is no repository, or an index that is not read here.
 */
export function trackedFiles(root: string): string[] | null {
  const repository = findRepository(root);
  if (!repository) return null;
  if (!existsSync(join(repository.gitDir, "index"))) return []; // nothing was added yet
  const index = createIndexReader(repository, root)();
  return index === null ? null : [...index.entries.keys()];
}
