/**
 * The first that the ledger hears of a file may be a content that no record left: a file that somebody renamed, and
 * edited, before an agent came to it. A file that vanished meanwhile explains it.
 */
import { byteLines, lineKeys } from "@intentgate/trace";
import type { AttributionParts } from "./attribution-parts.ts";
import type { Chains } from "./chains.ts";
import { type ComparePorts, compareContent } from "./compare-content.ts";
import { BEFORE, type Origin, type Runs, runsFrom } from "./runs.ts";

export interface UnknownParts extends AttributionParts, ComparePorts {
  chains: Chains;
  /** Of entries whose state is made. */
  stateAt(entry: number): Runs | undefined;
}

interface UnknownContent {
  bytes: Uint8Array;
  /** The entry that left what became it. */
  from: number;
}

export function createUnknownContents(parts: UnknownParts) {
  const { index, detail, bytesOf, evidence, chains } = parts;
  const known = new Map<number, UnknownContent | null>();

  /** What an entry began with, where no record left it and its bytes were kept. */
  function contentOf(entry: number): UnknownContent | null {
    let content = known.get(entry);
    if (content === undefined) {
      content = findContent(entry);
      known.set(entry, content);
    }
    return content;
  }

  function findContent(entry: number): UnknownContent | null {
    if (!index.hasBefore(entry) || chains.baseOf(entry) !== null || chains.olderOf(entry) !== undefined) return null;
    const { beforeHash, cameFrom } = detail(entry);
    const bytes = cameFrom === null && beforeHash !== null ? bytesOf(beforeHash) : null;
    if (bytes === null) return null;
    const path = index.pathOf(entry);
    const from = chains.vanishedFile(path, lineKeys(byteLines(bytes), path), chains.startOf(entry));
    return from === null ? null : { bytes, from };
  }

  return {
    contentOf,
    runsOf(entry: number): Runs | null {
      const content = contentOf(entry);
      if (content === null) return null;
      const found = explained(content.from, index.pathOf(entry), content.bytes);
      return runsFrom(found.map((one) => one ?? { entry: BEFORE, line: 0, how: 0 }));
    },
  };

  function explained(row: number, path: string, bytes: Uint8Array): (Origin | null)[] {
    const keys = lineKeys(byteLines(bytes), path);
    const { afterHash } = detail(row);
    const then = afterHash === null ? null : bytesOf(afterHash);
    const state = parts.stateAt(row) ?? new Int32Array(0);
    return compareContent({ state, bytes: then }, path, bytes, parts).map((one, at) =>
      evidence.mayHaveStood(path, keys[at] as number, row, index.pathOf(row)) ? null : one,
    );
  }
}
