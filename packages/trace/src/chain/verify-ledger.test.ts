import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { sampleDraft } from "../../../../test/support/trace/sample-draft.ts";
import {
  CHAIN_START,
  type ChainLink,
  contentHash,
  formatFinding,
  isAlarm,
  type ListedEnds,
  NO_LIST,
  type PlacedLine,
  readRecord,
  sealRecord,
  verifyLedger,
} from "../index.ts";
import type { KnownHead } from "./known-ends.ts";

/** One record for each name, in this order, chained per name. */
function ledgerOf(sessions: string[], describe = (at: number) => `write_to_file: src/f${at}.ts`) {
  const last = new Map<string, ChainLink>();
  const lines = sessions.map((session, at) => {
    const { record, line } = sealRecord(sampleDraft(at, describe(at)), last.get(session) ?? null, session);
    last.set(session, { seq: record.integrity.seq, hash: record.integrity.hash });
    return line;
  });
  const heads: KnownHead[] = [...last].map(([session, link]) => ({ session, ...link }));
  return { lines, heads };
}

const listOf = (heads: readonly KnownHead[], more: Partial<ListedEnds> = {}) => ({ ...NO_LIST, heads, ...more });
const kinds = async (lines: Iterable<string | PlacedLine>, heads: KnownHead[], list = NO_LIST, git: KnownHead[] = []) =>
  (await verifyLedger(lines, heads, { list, git })).findings.map((finding) => `${finding.kind}@${finding.line}`);

describe("a sealed line", () => {
  it("carries the hash of itself with the hash emptied, as its very end", () => {
    const { record, line } = sealRecord(sampleDraft(1), null, "s");
    expect(line.endsWith(`"hash":"${record.integrity.hash}"}}`)).toBe(true);
    expect(contentHash(line.replace(record.integrity.hash, ""))).toBe(record.integrity.hash);
    expect(record.integrity).toMatchObject({ session: "s", seq: 1, prev: CHAIN_START });
    expect(JSON.parse(line)).toEqual(record);
  });

  it("takes no integrity from the draft", () => {
    const forged = { ...sampleDraft(1), version: 9, integrity: { session: "x", seq: 9, prev: "", hash: "" } };
    expect(sealRecord(forged, null, "s").record).toMatchObject({ version: 1, integrity: { session: "s", seq: 1 } });
  });

  it("gives back any text, on one line for every reader", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (description, session) => {
        const { record, line } = sealRecord(sampleDraft(1, description), null, session);
        expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029\ufffd]/);
        expect(JSON.parse(Buffer.from(line).toString("utf8"))).toEqual(record);
        expect(readRecord(line)).toMatchObject({ description, integrity: { session } });
      }),
      { numRuns: searchRuns(500), examples: [['\u2028\u2029\u0085\ufffd\ufeff\ud800\u0000\u007f"\\', "\u2028"]] },
    );
  });
});

