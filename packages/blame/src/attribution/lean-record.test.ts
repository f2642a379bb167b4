import { readRecord, sealRecord, type TraceConversation, type TraceFile } from "@intentgate/trace";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleDraft } from "../../../../test/support/trace/sample-draft.ts";
import { contributorsOf, readLean, sealOf, shortHash } from "./lean-record.ts";
import { createLedgerIndex } from "./ledger-index.ts";

const conversation = (url: string, model: string): TraceConversation => ({
  url,
  contributor: { entity_type: "AI", model_identifier: model },
  ranges: [{ start_line: 1, end_line: 2, content_hash: `sha256:${"0".repeat(64)}` }],
  related: [{ type: "specification", value: "INT-001" }],
});

/** One file a list of conversations. */
function lineOf(...files: TraceConversation[][]): string {
  const changed = files.map((conversations, at): TraceFile => {
    return {
      relative_path: `src/${at}.ts`,
      change: "modified",
      line_counts: [1, 2],
      hunks: [[1, 1, 1, 2]],
      conversations,
    };
  });
  return sealRecord({ ...sampleDraft(1), files: changed }, null, "s").line;
}

const sealed = lineOf([conversation("s", "m")], [conversation("s", "m")]);

describe("a line as far as the index needs it", () => {
  it.each<[string, TraceConversation[][], boolean]>([
    ["one conversation", [[conversation("s", "m")]], false],
    ["two files of one session", [[conversation("s", "m")], [conversation("s", "m")]], false],
    ["another session than its chain's", [[conversation("t", "m")]], true],
    ["another session in its second file", [[conversation("s", "m")], [conversation("t", "m")]], true],
    ["another model in its second conversation", [[conversation("s", "m"), conversation("s", "n")]], true],
  ])("is told by whom, and whether by several: %s", (_what, files, several) => {
    const fields = readLean(lineOf(...files));
    expect(contributorsOf(fields?.files as never, fields?.integrity)).toMatchObject({
      session: files[0]?.[0]?.url,
      model: "m",
      several,
    });
  });

  it("is named by the beginning of its seal", () => {
    const { integrity } = JSON.parse(sealed);
    expect(sealOf(integrity)).toBe(shortHash(integrity.hash));
    expect(sealOf(integrity)).toBeGreaterThan(0);
    expect([sealOf(null), sealOf({}), sealOf({ hash: 7 }), sealOf({ hash: "md5:00" })]).toEqual([0, 0, 0, 0]);
  });

  /** Wherever one of these values is put in: what the index takes, the reader of records can read. */
  it("is never taken where the reader of records would refuse it", () => {
    const paths = pathsIn(JSON.parse(sealed));
    const odd = fc.constantFrom<unknown>(null, "", 0, -1, 1.5, [], {}, "x", true, [null], ["x"], [{}], "unknown");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), odd), { minLength: 1, maxLength: 3 }), (changes) => {
        const value = JSON.parse(sealed);
        for (const [path, to] of changes) setAt(value, path, structuredClone(to));
        const line = JSON.stringify(value);
        const index = createLedgerIndex();
        const isTaken = index.add(line, { source: 0, offset: 0, bytes: 0 });
        expect(isTaken && "problem" in readRecord(line)).toBe(false);
        if (!("problem" in readRecord(line))) expect(isTaken).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

function pathsIn(value: unknown, above: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [above];
  const own = above.length > 0 ? [above] : [];
  return [...own, ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...above, key]))];
}

function setAt(value: Record<string, unknown>, path: readonly (string | number)[], to: unknown): void {
  let at: unknown = value;
  for (const key of path.slice(0, -1)) {
    if (typeof at !== "object" || at === null) return;
    at = (at as Record<string, unknown>)[key];
  }
  if (typeof at === "object" && at !== null) (at as Record<string, unknown>)[path.at(-1) as string] = to;
}
