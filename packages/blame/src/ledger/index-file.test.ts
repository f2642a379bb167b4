import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { draftRecord, sealRecord } from "@intentgate/trace";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { indexFile, readIndex } from "./index-file.ts";
import { createLedgerBytes } from "./ledger-bytes.ts";
import { createLedgerReader } from "./ledger-reader.ts";

let folder: string;
let ledger: string;

beforeEach(() => {
  folder = tempFolder("index");
  ledger = join(folder, "agent_trace.jsonl");
});

function line(number: number): string {
  const before = Buffer.from(`const value${number - 1} = make(${number - 1});\n`);
  const after = Buffer.from(`const value${number} = make(${number});\n`);
  const draft = draftRecord({
    id: `id-${number}`,
    timestamp: "2026-01-01T00:00:00Z",
    intentId: `INT-${number % 3}`,
    session: "s",
    entityType: "AI",
    model: `m${number % 2}`,
    mutationClass: "INTENT_EVOLUTION",
    tool: "write_to_file",
    decision: { id: "d", approval: "none", outcome: "OK" },
    revision: "unknown",
    changes: [
      {
        relativePath: `src/${number % 7}.ts`,
        absolute: "",
        root: "",
        movedFrom: null,
        before: { state: "present", bytes: before },
        after: { state: "present", bytes: after },
        modeChanged: false,
        predicted: true,
      },
    ],
  });
  return `${sealRecord(draft, null, "s").line}\n`;
}

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at)).join("");

/** All that the index holds. */
function told() {
  const { index, bytes, unreadable } = readIndex(folder, createLedgerBytes(folder));
  const kept = index.keep();
  return { bytes, unreadable, words: kept.words, columns: kept.columns.map((one) => Buffer.from(one).toString("hex")) };
}

function toldAnew() {
  rmSync(join(folder, "cache"), { recursive: true, force: true });
  return told();
}

it("is empty where there is no ledger, and writes nothing", () => {
  expect(readIndex(folder, createLedgerBytes(folder))).toMatchObject({ bytes: 0, unreadable: 0 });
  expect(() => statSync(indexFile(folder))).toThrow("ENOENT");
});

it("says the same whether it was kept, grew, or was deleted and made anew", () => {
  writeFileSync(ledger, lines(1, 1_200));
  const first = told();
  expect(statSync(indexFile(folder)).size).toBeGreaterThan(1_000);
  expect(told()).toEqual(first);
  appendFileSync(ledger, lines(1_200, 1_300));
  const grown = told();
  expect(grown).toEqual(toldAnew());
  expect(grown.bytes).toBe(statSync(ledger).size);
});

it("leaves a line that is not whole yet for the next time, and counts what is no record", () => {
  const whole = line(3);
  writeFileSync(ledger, `${line(1)}no record\n\n${line(2)}${whole.slice(0, 50)}`);
  expect(told()).toMatchObject({ unreadable: 1 });
  expect(readIndex(folder, createLedgerBytes(folder)).index.records).toBe(2);
  appendFileSync(ledger, whole.slice(50));
  expect(readIndex(folder, createLedgerBytes(folder)).index.records).toBe(3);
});

it.each([
  ["cut off", () => truncateSync(ledger, 100_000)],
  ["written anew, larger", () => writeFileSync(ledger, lines(5_000, 6_500))],
  ["emptied", () => writeFileSync(ledger, "")],
] as [string, () => void][])("is made anew when the ledger was %s", (_, change) => {
  writeFileSync(ledger, lines(1, 1_200));
  told();
  change();
  expect(told()).toEqual(toldAnew());
});

it.each([
  ["a byte changed", (bytes: Buffer) => bytes.fill((bytes[500] ?? 0) ^ 1, 500, 501)],
  ["its end missing", (bytes: Buffer) => bytes.subarray(0, -40)],
  ["nothing in it", () => Buffer.alloc(0)],
  ["something else in it", () => Buffer.from("x".repeat(1_000))],
] as [string, (bytes: Buffer) => Buffer][])("is made anew where the kept one has %s", (_, damage) => {
  writeFileSync(ledger, lines(1, 1_200));
  const sound = told();
  writeFileSync(indexFile(folder), damage(readFileSync(indexFile(folder))));
  expect(told()).toEqual(sound);
});

