import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFileStore, shareLedger } from "@intentgate/sidecar";
import type { TraceDraft, TraceFile } from "@intentgate/trace";
import { beforeEach, describe, expect, it } from "vitest";
import { draftFor, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { importedIds, layImported } from "../../../../test/support/trace/imported-records.ts";
import { indexFile } from "./index-file.ts";
import { createLedgerReader } from "./ledger-reader.ts";

let ann: ReturnType<typeof machine>;
let ben: ReturnType<typeof machine>;

beforeEach(() => {
  ann = machine("ann");
  ben = machine("ben");
});

function machine(name: string) {
  const folder = tempFolder(name);
  const { ledger } = createFileStore({ folder, clock: () => new Date(), parse: sampleParse });
  const shared = join(folder, "ledger");
  return {
    folder,
    shared,
    /** One record a minute of the day. */
    async write(session: string, ...minutes: number[]) {
      for (const minute of minutes) {
        const timestamp = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
        const draft: TraceDraft = { ...draftFor(minute), id: `${name}-${session}-${minute}`, timestamp };
        await ledger.append(session, draft);
      }
    },
    /** One with something odd about its file. */
    async append(session: string, minute: number, odd: Partial<TraceFile>) {
      const draft = draftFor(minute);
      await ledger.append(session, { ...draft, files: [{ ...(draft.files[0] as TraceFile), ...odd }] });
    },
    share: () => shareLedger(folder, ledger, null),
    take: (other: { shared: string }) => cpSync(other.shared, shared, { recursive: true }),
    segments: () => readdirSync(shared).filter((one) => one.endsWith(".jsonl")),
    reader: () => createLedgerReader(folder),
    ids: () => idsOf(createLedgerReader(folder)),
  };
}

function idsOf(reader: ReturnType<typeof createLedgerReader>): string[] {
  return Array.from({ length: reader.index.records }, (_, number) => {
    return `${reader.record(number).id}${reader.sharedIn(number) === null ? "" : " shared"}`;
  });
}

describe("the index over what others shared", () => {
  it("holds both machines' records by time, each once, also those that came back", async () => {
    await ann.write("s", 1, 3);
    await ben.write("s", 2, 4);
    await ann.share();
    ben.take(ann);
    await ben.share();
    expect(ben.ids()).toEqual(["ann-s-1 shared", "ben-s-2", "ann-s-3 shared", "ben-s-4"]);
    ann.take(ben);
    expect(ann.ids()).toEqual(["ann-s-1", "ben-s-2 shared", "ann-s-3", "ben-s-4 shared"]);
  });

  it("answers in a clone that has no ledger of its own, kept or not", async () => {
    await ann.write("s", 1, 2);
    await ann.share();
    ben.take(ann);
    const first = ben.ids();
    expect(first).toEqual(["ann-s-1 shared", "ann-s-2 shared"]);
    expect(statSync(indexFile(ben.folder)).size).toBeGreaterThan(0);
    expect(ben.ids()).toEqual(first);
    rmSync(join(ben.folder, "cache"), { recursive: true });
    expect(ben.ids()).toEqual(first);
    await ben.write("s", 3);
    expect(ben.ids()).toEqual([...first, "ben-s-3"]);
  });

  it("follows segments that come and go, also for who had opened it before", async () => {
    await ben.write("s", 5);
    await ann.write("s", 1, 9);
    await ann.share();
    const reader = ben.reader();
    expect(idsOf(reader)).toEqual(["ben-s-5"]);
    expect(reader.refresh()).toBe(false);
    ben.take(ann);
    expect(reader.refresh()).toBe(true);
    expect(idsOf(reader)).toEqual(["ann-s-1 shared", "ben-s-5", "ann-s-9 shared"]);
    await ben.write("s", 10);
    expect(reader.refresh()).toBe(false);
    expect(idsOf(reader).at(-1)).toBe("ben-s-10");
    rmSync(ben.shared, { recursive: true });
    expect(reader.refresh()).toBe(true);
    expect(idsOf(reader)).toEqual(["ben-s-5", "ben-s-10"]);
    expect(ben.ids()).toEqual(["ben-s-5", "ben-s-10"]);
  });

  it("stays as it is where a machine shares only what it has", async () => {
    await ann.write("s", 1, 2);
    const reader = ann.reader();
    const before = reader.index;
    await ann.share();
    reader.refresh();
    expect(reader.index).toBe(before);
  });

  it("takes in what version 0.1 imported, once", () => {
    layImported(ann.folder);
    expect(ann.segments()).toHaveLength(2);
    expect(ann.ids().sort()).toEqual(importedIds.map((id) => `${id} shared`));
  });
});

describe("what was shared and is not what was written", () => {
  const spoiled: [string, (text: string) => string][] = [
    ["an edited record", (text) => text.replace("ann-s-2", "ann-s-7")],
    ["a removed record", (text) => text.split("\n").toSpliced(2, 1).join("\n")],
    ["a torn end", (text) => text.slice(0, -20)],
    ["nothing in it", () => ""],
    ["another first line", (text) => text.replace('"to":3', '"to":4')],
  ];
  it.each(spoiled)("is named and left out: %s", async (_what, spoil) => {
    await ann.write("s", 1, 2, 3);
    await ann.write("t", 1);
    await ann.share();
    ben.take(ann);
    expect(ben.ids()).toHaveLength(4); // and kept
    const [name] = ben.segments() as [string];
    const path = join(ben.shared, name);
    writeFileSync(path, spoil(readFileSync(path, "utf8")));
    const reader = ben.reader();
    expect(reader.left).toEqual([{ name: `ledger/${name}`, why: expect.any(String) }]);
    expect(idsOf(reader)).toEqual(["ann-t-1 shared"]);
    expect(ben.reader().left).toHaveLength(1); // said again by who reads the kept index
  });

  it.each<[string, Partial<TraceFile>]>([
    ["a path that climbs out of the tree", { relative_path: "src/../../outside.ts" }],
    ["a path from the root of the disk", { relative_path: "/etc/passwd" }],
    ["a path of another system", { relative_path: "C:\\outside.ts" }],
    ["a former path that climbs", { renamed_from: "../outside.ts" }],
    ["more lines than any file has", { line_counts: [0, 2 ** 29], hunks: [[1, 0, 1, 2 ** 29]] }],
  ])("is passed over record by record where the gate would not write such a one: %s", async (_what, odd) => {
    await ann.write("s", 1);
    await ann.append("s", 2, odd);
    await ann.write("s", 3);
    await ann.share();
    ben.take(ann);
    const reader = ben.reader();
    expect(idsOf(reader)).toEqual(["ann-s-1 shared", "ann-s-3 shared"]);
    expect(reader).toMatchObject({ unreadable: 1, left: [] });
  });

  it("is not believed where it speaks for this machine", async () => {
    await ann.write("s", 1);
    await ann.share();
    cpSync(join(ann.folder, "agent_trace.jsonl"), join(ben.folder, "agent_trace.jsonl"));
    cpSync(join(ann.folder, "heads"), join(ben.folder, "heads"), { recursive: true });
    await ben.write("s", 2); // goes on where ann's chain ended
    await ben.share();
    ann.take(ben);
    const reader = ann.reader();
    expect(idsOf(reader)).toEqual(["ann-s-1"]);
    expect(reader.left).toEqual([{ name: expect.any(String), why: expect.stringContaining("this machine's own") }]);
  });

  it("is found out when it was changed behind an open reader", async () => {
    await ann.write("s", 1, 2);
    await ann.share();
    ben.take(ann);
    const reader = ben.reader();
    const path = join(ben.shared, ben.segments()[0] as string);
    writeFileSync(path, readFileSync(path, "utf8").replace("ann-s-2", "ann-s-7"));
    expect(() => reader.record(1)).toThrow(/changed while it was read/);
  });

  it("does not come in through an index that somebody committed", async () => {
    await ann.write("s", 1, 2);
    await ann.share();
    ben.take(ann);
    ben.ids();
    // The same segments and the index of another machine: their places on this disk are others.
    const carl = machine("carl");
    carl.take(ben);
    cpSync(join(ben.folder, "cache"), join(carl.folder, "cache"), { recursive: true });
    const path = join(carl.shared, carl.segments()[0] as string);
    writeFileSync(path, readFileSync(path, "utf8").replace("ann-s-2", "ann-s-7"));
    expect(carl.ids()).toEqual([]);
    rmSync(carl.shared, { recursive: true });
    expect(carl.ids()).toEqual([]);
  });
});