describe("verifying a ledger", () => {
  it("is content with interleaved sessions", async () => {
    const { lines, heads } = ledgerOf(["a", "b", "a", "c", "b", "a"]);
    expect(await verifyLedger(lines, heads)).toEqual({
      records: 6,
      sessions: 3,
      findings: [],
      anchor: "heads",
    });
  });

  it("does not call records without any head sound, and says what could not be checked", async () => {
    const { lines, heads } = ledgerOf(["a", "a"]);
    const check = await verifyLedger(lines.slice(0, 1), []);
    expect(check).toMatchObject({ anchor: "none", findings: [{ kind: "no_head", line: null, session: null }] });
    expect(check.findings[0]?.message).toContain("could not be checked");
    expect(await kinds(lines, [], listOf(heads))).toEqual(["no_head@null"]);
    expect(await verifyLedger([], [])).toEqual({ records: 0, sessions: 0, findings: [], anchor: "none" });
    expect(await kinds(["", "hello"], [])).toEqual(["empty_line@1", "unreadable@2"]);
  });

  it("says what it compared the ends with", async () => {
    const { lines, heads } = ledgerOf(["a", "b", "a"]);
    const anchors = [
      await verifyLedger(lines, heads, { list: listOf(heads), git: [] }),
      await verifyLedger(lines, heads),
      await verifyLedger(lines, [], { list: listOf(heads), git: [] }),
      await verifyLedger(lines, []),
      await verifyLedger(lines, heads, { list: listOf([], { announced: heads }), git: heads }),
    ];
    const names = ["heads_and_list", "heads", "list", "none", "heads_and_list_and_git"];
    expect(anchors.map((check) => check.anchor)).toEqual(names);
  });

  const { lines, heads } = ledgerOf(["a", "a", "b", "a", "a"]);
  const [one, two, three, four, five] = lines as [string, string, string, string, string];
  const forged = sealRecord(sampleDraft(9), { seq: 1, hash: JSON.parse(one).integrity.hash }, "a").line;
  it.each<[string, string[], string[]]>([
    ["an edited line", [one, two.replace("src/f1.ts", "src/f2.ts"), three, four, five], ["edited@2"]],
    ["a reformatted line", [one, `${two} `, three, four, five], ["edited@2"]],
    ["a line replaced and sealed anew", [one, forged, three, four, five], ["broken_chain@4"]],
    ["a record inserted and sealed", [one, two, forged, three, four, five], ["out_of_order@3"]],
    ["a removed record", [one, three, four, five], ["gap@3"]],
    ["the first record removed", [two, three, four, five], ["gap@1"]],
    ["two records swapped", [one, four, three, two, five], ["gap@2", "out_of_order@4"]],
    ["a record twice", [one, two, two, three, four, five], ["duplicate@3"]],
    ["a record repeated later", [one, two, three, four, two, five], ["out_of_order@5"]],
    ["a torn last line", [one, two, three, four, five.slice(0, 90)], ["torn@5", "tail_removed@4"]],
    ["a line torn after a few bytes", [one, two, three, four, '{"ver', five], ["torn@5"]],
    ["an empty line at the start", ["", ...lines], ["empty_line@1"]],
    ["an empty line between records", [one, "", two, three, four, five], ["empty_line@2"]],
    ["an empty line at the end", [...lines, ""], ["empty_line@6"]],
    ["a blank line", [one, " ", two, three, four, five], ["unreadable@2"]],
    ["a whole record with more behind it", [one, two, three, four, `${five}{`], ["unreadable@5", "tail_removed@4"]],
    ["two records on one line", [one, `${two}${three}`, four, five], ["unreadable@2", "gap@3", "session_removed@null"]],
    ["garbage", [one, "hello", two, three, four, five], ["unreadable@2"]],
    ["a JSON list", [one, "[1]", two, three, four, five], ["unreadable@2"]],
    ["a record without a chain", [one, '{"id":"x","file":"a"}', two, three, four, five], ["unchained@2"]],
    [
      "a record with half a chain",
      [one, '{"integrity":{"session":"a","seq":0}}', two, three, four, five],
      ["unchained@2"],
    ],
    ["a removed tail", [one, two, three, four], ["tail_removed@4"]],
    ["a removed session", [one, two, four, five], ["session_removed@null"]],
    ["everything removed", [], ["session_removed@null", "session_removed@null"]],
    ["a session no head knows", [...lines, ledgerOf(["z"]).lines[0] as string], ["no_head@6"]],
  ])("finds %s", async (_name, changed, expected) => {
    expect(await kinds(changed, heads)).toEqual(expected);
  });

  it("finds a tail written anew, and one that goes on without its head", async () => {
    const other = ledgerOf(["a", "a"], (at) => `other ${at}`).lines;
    expect(await kinds(other, [{ session: "a", seq: 2, hash: heads[0]?.hash ?? "" }])).toEqual(["tail_replaced@2"]);
    expect(await kinds([one, two], [{ session: "a", seq: 1, hash: JSON.parse(one).integrity.hash }])).toEqual([
      "beyond_head@2",
    ]);
  });

  describe("whose heads were removed or forged together with its records", () => {
    const { lines, heads: listed } = ledgerOf(["a", "a", "b", "a"]);
    const without = (session: string) => lines.filter((line) => JSON.parse(line).integrity.session !== session);
    const headsOf = (session: string) => listed.filter((head) => head.session === session);
    const forged = ledgerOf(["a", "a", "a", "a"], () => "forged");
    it.each<[string, string[], KnownHead[], string[]]>([
      ["a session and its head", without("b"), headsOf("a"), ["session_removed@null"]],
      ["a session, and its head left", without("b"), listed, ["session_removed@null"]],
      ["every session and every head", [], [], ["session_removed@null", "session_removed@null"]],
      ["a session, and every head", without("b"), [], ["no_head@null", "session_removed@null"]],
      ["an end, and the head set back", lines.slice(0, 3), ledgerOf(["a", "a", "b"]).heads, ["tail_removed@2"]],
      [
        "a whole chain, written anew with its head",
        [...forged.lines.slice(0, 3), ...without("a")],
        [...ledgerOf(["a", "a", "a"], () => "forged").heads, ...headsOf("b")],
        ["tail_replaced@3"],
      ],
      [
        "a whole chain, written anew and longer",
        [...forged.lines, ...without("a")],
        [...forged.heads, ...headsOf("b")],
        ["tail_replaced@3"],
      ],
    ])("is found against the list outside: %s", async (_name, left, heads, expected) => {
      const found = await kinds(left, heads, listOf(listed));
      expect(found.filter((one) => !one.startsWith("unvouched"))).toEqual(expected);
    });
  });

  describe("that holds more than the list outside the workspace was told", () => {
    const { lines, heads } = ledgerOf(["a", "a", "b", "a"]);
    const early = ledgerOf(["a", "a", "b"]).heads;
    const [a, b] = heads as [KnownHead, KnownHead];
    const other = { ...a, hash: CHAIN_START };
    it.each<[string, ListedEnds, KnownHead[], string[]]>([
      ["a record that was added with its head", listOf(early), [], ["unvouched@4"]],
      ["a session that was added with its head", listOf([a]), [], ["unvouched@3"]],
      ["another record than the one announced", listOf(early, { announced: [other] }), [], ["unvouched@4"]],
      ["another session's record announced", listOf([a], { announced: [{ ...b, session: "c" }] }), [], ["unvouched@3"]],
      [
        "a record on top of one that was slipped in",
        listOf(heads, { strangers: [{ session: "a", seq: 3 }] }),
        [],
        ["unvouched@4"],
      ],
      ["a git ref that knows less", listOf([b]), [early[0] as KnownHead], ["unvouched@4"]],
    ])("is found: %s", async (_what, list, git, expected) => {
      expect(await kinds(lines, heads, list, git)).toEqual(expected);
    });

    it.each<[string, ListedEnds, KnownHead[]]>([
      ["it was announced, and its writer killed before it could tell", listOf(early, { announced: [a] }), []],
      ["it was announced, and its writer killed before it wrote", listOf(heads, { announced: [{ ...a, seq: 4 }] }), []],
      ["the first record of all was announced", listOf([a], { announced: [b] }), []],
      ["a git ref vouches for it", listOf(early), heads],
      ["a git ref vouches for what was slipped in", listOf(heads, { strangers: [{ session: "a", seq: 3 }] }), heads],
      ["no list is kept", NO_LIST, []],
    ])("is no matter where %s", async (_what, list, git) => {
      expect(await kinds(lines, heads, list, git)).toEqual([]);
    });
  });

  describe("whose writer was stopped", () => {
    const { lines, heads } = ledgerOf(["a", "b", "a"]);
    const placed = (file: string, from: number, given: string[], hasEnd: boolean): PlacedLine[] =>
      given.map((line, at) => ({ line, file, number: from + at, hasEnd: hasEnd || at < given.length - 1 }));
    const check = async (all: PlacedLine[]) => {
      const { findings } = await verifyLedger(all, heads);
      return { named: findings.map(({ kind, line }) => `${kind}@${line}`), isAlarm: findings.some(isAlarm) };
    };

    it("tells a missing line end at the very end, and does not take it for more", async () => {
      expect(await check(placed("live", 1, lines, false))).toEqual({ named: ["unended@3"], isAlarm: false });
      expect(await check([...placed("live", 1, lines, true), ...placed("live", 4, ['{"vers'], false)])).toEqual({
        named: ["torn@4"],
        isAlarm: false,
      });
    });

    it("takes a line end that is missing in the middle for what it is", async () => {
      const all = [...placed("old", 1, lines.slice(0, 2), false), ...placed("live", 1, lines.slice(2), true)];
      expect(await check(all)).toEqual({ named: ["edited@2"], isAlarm: true });
    });

    it("takes nothing else than the beginning of a record for a torn line", async () => {
      for (const text of ["{}", "x", "{ ", `${lines[0]}x`, ` ${lines[0]}`, lines[0]?.slice(1) as string, "\r", "\0"])
        expect((await check([...placed("live", 1, lines, true), ...placed("live", 4, [text], true)])).isAlarm).toBe(
          true,
        );
    });
  });

  it("names line, session, number and what is wrong, with the session's control characters written out", async () => {
    const { lines, heads } = ledgerOf(["s\u001b", "s\u001b", "s\u001b"]);
    const [finding] = (await verifyLedger([lines[0] as string, lines[2] as string], heads)).findings;
    expect(formatFinding(finding!)).toBe("gap  line 2  session s\\u001b seq 3  record 2 is missing before this one");
  });
});