it("answers where nothing can be kept", () => {
  writeFileSync(ledger, lines(1, 1_200));
  writeFileSync(join(folder, "cache"), "in the way");
  expect(readIndex(folder, createLedgerBytes(folder)).index.records).toBe(1_199);
});

it("says the same after the ledger was rotated, also to who had opened it before", () => {
  writeFileSync(ledger, lines(1, 700));
  const reader = createLedgerReader(folder);
  const before = told();
  mkdirSync(join(folder, "ledger-archive"));
  renameSync(ledger, join(folder, "ledger-archive/agent_trace.000001.jsonl"));
  expect(reader.record(500).id).toBe("id-501");
  expect(told()).toEqual(before);
  writeFileSync(ledger, lines(700, 800));
  expect(reader.refresh()).toBe(false);
  expect([0, 698, 699, 798].map((number) => reader.record(number).id)).toEqual(["id-1", "id-699", "id-700", "id-799"]);
  const rotated = told();
  expect(rotated).toEqual(toldAnew());
  expect(rotated.bytes).toBe(Buffer.byteLength(lines(1, 800)));
});

/** What is kept, with another head and other columns, under a digest that fits. */
function odd(change: (head: Record<string, unknown>, columns: Buffer) => [unknown, Buffer] | string): void {
  const bytes = readFileSync(indexFile(folder));
  const magic = bytes.indexOf("\n") + 1;
  const length = bytes.readUInt32LE(magic);
  const text = bytes.toString("utf8", magic + 4, magic + 4 + length);
  const changed = change(JSON.parse(text), bytes.subarray(magic + 4 + length, -32));
  const head = Buffer.from(typeof changed === "string" ? changed : JSON.stringify(changed[0]));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const columns = typeof changed === "string" ? Buffer.alloc(60) : changed[1];
  const body = Buffer.concat([bytes.subarray(0, magic), size, head, columns]);
  writeFileSync(indexFile(folder), Buffer.concat([body, createHash("sha256").update(body).digest()]));
}

it.each<[string, Parameters<typeof odd>[0]]>([
  ["no JSON in its head", () => "{".repeat(100)],
  ["an empty head", () => "{}"],
  ["null for a head", () => "null"],
  ["a list for a head", () => "[]"],
  ["text for a count", (head, columns) => [{ ...head, bytes: "1" }, columns]],
  ["a count below nothing", (head, columns) => [{ ...head, unreadable: -1 }, columns]],
  ["no words", (head, columns) => [{ ...head, words: [] }, columns]],
  ["words that are none", (head, columns) => [{ ...head, words: (head.words as string[][]).map(() => [1]) }, columns]],
  ["too few words", (head, columns) => [{ ...head, words: (head.words as string[][]).map(() => []) }, columns]],
  ["nothing shared, said wrongly", (head, columns) => [{ ...head, shared: {} }, columns]],
  ["columns of no length", (head, columns) => [{ ...head, columns: (head.columns as number[]).map(() => 0) }, columns]],
  ["a column less", (head, columns) => [{ ...head, columns: (head.columns as number[]).slice(1) }, columns]],
  [
    "columns longer than they are",
    (head, columns) => [{ ...head, columns: (head.columns as number[]).map((one) => one * 2) }, columns],
  ],
  [
    "a border between columns moved",
    (head, columns) => {
      const lengths = [...(head.columns as number[])];
      lengths[0] = (lengths[0] as number) - 4;
      lengths[1] = (lengths[1] as number) + 4;
      return [{ ...head, columns: lengths }, columns];
    },
  ],
  ["numbers that name nothing", (head, columns) => [head, Buffer.alloc(columns.length, 0xfe)]],
  ["nothing but zeros in its columns", (head, columns) => [{ ...head, bytes: 10 }, Buffer.alloc(columns.length)]],
])("is made anew where the kept one fits its digest and has %s", (_, change) => {
  writeFileSync(ledger, lines(1, 1_200));
  const sound = told();
  odd(change);
  expect(told()).toEqual(sound);
});
