/** What is written over in place beside the ledger: heads and last contents, with a check for whoever reads meanwhile, and the map. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyLedger } from "@intentgate/trace";
import { beforeEach, expect, it } from "vitest";
import { draftFor, manualClock, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { addToIntentMap, intentMapOf } from "../reports/intent-map-file.ts";
import { createFileStore } from "./file-store.ts";
import { sessionFileName } from "./session-file-name.ts";
import type { Store } from "./store.ts";

let folder: string;
let store: Store;
beforeEach(() => {
  folder = tempFolder("written-over");
  store = createFileStore({ folder, clock: manualClock().now, parse: sampleParse });
});
const file = (...names: string[]) => join(folder, ...names);
const head = (session: string) => file("heads", `${sessionFileName(session)}.json`);
const kinds = async () =>
  (await verifyLedger(store.ledger.placedLines(), store.ledger.heads())).findings.map((finding) => finding.kind);

it("writes its heads over in place, for short sessions and long ones, and reads those of versions that did not", async () => {
  for (const session of ["s", "long".repeat(300)]) {
    await store.ledger.append(session, draftFor(1));
    const { ino, size } = statSync(head(session));
    for (let at = 2; at <= 12; at++) await store.ledger.append(session, draftFor(at));
    expect([statSync(head(session)).ino, statSync(head(session)).size]).toEqual([ino, size]);
  }
  const { check: _, ...older } = JSON.parse(readFileSync(head("s"), "utf8"));
  writeFileSync(head("s"), `${JSON.stringify(older)}\n`);
  expect((await store.ledger.append("s", draftFor(13))).integrity.seq).toBe(13);
  expect(await kinds()).toEqual([]);
});

it.each<[string, (head: { last: object; before: object; offset: number }) => object]>([
  ["the record before it", ({ before, ...head }) => ({ ...head, last: before, before: null })],
  ["no record", (head) => ({ ...head, last: { seq: 9, hash: "sha256:00" } })],
  ["another place", (head) => ({ ...head, offset: 1_000_000, settled: 0 })],
  ["its own record, before another", (head) => ({ ...head, before: { seq: 1, hash: "sha256:00" } })],
  ["another session", (head) => ({ ...head, session: "t" })],
])("does not believe a head that was made to name %s: the ledger says where its chain ends", async (_what, altered) => {
  for (let at = 1; at <= 3; at++) await store.ledger.append("s", draftFor(at));
  writeFileSync(head("s"), `${JSON.stringify(altered(JSON.parse(readFileSync(head("s"), "utf8"))))}\n`);
  expect((await store.ledger.append("s", draftFor(4))).integrity.seq).toBe(4);
  expect(await kinds()).toEqual([]);
});

it("tells what a path held last, and claims nothing where that is half written", async () => {
  const [hash, other] = [`sha256:${"ab".repeat(32)}`, `sha256:${"cd".repeat(32)}`];
  for (const after_hash of [other, hash]) {
    const { files, ...draft } = draftFor(1);
    await store.ledger.append("s", { ...draft, files: files.map((one) => ({ ...one, after_hash })) });
    expect(store.ledger.lastKnown(files[0]?.relative_path ?? "")).toBe(after_hash);
  }
  const path = draftFor(1).files[0]?.relative_path ?? "";
  const kept = file("cache", "last", readdirSync(file("cache", "last"))[0] ?? "");
  const text = readFileSync(kept, "utf8");
  writeFileSync(kept, other.slice(0, 40) + text.slice(40));
  expect(store.ledger.lastKnown(path)).toBeUndefined();
  writeFileSync(kept, `${hash}\n`);
  expect(store.ledger.lastKnown(path)).toBe(hash);
});

it("writes the map over where only counts and times are others, and replaces it where it grows", async () => {
  const map = file("intent_map.md");
  const add = async (path: string, second: number) => {
    const files = [{ path, change: "modified" as const }];
    await addToIntentMap(
      { sidecar: folder },
      { intentId: "INT-1", name: "One", files, at: `2026-01-01T00:00:0${second}Z` },
    );
    return statSync(map).ino;
  };
  const first = await add("src/a.ts", 1);
  expect(await add("src/a.ts", 2)).toBe(first);
  expect(await add("src/b.ts", 3)).not.toBe(first);
  const [intent] = intentMapOf({ sidecar: folder });
  expect(intent?.files.map(({ path, count, at }) => [path, count, at.slice(17, 19)])).toEqual([
    ["src/a.ts", 2, "02"],
    ["src/b.ts", 1, "03"],
  ]);
});
