/** A ledger without a disk, for tests: each step is one record, named by a letter. */
import { contentHash, draftRecord, type EntityType, lineKeys, readRecord, sealRecord } from "@intentgate/trace";
import { attributeContent } from "../../../packages/blame/src/attribution/attribute-content.ts";
import { createAttribution } from "../../../packages/blame/src/attribution/attribution.ts";
import type { EntryDetail, Evidence } from "../../../packages/blame/src/attribution/attribution-parts.ts";
import { createLedgerIndex } from "../../../packages/blame/src/attribution/ledger-index.ts";
import { lineHistory } from "../../../packages/blame/src/attribution/line-history.ts";
import { AMBIGUOUS, BEFORE, hows, SINCE, UNRESOLVED } from "../../../packages/blame/src/attribution/runs.ts";

type Change = [path: string, before: string | null | "unknown", after: string | null, from?: string];

export function ledger() {
  const index = createLedgerIndex();
  const lines: string[] = [];
  const names: string[] = [];
  const bytes = new Map<string, Uint8Array>();
  const now = new Map<string, string>();
  /** What files had in git before anything was recorded, and contents that git has kept. */
  const older = new Map<string, string>();
  const inGit = new Set<string>();
  const side = (text: string | null) =>
    text === null
      ? ({ state: "absent" } as const)
      : text === "unknown"
        ? ({ state: "unknown" } as const)
        : ({ state: "present", bytes: Buffer.from(text) } as const);

  function add(name: string, entityType: EntityType, changes: Change[], tool = "write_to_file"): void {
    const draft = draftRecord({
      id: name,
      timestamp: "2026-01-01T00:00:00Z",
      intentId: `INT-${name}`,
      session: "s",
      entityType,
      model: null,
      mutationClass: "INTENT_EVOLUTION",
      tool,
      decision: { id: name, approval: "none", outcome: "OK" },
      revision: "unknown",
      changes: changes.map(([path, before, after, from]) => ({
        relativePath: path,
        absolute: path,
        root: "",
        movedFrom: from ?? null,
        before: side(before),
        after: side(after),
        modeChanged: false,
        predicted: true,
      })),
    });
    const { line } = sealRecord(draft, null, "s");
    index.add(line, { source: 0, offset: 0, bytes: 0 });
    lines.push(line);
    names.push(name);
    for (const [path, , after, from] of changes) {
      if (from !== undefined) now.delete(from);
      if (after === null) now.delete(path);
      else {
        now.set(path, after);
        bytes.set(contentHash(after), Buffer.from(after));
      }
    }
  }

  function detail(entry: number): EntryDetail {
    const number = index.entry.record.get(entry);
    const record = readRecord(lines[number] as string);
    if ("problem" in record) throw new Error(record.problem);
    const file = record.files[entry - index.record.firstEntry.get(number)];
    return {
      ...file,
      entity: index.entityOf(number),
      beforeHash: file?.before_hash ?? null,
      afterHash: file?.after_hash ?? null,
      cameFrom: file?.renamed_from ?? file?.copied_from ?? null,
      fromGit: file?.from_git ?? false,
    };
  }

  /** One letter a line; `-` before the ledger, `+` since, `?` unknown, `*` ambiguous. */
  function blame(path: string, text: string, kept = true): string {
    const bytesOf = (hash: string) => (kept ? (bytes.get(hash) ?? null) : null);
    const evidence: Evidence = {
      keysNow(name) {
        const known = name === path ? text : now.get(name);
        return known === undefined ? null : new Set(lineKeys(known.split("\n"), name));
      },
      mayHaveStood: (name, key) => lineKeys((older.get(name) ?? "").split("\n"), name).includes(key),
      wasRenamed: () => null,
      checkedOut: () => [],
      wasOnBranch: () => false,
      wasKept: (_, hash) => inGit.has(hash),
    };
    const attribution = createAttribution({ index, detail, bytesOf, evidence });
    const ports = { index, attribution, detail, bytesOf, evidence, nameOf: contentHash };
    const origins = attributeContent(path, Buffer.from(text), ports);
    const signs = new Map([
      [BEFORE, "-"],
      [SINCE, "+"],
      [UNRESOLVED, "?"],
      [AMBIGUOUS, "*"],
    ]);
    return (origins ?? [])
      .map(
        ({ entry, how }) =>
          signs.get(entry) ?? `${names[index.entry.record.get(entry)]}${how > 0 ? hows[how]?.[0] : ""}`,
      )
      .join(" ");
  }

  /** The records that led to a line, by their letters. */
  function history(path: string, text: string, line: number): string {
    const bytesOf = (hash: string) => bytes.get(hash) ?? null;
    const evidence: Evidence = {
      keysNow: () => null,
      mayHaveStood: () => false,
      wasRenamed: () => null,
      checkedOut: () => [],
      wasOnBranch: () => false,
      wasKept: () => false,
    };
    const attribution = createAttribution({ index, detail, bytesOf, evidence });
    const ports = { index, attribution, detail, bytesOf, evidence, nameOf: contentHash };
    const origin = attributeContent(path, Buffer.from(text), ports)?.[line - 1];
    const entries = origin ? lineHistory(origin, ports) : new Set<number>();
    return [...entries]
      .map((entry) => names[index.entry.record.get(entry)])
      .sort()
      .join(" ");
  }

  return { add, blame, history, now, older, inGit };
}

/** A line a word, each with enough in it to be told from others. */
export const text = (...words: string[]) => words.map((word) => `const ${word} = make(${word}Value);\n`).join("");
