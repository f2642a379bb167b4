/** Who wrote how many lines of each file: looked at bit by bit between requests, and kept until a file changes. */
import { join } from "node:path";
import { type Blame, isGenerated, whoOf } from "@intentgate/blame";
import { identity } from "@intentgate/world";
import type { CoverageCounts } from "../../api/code.ts";
import type { News } from "./news.ts";
import type { ProjectTree } from "./project-tree.ts";

/** The sum of what was looked at, and how many files were not. */
interface Share {
  coverage: CoverageCounts;
  pending: number;
}

export interface FileCoverage {
  /** Of each thing in a folder; what was not looked at yet is looked at next. */
  below(folder: string): ReadonlyMap<string, Share>;
  stop(): void;
}

export interface CoverageParts {
  root: string;
  blame: Blame;
  tree: ProjectTree;
  news: News;
}

/** Requests that come meanwhile wait no longer than this. */
const SLICE_MS = 15;
const TELL_EVERY_MS = 500;
const CHECKED_MS = 3_000;

export function createFileCoverage({ root, blame, tree, news }: CoverageParts): FileCoverage {
  const known = new Map<string, { seen: string; counts: CoverageCounts; checkedAt: number }>();
  let wanted = new Set<string>();
  let timer: NodeJS.Immediate | null = null;
  let entries = 0;
  let announcedAt = 0;

  /** Records name what may have another author now, also where the bytes are the same. */
  function forgetRecorded(): void {
    const { index } = blame.reader();
    if (index.entries < entries) known.clear();
    for (let row = entries; row < index.entries; row++) known.delete(index.pathOf(row));
    entries = index.entries;
  }

  function fresh(path: string): CoverageCounts | null {
    const found = known.get(path);
    if (!found) return null;
    const now = performance.now();
    if (now - found.checkedAt < CHECKED_MS) return found.counts;
    found.checkedAt = now;
    if (identity(join(root, path)) === found.seen) return found.counts;
    known.delete(path);
    return null;
  }

  function look(): void {
    timer = null;
    const until = performance.now() + SLICE_MS;
    for (const path of wanted) {
      wanted.delete(path);
      if (!known.has(path)) known.set(path, lookAt(path));
      if (performance.now() > until) break;
    }
    const now = performance.now();
    if (wanted.size === 0 || now - announcedAt > TELL_EVERY_MS) {
      announcedAt = now;
      news.tell(["coverage"]);
    }
    if (wanted.size > 0) timer = setImmediate(look);
  }

  function lookAt(path: string) {
    const seen = identity(join(root, path));
    const blamed = blame.file(path, { quick: true });
    const counts = noLines();
    if (blamed.ok && !isGenerated(path, blamed.value.text))
      for (const credit of blamed.value.credits) {
        counts.lines++;
        counts[whoOf(credit)]++;
      }
    return { seen, counts, checkedAt: performance.now() };
  }

  return {
    below(folder) {
      forgetRecorded();
      const children = new Map<string, Share>();
      const missing: string[] = [];
      for (const path of tree.below(folder)) {
        const end = path.indexOf("/", folder === "" ? 0 : folder.length + 1);
        const child = end < 0 ? path : path.slice(0, end);
        const share = children.get(child) ?? { coverage: noLines(), pending: 0 };
        children.set(child, share);
        const counts = fresh(path);
        if (counts === null) {
          missing.push(path);
          share.pending++;
        } else addTo(share.coverage, counts);
      }
      // What somebody looks at now goes first.
      if (missing.length > 0) {
        wanted = new Set([...missing, ...wanted]);
        timer ??= setImmediate(look);
      }
      return children;
    },
    stop() {
      if (timer) clearImmediate(timer);
      wanted = new Set();
    },
  };
}

export function noLines(): CoverageCounts {
  return { lines: 0, AI: 0, HUMAN: 0, HOOK: 0, UNKNOWN: 0, BEFORE: 0, AMBIGUOUS: 0 };
}

function addTo(sum: CoverageCounts, one: CoverageCounts): void {
  for (const name of Object.keys(sum) as (keyof CoverageCounts)[]) sum[name] += one[name];
}
