import { beforeAll, describe, expect, it } from "vitest";
import {
  type ChainLink,
  draftRecord,
  isAlarm,
  isSealIntact,
  type PlacedLine,
  sealRecord,
  verifyLedger,
} from "../index.ts";
import type { KnownHead } from "./known-ends.ts";

const RECORDS = 1_000;
const SESSIONS = ["claude 1", "codex", "ü", "s3", "s4"];
/** What a changed byte may look like to a reader. */
const SPOILED = ["edited", "unreadable", "unchained", "torn"];

/** Line ends, blanks, what JSON is made of, letters, and bytes that are no text. */
const INSERTED = [...'\n\r \t{},"\\a0\0'].map((one) => one.charCodeAt(0)).concat(0x80, 0xef, 0xff);

const withByte = (bytes: Buffer, at: number, byte: number) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)]);
const withoutByte = (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
/** As a reader of the file finds them. */
const linesOf = (bytes: Buffer): PlacedLine[] => {
  const split = bytes.toString("utf8").split("\n");
  const last = split.pop() as string;
  const ended = split.map((line, at) => ({ line, file: "ledger", number: at + 1, hasEnd: true }));
  return last === "" ? ended : [...ended, { line: last, file: "ledger", number: split.length + 1, hasEnd: false }];
};

const lines: string[] = [];
const heads: KnownHead[] = [];
const sessionAt = (at: number) => SESSIONS[(at * 7 + (at >> 3)) % SESSIONS.length] as string;

/** Records as the gate writes them, with ranges, scripts and keys. */
beforeAll(() => {
  const last = new Map<string, ChainLink>();
  for (let at = 0; at < RECORDS; at++) {
    const session = sessionAt(at);
    const text = (count: number) =>
      Buffer.from(Array.from({ length: count }, (_, n) => `line ${n} of ${at}\n`).join(""));
    const draft = draftRecord({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 1, 18) + at * 1_000).toISOString(),
      intentId: `INT-00${at % 3}`,
      session,
      entityType: at % 9 === 0 ? "HUMAN" : "AI",
      model: "provider/model",
      mutationClass: "INTENT_EVOLUTION",
      tool: "write_to_file",
      decision: { id: `d-${at}`, approval: "none", outcome: "OK" },
      revision: "a".repeat(40),
      changes: [
        {
          relativePath: `src/f${at % 40}.ts`,
          absolute: `/r/src/f${at % 40}.ts`,
          root: "/r",
          movedFrom: null,
          before: { state: "present", bytes: text(at % 5) },
          after: { state: "present", bytes: text((at % 5) + 2) },
          modeChanged: false,
          predicted: true,
        },
      ],
    });
    const { record, line } = sealRecord(draft, last.get(session) ?? null, session);
    last.set(session, { seq: record.integrity.seq, hash: record.integrity.hash });
    lines.push(line);
  }
  heads.push(...[...last].map(([session, link]) => ({ session, ...link })));
});

const found = async (changed: Iterable<string>) =>
  (await verifyLedger(changed, heads)).findings.map(({ kind, line }) => ({ kind, line }));
/** The next record of the same session, as a line number; null for the last one. */
const nextOf = (at: number) => {
  const next = lines.findIndex((_line, other) => other > at && sessionAt(other) === sessionAt(at));
  return next < 0 ? null : next + 1;
};

