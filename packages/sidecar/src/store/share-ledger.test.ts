import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { draftFor, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { importedIds, layImported } from "../../../../test/support/trace/imported-records.ts";
import { believedSegments, linesOfSegments } from "./believed-segments.ts";
import { createFileStore } from "./file-store.ts";
import { shareLedger } from "./share-ledger.ts";
import { sharedSegments, writeShared } from "./shared-segments.ts";

/** A machine of its own; records of equal numbers are other records there. */
function machine(name: string) {
  const folder = tempFolder(name);
  const { ledger } = createFileStore({ folder, clock: () => new Date(), parse: sampleParse });
  return {
    folder,
    ledger,
    async write(session: string, ...numbers: number[]) {
      for (const at of numbers) await ledger.append(session, { ...draftFor(at), id: `${name}-${session}-${at}` });
    },
    share: async (session: string | null = null) => (await shareLedger(folder, ledger, session)).written,
    /** Of its own records, then of those that it believes others. */
    async ids() {
      const own: { id: string; integrity: { hash: string } }[] = [];
      for await (const { line } of ledger.placedLines()) own.push(JSON.parse(line));
      const hashes = new Set(own.map(({ integrity }) => integrity.hash));
      const { believed, isOwn } = believedSegments(folder, () => (hash) => hashes.has(hash));
      const shared = [...linesOfSegments(folder, believed, isOwn)].map(({ line }) => JSON.parse(line));
      return [...own.map(({ id }) => `own ${id}`), ...shared.map(({ id }) => `shared ${id}`)];
    },
    segments: () => sharedSegments(folder).segments.map(({ name }) => name),
    /** As a merge brings them. */
    take(other: { folder: string }) {
      cpSync(join(other.folder, "ledger"), join(folder, "ledger"), { recursive: true });
    },
  };
}

let here: ReturnType<typeof machine>;
let there: ReturnType<typeof machine>;
beforeEach(() => {
  here = machine("here");
  there = machine("there");
});

describe("sharing", () => {
  it("writes only what is new, and never touches what was written", async () => {
    await here.write("s", 1, 2);
    expect(await here.share()).toMatchObject([{ session: "s", from: 1, to: 2 }]);
    const [first] = here.segments() as [string];
    const bytes = readFileSync(join(here.folder, "ledger", first));
    expect(await here.share()).toEqual([]);
    await here.write("s", 3);
    expect(await here.share()).toMatchObject([{ session: "s", from: 3, to: 3 }]);
    expect(readFileSync(join(here.folder, "ledger", first))).toEqual(bytes);
    expect(readdirSync(join(here.folder, "ledger")).filter((name) => !name.endsWith(".jsonl"))).toEqual([
      ".gitattributes",
    ]);
  });

  it("shares across the border of a rotation", async () => {
    await here.write("s", 1, 2);
    await here.ledger.rotate();
    await here.write("s", 3);
    expect(await here.share()).toMatchObject([{ from: 1, to: 3 }]);
  });

  it("writes nothing for an empty ledger, not even a folder", async () => {
    expect(await here.share()).toEqual([]);
    expect(readdirSync(here.folder)).not.toContain("ledger");
  });

  it.each<[string, (name: string) => string]>([
    ["an empty file", () => ""],
    ["a file that only begins like one", () => '{"version":1,"segment":{}}\n'],
  ])("is not kept from it by %s that claims to hold the records", async (_what, text) => {
    await here.write("s", 1, 2);
    await here.share();
    const name = here.segments()[0] as string;
    rmSync(join(here.folder, "ledger", name));
    const claim = name.replace("-1-2.", "-1-999.");
    writeFileSync(join(here.folder, "ledger", claim), text(claim));
    expect(await here.share()).toMatchObject([{ session: "s", from: 1, to: 2 }]);
  });

  it("writes through no link", async () => {
    await here.write("s", 1);
    symlinkSync(there.folder, join(here.folder, "ledger"));
    symlinkSync(there.folder, join(here.folder, "ledger-archive"));
    await expect(here.share()).rejects.toThrow(/BAD_PATH.*is a link/);
    await expect(here.ledger.rotate()).rejects.toThrow(/BAD_PATH.*is a link/);
    expect(readdirSync(there.folder)).toEqual([]);
    await here.write("s", 2);
  });

  it("does not replace a file that holds something else under the same name", async () => {
    await here.write("s", 1);
    await here.share();
    const path = join(here.folder, "ledger", here.segments()[0] as string);
    writeFileSync(path, "x\n");
    expect(() => writeShared(here.folder, here.segments()[0] as string, "y\n")).toThrow(/CANNOT_WRITE.*other records/);
    expect(readFileSync(path, "utf8")).toBe("x\n");
  });
});

describe("reading what others shared", () => {
  it("shows both machines every record once, its own first, though their sessions have the same name", async () => {
    await here.write("s", 1, 2);
    await there.write("s", 1);
    await here.share();
    await there.share();
    here.take(there);
    there.take(here);
    expect(await here.ids()).toEqual(["own here-s-1", "own here-s-2", "shared there-s-1"]);
    expect(await there.ids()).toEqual(["own there-s-1", "shared here-s-1", "shared here-s-2"]);
  });

  it("shows a record once that two segments hold", async () => {
    await there.write("s", 1, 2);
    await there.share();
    const kept = there.segments()[0] as string;
    here.take(there);
    rmSync(join(there.folder, "ledger"), { recursive: true }); // another branch
    await there.write("s", 3);
    await there.share();
    here.take(there);
    expect(here.segments()).toHaveLength(2);
    expect(here.segments()).toContain(kept);
    expect(await here.ids()).toEqual([1, 2, 3].map((at) => `shared there-s-${at}`));
  });

  it("shows what version 0.1 imported twice once", async () => {
    layImported(here.folder);
    expect(here.segments()).toHaveLength(2);
    expect((await here.ids()).sort()).toEqual(importedIds.map((id) => `shared ${id}`));
  });

  it("does not let it change what the gate remembers or tells", async () => {
    await there.write("s", 1);
    await there.share();
    here.take(there);
    expect(here.ledger.newest(5)).toEqual([]);
    expect(here.ledger.recentChanges("INT-001", 5)).toEqual([]);
    expect(here.ledger.heads()).toEqual([]);
    expect((await here.ledger.append("s", draftFor(1))).integrity.seq).toBe(1);
  });

  it("passes over what is no segment, and names it", async () => {
    await here.write("s", 1);
    await here.share();
    const shared = join(here.folder, "ledger");
    mkdirSync(join(shared, "x-0123456789ab-1-2.jsonl"));
    symlinkSync("/etc/hostname", join(shared, "y-0123456789ab-1-2.jsonl"));
    writeFileSync(join(shared, "notes.txt"), "hello\n");
    expect(sharedSegments(here.folder).others).toEqual([
      "notes.txt",
      "x-0123456789ab-1-2.jsonl",
      "y-0123456789ab-1-2.jsonl",
    ]);
    expect(await here.ids()).toEqual(["own here-s-1"]);
  });

  it.each<[string, (path: string) => void]>([
    ["a torn line at its end", (path) => appendFileSync(path, '{"version":1,"id":"to')],
    ["nothing in it", (path) => writeFileSync(path, "")],
    [
      "another word in a record",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace("there-s-2", "here-s-2")),
    ],
  ])("leaves a segment out that has %s, names it, and reads on", async (_what, spoil) => {
    await there.write("s", 1, 2);
    await there.write("t", 1);
    await there.share();
    here.take(there);
    const [first] = here.segments() as [string];
    spoil(join(here.folder, "ledger", first));
    const { left } = believedSegments(here.folder, () => () => false);
    expect(left.map(({ name }) => name)).toEqual([`ledger/${first}`]);
    expect(await here.ids()).toEqual(["shared there-t-1"]);
  });
});
