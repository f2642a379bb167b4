import {
  byteLines,
  contentHash,
  encodeLineKeys,
  lineKeys,
  readRecord,
  sealRecord,
  type TraceDraft,
  type TraceFile,
} from "@intentgate/trace";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { attributeContent } from "./attribute-content.ts";
import { createAttribution } from "./attribution.ts";
import type { EntryDetail, Evidence } from "./attribution-parts.ts";
import { createLedgerIndex } from "./ledger-index.ts";
import { lineCount } from "./runs.ts";

/** Whoever can write to a ledger, or share one, decides what records say: of each other, of themselves, of nothing. */
const paths = ["a.ts", "b.ts", "c.ts"];
const words = ["const one = make(first);", "const two = make(second);", "const three = make(third);", "}", "import x;"];
const contents = Array.from({ length: 8 }, (_, number) =>
  words
    .filter((_, at) => ((number * 7 + 3) >> at) % 2 === 1)
    .map((word) => `${word}\n`)
    .join(""),
);

const anyFile = fc.record({
  path: fc.constantFrom(...paths),
  before: fc.option(fc.constantFrom(...contents)),
  after: fc.option(fc.constantFrom(...contents)),
  cameFrom: fc.option(fc.constantFrom(...paths)),
  isCopy: fc.boolean(),
  fromGit: fc.boolean(),
  entity: fc.constantFrom("AI", "HUMAN", "HOOK", "UNKNOWN") as fc.Arbitrary<"AI" | "HUMAN" | "HOOK" | "UNKNOWN">,
  hasHunks: fc.boolean(),
  carried: fc.array(
    fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.nat(4)),
    { maxLength: 4 },
  ),
});
type AnyFile = typeof anyFile extends fc.Arbitrary<infer T> ? T : never;

function fileOf({ path, before, after, cameFrom, isCopy, fromGit, entity, hasHunks, carried }: AnyFile): TraceFile {
  const [old, fresh] = [before, after].map((text) => byteLines(text === null ? null : Buffer.from(text)));
  return {
    relative_path: path,
    change: after === null ? "deleted" : before === null ? "created" : "modified",
    ...(cameFrom === null ? {} : isCopy ? { copied_from: cameFrom } : { renamed_from: cameFrom }),
    ...(fromGit ? { from_git: true as const } : {}),
    ...(before === null ? {} : { before_hash: contentHash(before) }),
    ...(after === null ? {} : { after_hash: contentHash(after) }),
    ...(hasHunks
      ? {
          line_counts: [old?.length ?? 0, fresh?.length ?? 0] as [number, number],
          hunks: [[1, old?.length ?? 0, 1, fresh?.length ?? 0]],
        }
      : {}),
    line_keys: encodeLineKeys(lineKeys(fresh ?? [], path)),
    carried: carried as NonNullable<TraceFile["carried"]>,
    conversations: [{ url: "s", contributor: { entity_type: entity, model_identifier: "m" }, ranges: [], related: [] }],
  };
}

function draftOf(files: readonly AnyFile[], number: number): TraceDraft {
  return {
    id: `r${number}`,
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
    intent_id: "INT-001",
    mutation_class: "INTENT_EVOLUTION",
    description: "",
    vcs: { revision_id: "unknown" },
    files: files.map(fileOf),
    decision: { id: "d", tool: "t", approval: "none", outcome: "OK" },
  };
}

/** A question that leads back to itself asks for the same entries again and again. */
const MOST_ASKED = 200_000;

describe("whatever records say of where lines came from", () => {
  it("every content has an answer, with one origin a line", () => {
    const anyEvidence = fc.record({ stood: fc.boolean(), kept: fc.boolean(), branch: fc.boolean(), now: fc.boolean() });
    const ledgers = fc.array(fc.array(anyFile, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ledgers, anyEvidence, fc.boolean(), (records, says, hasBytes) => {
        const index = createLedgerIndex();
        const lines = records.map((files, number) => sealRecord(draftOf(files, number), null, "s").line);
        for (const line of lines) index.add(line, { source: 0, offset: 0, bytes: 0 });
        let asked = 0;
        const detail = (entry: number): EntryDetail => {
          if (++asked > MOST_ASKED) throw new Error("it does not end");
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
        };
        const known = new Map(contents.map((text) => [contentHash(text), Buffer.from(text)]));
        const bytesOf = (hash: string) => (hasBytes ? (known.get(hash) ?? null) : null);
        const evidence: Evidence = {
          keysNow: (path) => (says.now ? new Set(lineKeys(words, path)) : null),
          mayHaveStood: () => says.stood,
          wasRenamed: () => null,
          checkedOut: (_, __, now) => (says.branch ? [Buffer.from(contents[3] as string), now] : []),
          wasOnBranch: () => says.branch,
          wasKept: () => says.kept,
        };
        const attribution = createAttribution({ index, detail, bytesOf, evidence });
        for (let entry = index.entries - 1; entry >= 0; entry--) {
          const counts = detail(entry).line_counts;
          const state = attribution.stateOf(entry);
          if (counts && index.hasAfter(entry)) expect(lineCount(state)).toBe(counts[1]);
        }
        const ports = { index, attribution, detail, bytesOf, evidence, nameOf: contentHash };
        for (const text of contents)
          expect(attributeContent("a.ts", Buffer.from(text), ports)).toHaveLength(text.split("\n").length - 1);
      }),
      { numRuns: searchRuns(400) },
    );
  });
});