describe(`a ledger of ${RECORDS} records in ${SESSIONS.length} sessions`, () => {
  it("is sound as written", async () => {
    expect(await verifyLedger(lines, heads)).toMatchObject({ records: RECORDS, sessions: 5, findings: [] });
  });

  it("does not bear the flip of any byte of any record", () => {
    let flips = 0;
    for (const line of lines) {
      const bytes = Buffer.from(line);
      for (let at = 0; at < bytes.length; at++) {
        const original = bytes[at] as number;
        bytes[at] = original ^ (1 << (flips++ % 8));
        if (isSealIntact(bytes.toString("utf8"))) expect.fail(`byte ${at} of ${line} went unseen`);
        bytes[at] = original;
      }
    }
    expect(flips).toBeGreaterThan(RECORDS * 500);
  });

  it("does not bear a byte put in, anywhere in any record", () => {
    let tried = 0;
    for (const line of lines) {
      const bytes = Buffer.from(line);
      for (let at = 0; at <= bytes.length; at++) {
        const byte = INSERTED[tried++ % INSERTED.length] as number;
        if (isSealIntact(withByte(bytes, at, byte).toString("utf8")))
          expect.fail(`${byte} at byte ${at} of ${line} went unseen`);
      }
    }
    expect(tried).toBeGreaterThan(RECORDS * 500);
  });

  it("does not bear a line end put in, anywhere in any record", () => {
    for (const line of lines)
      for (let at = 1; at < line.length; at++)
        if (isSealIntact(line.slice(at)) || isSealIntact(line.slice(0, at)))
          expect.fail(`a line end at ${at} of ${line} went unseen`);
  });

  it("does not bear a byte taken out, anywhere in every tenth record", () => {
    for (let number = 0; number < RECORDS; number += 10) {
      const bytes = Buffer.from(lines[number] as string);
      for (let at = 0; at < bytes.length; at++)
        if (isSealIntact(withoutByte(bytes, at).toString("utf8"))) expect.fail(`byte ${at} of ${number} went unseen`);
    }
  });

  it("names every empty line, at the start, between any two records and at the end", async () => {
    const all = await found(["", ...lines.flatMap((line) => [line, ""])]);
    expect(all).toEqual([
      { kind: "empty_line", line: 1 },
      ...lines.map((_, at) => ({ kind: "empty_line", line: 2 * at + 3 })),
    ]);
  });

  it("names the line of every line end that was taken out", async () => {
    for (let at = 0; at + 1 < RECORDS; at++)
      if (isSealIntact(`${lines[at]}${lines[at + 1]}`)) expect.fail(`the line end of record ${at} went unseen`);
    for (let at = 3; at + 1 < RECORDS; at += 97)
      expect(await found(lines.toSpliced(at, 2, `${lines[at]}${lines[at + 1]}`))).toContainEqual({
        kind: "unreadable",
        line: at + 1,
      });
  });

  it("names every byte that is put into or taken out of the file, whatever it is", async () => {
    const few = lines.slice(0, 2);
    const ends = new Map<string, KnownHead>();
    for (const line of few) {
      const { session, seq, hash } = JSON.parse(line).integrity as KnownHead;
      ends.set(session, { session, seq, hash });
    }
    const bytes = Buffer.from(`${few.join("\n")}\n`);
    const look = async (changed: Buffer) => (await verifyLedger(linesOf(changed), [...ends.values()])).findings;
    expect(await look(bytes)).toEqual([]);
    const harmless: string[] = [];
    const note = async (what: string, changed: Buffer) => {
      const findings = await look(changed);
      if (findings.length === 0) expect.fail(`${what} went unnamed`);
      if (!findings.some(isAlarm)) harmless.push(`${what}: ${findings.map(({ kind, line }) => `${kind}@${line}`)}`);
    };
    for (let at = 0; at <= bytes.length; at++) {
      for (const byte of INSERTED) await note(`${byte} at ${at}`, withByte(bytes, at, byte));
      if (at < bytes.length) await note(`without ${at}`, withoutByte(bytes, at));
    }
    // What a writer that was stopped may have left: the beginning of a record, and a record without its line end.
    expect(harmless).toEqual([`without ${bytes.length - 1}: unended@2`, `123 at ${bytes.length}: torn@3`]);
  });

  it("names the line of every flipped byte of every twentieth record", async () => {
    for (let number = 0; number < RECORDS; number += 20) {
      const bytes = Buffer.from(lines[number] as string);
      for (let at = 0; at < bytes.length; at++) {
        const original = bytes[at] as number;
        bytes[at] = original ^ (1 << (at % 8));
        // Alone it has a gap before it, which is told apart from what was done to it; a new line end makes two of it.
        const { findings } = await verifyLedger(["", ...bytes.toString("utf8").split("\n")], []);
        if (!findings.some(({ kind, line }) => line === 2 && SPOILED.includes(kind)))
          expect.fail(`byte ${at} of line ${number + 1} went unnamed`);
        bytes[at] = original;
      }
    }
  });

  it("names the line of one flipped byte in each record, among all the others", async () => {
    const changed = lines.map((line, number) => {
      const bytes = Buffer.from(line);
      const at = (number * 131) % bytes.length;
      bytes[at] = (bytes[at] as number) ^ 4;
      return bytes.toString("utf8").replaceAll("\n", " ");
    });
    const named = new Set((await found(changed)).flatMap(({ kind, line }) => (SPOILED.includes(kind) ? [line] : [])));
    expect(lines.map((_line, at) => at + 1).filter((line) => !named.has(line))).toEqual([]);
  });

  it("names the line of every record that was put in a second time", async () => {
    for (const { own, at, check } of beginnings()) {
      expect(await check(own.toSpliced(at + 1, 0, own[at] as string))).toEqual([`duplicate@${at + 2}`]);
      const last = own.length - 1;
      if (last > at && at % 10 === 0)
        expect(await check([...own, own[at] as string])).toEqual([`out_of_order@${last + 2}`]);
    }
  });

  it("names the line of a record that was made up, sealed and put in", async () => {
    for (let at = 5; at < RECORDS; at += 41) {
      const { integrity } = JSON.parse(lines[at] as string);
      const { files: _files, version: _version, integrity: _integrity, ...draft } = JSON.parse(lines[at] as string);
      const made = sealRecord(
        { ...draft, files: [] },
        { seq: integrity.seq, hash: integrity.hash },
        integrity.session,
      ).line;
      const next = nextOf(at);
      const all = await found(lines.toSpliced(at + 1, 0, made));
      expect(all).toContainEqual(
        next === null ? { kind: "beyond_head", line: at + 2 } : { kind: "out_of_order", line: next + 1 },
      );
    }
  });

  /** Every record with its session's ledger up to a little behind it, which is a ledger of its own. */
  function* beginnings(): Generator<{ own: string[]; at: number; check: (changed: string[]) => Promise<string[]> }> {
    for (const session of SESSIONS) {
      const all = lines.filter((_line, at) => sessionAt(at) === session);
      for (let at = 0; at < all.length; at++) {
        const own = all.slice(0, at + 3);
        const { seq, hash } = JSON.parse(own.at(-1) as string).integrity as ChainLink;
        const check = async (changed: string[]) =>
          (await verifyLedger(changed, [{ session, seq, hash }])).findings.map(({ kind, line }) => `${kind}@${line}`);
        yield { own, at, check };
      }
    }
  }

  it("names the line after every record that was taken out within its session", async () => {
    for (const { own, at, check } of beginnings())
      if (at < own.length - 1) expect(await check(own.toSpliced(at, 1))).toEqual([`gap@${at + 1}`]);
      else expect(await check(own.toSpliced(at, 1))).toContainEqual(expect.stringMatching(/^(tail|session)_removed/));
  });

  it("names both ends of every swap of neighbours within a session", async () => {
    for (const { own, at, check } of beginnings()) {
      if (at === own.length - 1) continue;
      const all = await check(own.with(at, own[at + 1] as string).with(at + 1, own[at] as string));
      expect(all).toEqual(expect.arrayContaining([`gap@${at + 1}`, `out_of_order@${at + 2}`]));
    }
  });

  it("names both ends of a swap over any distance, and minds none between sessions", async () => {
    for (let at = 1; at < RECORDS; at += 53) {
      const same = lines.findIndex((_line, other) => other > at + 90 && sessionAt(other) === sessionAt(at));
      if (same < 0) continue;
      const all = await found(lines.with(at, lines[same] as string).with(same, lines[at] as string));
      expect(all).toContainEqual({ kind: "gap", line: at + 1 });
      expect(all).toContainEqual({ kind: "out_of_order", line: same + 1 });
      if (sessionAt(at) === sessionAt(at + 1)) continue;
      expect(await found(lines.with(at, lines[at + 1] as string).with(at + 1, lines[at] as string))).toEqual([]);
    }
  });

  it("shows every end that was cut off, against the heads", async () => {
    for (const session of SESSIONS) {
      const own = lines.flatMap((_line, at) => (sessionAt(at) === session ? [at] : []));
      for (const count of [1, 2, 50, own.length - 1]) {
        const cut = new Set(own.slice(-count));
        const all = await found(lines.filter((_line, at) => !cut.has(at)));
        expect(all.map(({ kind }) => kind)).toEqual(["tail_removed"]);
      }
      expect((await found(lines.filter((_line, at) => sessionAt(at) !== session))).map(({ kind }) => kind)).toEqual([
        "session_removed",
      ]);
    }
    expect((await found(lines.slice(0, 500))).map(({ kind }) => kind)).toEqual(SESSIONS.map(() => "tail_removed"));
  });
});
