import { createFileStore } from "@intentgate/sidecar";
import type { TraceDraft, TraceFile } from "@intentgate/trace";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { draftFor, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { findRecords } from "./find-records.ts";
import { createLedgerReader, type LedgerReader } from "./ledger-reader.ts";
import { fitsQuery, type RecordQuery } from "./record-query.ts";

const anything: RecordQuery = {
  intent: null,
  path: null,
  session: null,
  model: null,
  mutationClass: null,
  since: null,
  until: null,
  ids: null,
};
const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at));
const paths = ["src/a.ts", "src/auth/b.ts", "src/auth/deep/c.ts", "srcs/d.ts", "e.ts"];

let folder: string;
let reader: LedgerReader;

/** Fifty records in which everything varies at another pace. */
function draftOf(at: number): TraceDraft {
  const file = (path: string, url: string, model: string): TraceFile => ({
    relative_path: path,
    change: at % 9 === 0 ? "renamed" : "modified",
    ...(at % 9 === 0 ? { renamed_from: `old/${path}` } : {}),
    conversations: [
      { url, contributor: { entity_type: "AI", model_identifier: model }, ranges: [], related: [] },
      ...(at % 7 === 0
        ? [
            {
              url: "elsewhere",
              contributor: { entity_type: "HUMAN" as const, model_identifier: "other/model-9" },
              ranges: [],
              related: [],
            },
          ]
        : []),
    ],
  });
  const session = `s${at % 3}`;
  const model = `provider/model-${at % 4}`;
  const files = [paths[at % 5] as string, ...(at % 4 === 0 ? [paths[(at + 2) % 5] as string] : [])];
  return {
    ...draftFor(at),
    id: `r${at}`,
    timestamp: minute(at).toISOString(),
    intent_id: `INT-${at % 6}`,
    mutation_class: at % 5 === 0 ? "AST_REFACTOR" : "INTENT_EVOLUTION",
    files: files.map((path) => file(path, session, model)),
  };
}

beforeAll(async () => {
  folder = tempFolder("query");
  const { ledger } = createFileStore({ folder, clock: () => new Date(), parse: sampleParse });
  for (let at = 0; at < 50; at++) await ledger.append(`s${at % 3}`, draftOf(at));
  reader = createLedgerReader(folder);
});

const found = (query: Partial<RecordQuery>, count = 100) =>
  findRecords(reader, { ...anything, ...query }, count).map(({ id }) => Number(id.slice(1)));
const all = Array.from({ length: 50 }, (_, at) => at);

describe("records are found", () => {
  it.each<[string, Partial<RecordQuery>, (at: number) => boolean]>([
    ["all of them", {}, () => true],
    ["by intent", { intent: "INT-4" }, (at) => at % 6 === 4],
    ["by an intent that nobody has", { intent: "INT-9" }, () => false],
    ["by session", { session: "s2" }, (at) => at % 3 === 2],
    ["by a session that only a second conversation names", { session: "elsewhere" }, (at) => at % 7 === 0],
    ["by model", { model: "provider/model-3" }, (at) => at % 4 === 3],
    ["by a model without its provider", { model: "model-3" }, (at) => at % 4 === 3],
    ["by a model that only a second conversation names", { model: "model-9" }, (at) => at % 7 === 0],
    ["by half a model's name", { model: "model" }, () => false],
    ["by class", { mutationClass: "AST_REFACTOR" }, (at) => at % 5 === 0],
    ["by the other class", { mutationClass: "INTENT_EVOLUTION" }, (at) => at % 5 !== 0],
    ["by a folder", { path: "src/auth" }, (at) => [1, 2].includes(at % 5) || (at % 4 === 0 && [4, 0].includes(at % 5))],
    ["by half a folder's name", { path: "src/au" }, () => false],
    [
      "by the name a file had",
      { path: "old/e.ts" },
      (at) => at % 9 === 0 && (at % 5 === 4 || (at % 4 === 0 && at % 5 === 2)),
    ],
    ["by the time they are from", { since: minute(10) }, (at) => at >= 10],
    ["by the time they are before", { until: minute(10) }, (at) => at < 10],
    ["by their ids", { ids: new Set(["r3", "r4", "r99"]) }, (at) => at === 3 || at === 4],
    ["by none of them", { ids: new Set() }, () => false],
  ])("%s", (_what, query, isOne) => {
    expect(found(query)).toEqual(all.filter(isOne));
  });

  it("newest last, and no more than were asked for", () => {
    expect(found({}, 3)).toEqual([47, 48, 49]);
    expect(found({ session: "s0" }, 2)).toEqual([45, 48]);
  });

  it("by any of it together, as if every record were looked at", () => {
    const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values));
    const query = fc.record<RecordQuery>({
      intent: some("INT-0", "INT-1", "INT-7"),
      path: some("", "src", "src/auth", "src/a.ts", "old", "e.ts", "nowhere"),
      session: some("s0", "s1", "elsewhere", "none"),
      model: some("model-0", "provider/model-1", "other/model-9", "provider"),
      mutationClass: some("AST_REFACTOR", "INTENT_EVOLUTION"),
      since: some(minute(0), minute(20), minute(99)),
      until: some(minute(0), minute(30), minute(99)),
      ids: some(new Set(["r0", "r7", "r14", "r20"])),
    });
    const records = all.map((number) => reader.record(number));
    fc.assert(
      fc.property(query, (one) => {
        expect(found(one)).toEqual(all.filter((at) => fitsQuery(records[at] as never, one)));
      }),
      { numRuns: 500 },
    );
  });

  it("without reading what cannot fit", () => {
    const read: number[] = [];
    const watched = {
      ...reader,
      index: reader.index,
      record(number: number) {
        read.push(number);
        return reader.record(number);
      },
    };
    findRecords(watched, { ...anything, intent: "INT-4", since: minute(20) }, 100);
    expect(read.sort((a, b) => a - b)).toEqual(all.filter((at) => at % 6 === 4 && at >= 20));
  });
});