describe("a small sealed ledger", () => {
  const { lines, heads } = ledgerOf(["a", "b", "a"], () => "ü \ufffd \u2028");
  const whole = Buffer.from(`${lines.join("\n")}\n`);
  const check = (bytes: Buffer) => {
    const text = bytes.toString("utf8");
    const split = text.split("\n");
    if (split.at(-1) === "") split.pop();
    return verifyLedger(split, heads);
  };

  it("is clean as written", async () => {
    expect((await check(whole)).findings).toEqual([]);
  });

  it("does not bear the flip of a single bit anywhere, nor a byte set to a line end or a blank", async () => {
    for (let at = 0; at < whole.length; at++) {
      const original = whole[at] as number;
      const others = [...Array.from({ length: 8 }, (_, bit) => original ^ (1 << bit)), 10, 32, 9, 13, 0xff];
      for (const other of others.filter((value) => value !== original)) {
        whole[at] = other;
        const { findings } = await check(whole);
        if (findings.length === 0) expect.fail(`byte ${at} set from ${original} to ${other} went unseen`);
      }
      whole[at] = original;
    }
  });
});

describe("within a session of any ledger", () => {
  const sessions = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 2, maxLength: 12 });

  it("every removal is found", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.nat(), async (names, pick) => {
        const { lines, heads } = ledgerOf(names);
        expect(await kinds(lines.toSpliced(pick % lines.length, 1), heads)).not.toEqual([]);
      }),
    );
  });

  it("every swap is found, and order between sessions has no meaning", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.nat(), async (names, pick) => {
        const { lines, heads } = ledgerOf(names);
        const at = pick % (lines.length - 1);
        const swapped = lines.toSpliced(at, 2, lines[at + 1] as string, lines[at] as string);
        const found = await kinds(swapped, heads);
        expect(found.length > 0).toBe(names[at] === names[at + 1]);
      }),
    );
  });

  it("every insertion of a foreign or repeated line is found", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.nat(), fc.nat(), async (names, pick, place) => {
        const { lines, heads } = ledgerOf(names);
        const again = lines[pick % lines.length] as string;
        expect(await kinds(lines.toSpliced(place % (lines.length + 1), 0, again), heads)).not.toEqual([]);
      }),
    );
  });
});
