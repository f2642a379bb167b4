import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { verifyLedger } from "@intentgate/trace";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { draftFor, sampleIntentsText, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { bundleWorker, type Worker } from "../../../../test/support/worker-process.ts";
import { createFileStore } from "./file-store.ts";
import { archivedSegments, ledgerLines, ledgerLinesFromEnd } from "./ledger-segments.ts";
import { sessionFileName } from "./session-file-name.ts";
import type { Store } from "./store.ts";

const home = tempFolder("rotation");

let folder: string;
let store: Store;
const open = (rotateAboveBytes?: () => number) =>
  createFileStore({
    folder,
    clock: () => new Date(),
    parse: sampleParse,
    ...(rotateAboveBytes ? { rotateAboveBytes } : {}),
  });
beforeEach(() => {
  folder = tempFolder("sidecar");
  writeFileSync(join(folder, "active_intents.yaml"), sampleIntentsText);
  store = open();
});
const live = () => join(folder, "agent_trace.jsonl");
const archive = () => join(folder, "ledger-archive");
const head = (session: string) => join(folder, "heads", `${sessionFileName(session)}.json`);
const unsettle = (session: string) =>
  writeFileSync(head(session), readFileSync(head(session), "utf8").replace('"settled":1', '"settled":0'));
const verify = () => verifyLedger(store.ledger.placedLines(), store.ledger.heads());
const findings = async () => (await verify()).findings.map(({ kind, file, line }) => `${kind} ${file}:${line}`);
const write = async (session: string, ...numbers: number[]) => {
  for (const at of numbers) await store.ledger.append(session, draftFor(at));
};

describe("a rotated ledger", () => {
  it("lies in files that are numbered and keep their bytes", async () => {
    await write("a", 1, 2);
    const bytes = readFileSync(live());
    expect(await store.ledger.rotate()).toEqual({
      file: "ledger-archive/agent_trace.000001.jsonl",
      bytes: bytes.length,
    });
    expect(existsSync(live())).toBe(false);
    await write("a", 3);
    await store.ledger.rotate();
    expect(readdirSync(archive())).toEqual(["agent_trace.000001.jsonl", "agent_trace.000002.jsonl"]);
    expect(readFileSync(join(archive(), "agent_trace.000001.jsonl"))).toEqual(bytes);
    expect(await findings()).toEqual([]);
  });

  it("is not rotated where there is nothing to put away", async () => {
    expect(await store.ledger.rotate()).toBeNull();
    await write("a", 1);
    await store.ledger.rotate();
    expect(await store.ledger.rotate()).toBeNull();
    expect(readdirSync(archive())).toHaveLength(1);
  });

  it("begins a new file by itself once one is full, and counts on", async () => {
    store = open(() => 1_200);
    await write("a", ...Array.from({ length: 12 }, (_, at) => at));
    expect(archivedSegments(folder).length).toBeGreaterThan(2);
    for (const { path } of archivedSegments(folder)) expect(statSync(path).size).toBeLessThan(3_000);
    expect(await verify()).toMatchObject({ records: 12, sessions: 1, findings: [] });
    expect(store.ledger.newest(5).map(({ id }) => id)).toEqual(["id-7", "id-8", "id-9", "id-10", "id-11"]);
  });

  it("takes numbers above nine and above what is missing", async () => {
    mkdirSync(archive());
    writeFileSync(join(archive(), "agent_trace.000041.jsonl"), "");
    await write("a", 1);
    expect((await store.ledger.rotate())?.file).toBe("ledger-archive/agent_trace.000042.jsonl");
  });

  it.each<[string, () => void, RegExp]>([
    [
      "a line of an archived file was edited",
      () => edit(1, (text) => text.replace("change 1", "change 9")),
      /^edited ledger-archive\/agent_trace\.000001\.jsonl:1$/,
    ],
    [
      "a line of an archived file was removed",
      () => edit(1, (text) => text.slice(text.indexOf("\n") + 1)),
      /^gap ledger-archive\/agent_trace\.000001\.jsonl:1$/,
    ],
    [
      "the end of an archived file was cut off",
      () => edit(1, (text) => `${text.trimEnd().split("\n")[0]}\n`),
      /^gap ledger-archive\/agent_trace\.000002\.jsonl:1$/,
    ],
    [
      "an archived file was removed",
      () => rmSync(join(archive(), "agent_trace.000002.jsonl")),
      /^gap agent_trace\.jsonl:1$/,
    ],
    [
      "the file that is written to was removed",
      () => rmSync(live()),
      /^tail_removed ledger-archive\/agent_trace\.000002\.jsonl:1$/,
    ],
    ["all archived files were removed", () => rmSync(archive(), { recursive: true }), /^gap agent_trace\.jsonl:1$/],
    [
      "an archived file is there twice",
      () =>
        writeFileSync(
          join(archive(), "agent_trace.000003.jsonl"),
          readFileSync(join(archive(), "agent_trace.000002.jsonl")),
        ),
      /^duplicate ledger-archive\/agent_trace\.000003\.jsonl:1$/,
    ],
  ])("shows that %s", async (_what, spoil, expected) => {
    await write("a", 1, 2);
    await store.ledger.rotate();
    await write("a", 3);
    await store.ledger.rotate();
    await write("a", 4);
    expect(await findings()).toEqual([]);
    spoil();
    expect(await findings()).toContainEqual(expect.stringMatching(expected));
  });

  function edit(number: number, change: (text: string) => string): void {
    const path = join(archive(), `agent_trace.00000${number}.jsonl`);
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }

  it("has no part in what else lies in its archive", async () => {
    await write("a", 1);
    await store.ledger.rotate();
    for (const name of ["notes.txt", "agent_trace.1.jsonl", "agent_trace.000001.jsonl.123-abcdefabcdef.tmp"])
      writeFileSync(join(archive(), name), "hello\n");
    expect(await findings()).toEqual([]);
  });

  it("keeps a torn last line alone", async () => {
    await write("a", 1, 2);
    truncateSync(live(), statSync(live()).size - 30);
    unsettle("a");
    await store.ledger.rotate();
    await write("a", 3);
    expect(await findings()).toEqual(["torn ledger-archive/agent_trace.000001.jsonl:2"]);
    expect(store.ledger.newest(9).map(({ id }) => id)).toEqual(["id-1", "id-3"]);
  });

  it.each([
    ["whose record was written", async () => unsettle("a"), 3, []],
    [
      "whose record was not written",
      async () => {
        truncateSync(live(), statSync(live()).size / 2);
        unsettle("a");
      },
      2,
      [],
    ],
    [
      "whose first record was not written",
      async () => {
        rmSync(live());
        await write("b", 7);
        unsettle("a");
        rewriteFirst();
      },
      1,
      [],
    ],
  ] as [string, () => Promise<void>, number, string[]][])(
    "is resolved after a kill of a writer %s",
    async (_what, kill, seq, wrong) => {
      await write("a", 1, 1);
      await kill();
      await store.ledger.rotate();
      expect((await store.ledger.append("a", draftFor(5))).integrity.seq).toBe(seq);
      expect(await findings()).toEqual(wrong);
    },
  );

  /** As if the killed writer had written no record at all yet. */
  function rewriteFirst(): void {
    const it = JSON.parse(readFileSync(head("a"), "utf8"));
    writeFileSync(head("a"), JSON.stringify({ ...it, before: null, last: { ...it.last, seq: 1 } }));
  }

  it("finds its place again in the archive when a head is damaged", async () => {
    await write("a", 1, 2);
    await store.ledger.rotate();
    await write("b", 3);
    writeFileSync(head("a"), "");
    expect((await store.ledger.append("a", draftFor(4))).integrity.seq).toBe(3);
    expect(await findings()).toEqual([]);
  });

  it("finds recent changes again in the archive when the cache is deleted", async () => {
    await write("a", 1, 2, 3);
    await store.ledger.rotate();
    rmSync(join(folder, "cache"), { recursive: true });
    expect(store.ledger.recentChanges("INT-001", 2).map(({ path }) => path)).toEqual(["src/f2.ts", "src/f3.ts"]);
  });

  it.each<[string, () => void]>([
    ["a file in the place of the archive", () => writeFileSync(archive(), "")],
    ["a link to nowhere in the place of the archive", () => symlinkSync(join(folder, "gone"), archive())],
  ])("takes records on with %s, and says so when a person rotates", async (_what, spoil) => {
    store = open(() => 1);
    spoil();
    await write("a", 1, 2, 3);
    expect(store.ledger.newest(9)).toHaveLength(3);
    await expect(store.ledger.rotate()).rejects.toThrow(/CANNOT_WRITE|BAD_PATH/);
    rmSync(archive(), { recursive: true, force: true });
    expect(await findings()).toEqual([]);
  });

  it("is read whole by who began before the rotation", async () => {
    await write("a", 1, 2);
    await store.ledger.rotate();
    await write("a", 3, 4);
    const forwards = ledgerLines(folder);
    const seen = [(await forwards.next()).value?.line];
    const backwards = ledgerLinesFromEnd(folder);
    const newest = [backwards.next().value];
    await store.ledger.rotate();
    await write("a", 5);
    for await (const { line } of forwards) seen.push(line);
    for (const line of backwards) newest.push(line);
    const ids = (lines: unknown[]) => lines.map((line) => JSON.parse(String(line)).id);
    expect(ids(seen)).toEqual(["id-1", "id-2", "id-3", "id-4"]);
    expect(ids(newest)).toEqual(["id-4", "id-3", "id-2", "id-1"]);
  });
});

describe("many writers that rotate", () => {
  let worker: Worker;
  beforeAll(async () => {
    worker = await bundleWorker(new URL("../../../../test/support/sidecar/store-worker.ts", import.meta.url), home);
  });
  const confirmed = (output: string) => output.split("\n").filter((line) => line !== "" && line !== "ready");
  const idsInLedger = async () => {
    const ids: string[] = [];
    for await (const { line } of store.ledger.placedLines()) if (line.endsWith("}}")) ids.push(JSON.parse(line).id);
    return ids;
  };

  it("lose nothing and write nothing twice", async () => {
    const running = Array.from({ length: 6 }, (_, at) =>
      worker.start(["rotating", folder, `s${at % 3}`, "25", `w${at}`]),
    );
    const written = (await Promise.all(running.map((one) => one.output()))).flatMap(confirmed);
    expect(written).toHaveLength(150);
    expect(await verify()).toEqual({ records: 150, sessions: 3, findings: [], anchor: "heads" });
    expect((await idsInLedger()).sort()).toEqual(written.sort());
    expect(archivedSegments(folder).length).toBeGreaterThan(20);
  });

  it("may be killed at any moment", async () => {
    const written: string[] = [];
    for (let round = 0; round < 12; round++) {
      const victims = [0, 1].map((at) =>
        worker.start(["rotating", folder, round % 2 ? "shared" : `s${at}`, "100000", `r${round}v${at}`]),
      );
      await Promise.all(victims.map((victim) => victim.said("-0\n")));
      for (const victim of victims) {
        await new Promise((done) => setTimeout(done, Math.random() * 12));
        victim.kill();
      }
      for (const victim of victims) written.push(...confirmed(await victim.output()));
    }
    const kept = await idsInLedger();
    expect(written.filter((id) => !kept.includes(id))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    for (const session of ["s0", "s1", "shared"]) await store.ledger.append(session, draftFor(1));
    expect((await verify()).findings.filter(({ kind }) => kind !== "torn")).toEqual([]);
  });
});
