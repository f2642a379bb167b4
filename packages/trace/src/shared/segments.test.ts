import { describe, expect, it } from "vitest";
import { sampleDraft } from "../../../../test/support/trace/sample-draft.ts";
import {
  type ChainLink,
  createSegmentCheck,
  cutSegments,
  type LeftSession,
  type NamedSegment,
  type PlacedLine,
  readSegmentHeader,
  readSegmentName,
  sealRecord,
  segmentName,
  segmentText,
} from "../index.ts";

/** One record for each name, chained per name; `salt` makes other chains of the same names. */
function ledgerOf(sessions: string[], salt = ""): string[] {
  const last = new Map<string, ChainLink>();
  return sessions.map((session, at) => {
    const { record, line } = sealRecord(sampleDraft(at, `change ${at} ${salt}`), last.get(session) ?? null, session);
    last.set(session, record.integrity);
    return line;
  });
}

async function* placed(lines: Iterable<string>): AsyncGenerator<PlacedLine> {
  let number = 0;
  for (const line of lines) yield { line, file: "agent_trace.jsonl", number: ++number, hasEnd: true };
}

async function cut(lines: string[], shared: readonly NamedSegment[] = [], session: string | null = null) {
  const cutting = cutSegments(placed(lines), { session, shared });
  const files = new Map<string, string[]>();
  for (;;) {
    const step = await cutting.next();
    if (step.done) return { files, left: step.value as LeftSession[], names: [...files.keys()] };
    const { segment, lines } = step.value;
    files.set(segmentName(segment), segmentText(segment, lines).slice(0, -1).split("\n"));
  }
}
const namesOf = (names: string[]) => names.map((name) => readSegmentName(name) as NamedSegment);

async function check(files: ReadonlyMap<string, string[]>, own: string[] = []) {
  const checking = createSegmentCheck();
  for (const [name, lines] of files) checking.add(name, lines);
  for await (const _line of checking.follow(placed(own)));
  return checking.end();
}
const kinds = async (files: ReadonlyMap<string, string[]>, own: string[] = []) =>
  (await check(files, own)).findings.map(({ kind, line }) => `${kind}@${line}`);

describe("cutting a ledger into segments", () => {
  const lines = ledgerOf(["a", "b", "a", "a", "b"]);

  it("gives one segment a session, each line byte for byte, with names that say what they hold", async () => {
    const { files, names, left } = await cut(lines);
    expect(left).toEqual([]);
    expect(names.map((name) => name.replace(/[0-9a-f]{12}/, "#"))).toEqual(["a-#-1-3.jsonl", "b-#-1-2.jsonl"]);
    expect(files.get(names[0] as string)?.slice(1)).toEqual([lines[0], lines[2], lines[3]]);
    expect(await check(files, lines)).toEqual({ segments: 2, records: 5, findings: [] });
  });

  it("takes only what is new, and nothing twice", async () => {
    const first = await cut(lines.slice(0, 3));
    const second = await cut(lines, namesOf(first.names));
    expect(second.names.map((name) => name.replace(/[0-9a-f]{12}/, "#"))).toEqual(["a-#-3-3.jsonl", "b-#-2-2.jsonl"]);
    expect((await cut(lines, namesOf([...first.names, ...second.names]))).names).toEqual([]);
    expect(await kinds(new Map([...first.files, ...second.files]), lines)).toEqual([]);
  });

  it("gives the whole chain again where a branch does not have it, under another name", async () => {
    const first = await cut(lines.slice(0, 3));
    const whole = await cut(lines);
    expect(first.names.filter((name) => whole.names.includes(name))).toEqual([]);
    expect(await kinds(new Map([...first.files, ...whole.files]), lines)).toEqual([]);
  });

  it("takes one session where one is asked for, and nothing for a name that is not there", async () => {
    expect((await cut(lines, [], "b")).names).toHaveLength(1);
    expect((await cut(lines, [], "A")).names).toEqual([]);
  });

  it("keeps sessions of the same name apart when their chains differ", async () => {
    const [here, there] = [await cut(ledgerOf(["s", "s"], "here")), await cut(ledgerOf(["s", "s"], "there"))];
    expect(here.names).not.toEqual(there.names);
    expect(await kinds(new Map([...here.files, ...there.files]))).toEqual([]);
  });

  it.each<[string, (lines: string[]) => string[], number, number]>([
    ["an edited record", (all) => all.with(2, (all[2] as string).replace("change 2", "change 9")), 1, 2],
    ["a removed record", (all) => all.toSpliced(2, 1), 1, 3],
    ["a swap", (all) => all.with(2, all[3] as string).with(3, all[2] as string), 1, 3],
    ["its first record removed", (all) => all.slice(1), 0, 2],
  ])("shares what is before %s and says what stays behind", async (_what, spoil, shared, seq) => {
    const { files, left } = await cut(spoil(lines));
    const ofA = [...files.values()].filter(([header]) => readSegmentHeader(header as string)?.session === "a");
    expect(ofA.flatMap((one) => one.slice(1))).toHaveLength(shared);
    expect(left).toEqual([{ session: "a", seq, why: expect.any(String) }]);
  });

  it("passes over lines that are no sealed records", async () => {
    const odd = ["", "hello", '{"id":"x","timestamp":"2026-01-01T00:00:00Z","file":"a"}', '{"version":1,"id":"to'];
    expect((await cut([...odd, ...lines])).names).toEqual((await cut(lines)).names);
  });

  it("closes a segment that becomes large", async () => {
    const { names, files } = await cut(ledgerOf(Array.from({ length: 5_002 }, () => "s")));
    expect(names.map((name) => name.replace(/[0-9a-f]{12}/, "#"))).toEqual(["s-#-1-5000.jsonl", "s-#-5001-5002.jsonl"]);
    expect(await kinds(files)).toEqual([]);
  });
});

describe("a segment that was changed after it was shared", async () => {
  const lines = ledgerOf(["a", "a", "a", "b", "a"]);
  const { files, names } = await cut(lines);
  const [name] = names as [string];
  const [header, one, two, three, four] = files.get(name) as [string, string, string, string, string];
  const forged = sealRecord(sampleDraft(9), { seq: 1, hash: JSON.parse(one).integrity.hash }, "a").line;
  const other = sealRecord(sampleDraft(9), null, "z").line;
  it.each<[string, string[], string[]]>([
    ["an edited line", [header, one, two.replace("change 1", "change 7"), three, four], ["edited@3"]],
    ["a line end of another system", [header, one, `${two}\r`, three, four], ["edited@3"]],
    ["a removed line", [header, one, three, four], ["gap@3", "gap@3"]],
    ["a removed end", [header, one, two], ["tail_removed@3"]],
    ["nothing but its first line", [header], ["tail_removed@1"]],
    ["nothing at all", [], ["bad_segment@1"]],
    ["no first line", [one, two, three, four], ["bad_segment@1"]],
    ["two lines in each other's place", [header, two, one, three, four], ["gap@2", "out_of_order@3", "gap@4", "gap@4"]],
    ["a line twice", [header, one, one, two, three, four], ["out_of_order@3"]],
    ["a record replaced and sealed anew", [header, one, forged, three, four], ["broken_chain@4", "segment_differs@3"]],
    ["a record of another session", [header, one, two, three, four, other], ["bad_segment@6", "tail_removed@6"]],
    ["garbage", [header, one, "hello", two, three, four], ["unreadable@3"]],
    ["a record without a chain", [header, one, '{"id":"x"}', two, three, four], ["unchained@3"]],
    ["a torn line", [header, one, two, three, four.slice(0, 60)], ["torn@5", "tail_removed@5"]],
    [
      "another count in its first line",
      [header.replace('"to":4', '"to":5'), one, two, three, four],
      ["bad_segment@1", "tail_removed@5"],
    ],
    [
      "another end in its first line",
      [header.replace(JSON.parse(four).integrity.hash, JSON.parse(one).integrity.hash), one, two, three, four],
      ["tail_replaced@5"],
    ],
    [
      "another session in its first line",
      [header.replace('"session":"a"', '"session":"b"'), one, two, three, four],
      ["bad_segment@1", ...[2, 3, 4, 5].map((at) => `bad_segment@${at}`)],
    ],
    [
      "a version nobody knows",
      [header.replace('"version":1', '"version":2'), one, two, three, four],
      ["bad_segment@1"],
    ],
  ])("is found: %s", async (_what, changed, expected) => {
    const found = await kinds(new Map([...files, [name, changed]]), lines);
    for (const kind of expected) expect(found).toContain(kind);
    expect(found.length).toBeLessThanOrEqual(expected.length + 4);
  });

  it("is found under another name than its own", async () => {
    const renamed = new Map([[name.replace(/^a-/, "b-"), files.get(name) as string[]]]);
    expect(await kinds(renamed)).toEqual(["bad_segment@1"]);
  });

  it("is found where a segment in the middle of a chain is missing", async () => {
    const first = await cut(lines.slice(0, 2));
    const second = await cut(lines.slice(0, 3), namesOf(first.names));
    const third = await cut(lines, namesOf([...first.names, ...second.names]), "a");
    expect(await kinds(new Map([...first.files, ...third.files]))).toEqual(["gap@2"]);
    expect(await kinds(third.files)).toEqual(["gap@2"]);
  });

  it("is found where this ledger lost or changed what it had shared", async () => {
    expect(await kinds(files, lines.slice(0, 2))).toEqual(["segment_differs@4", "segment_differs@5"]);
    const anew = [one, forged];
    expect(await kinds(files, anew)).toEqual([3, 4, 5].map((at) => `segment_differs@${at}`));
  });

  it("is no matter of this ledger where the chain is another's", async () => {
    expect(await kinds(files, ledgerOf(["a"], "mine"))).toEqual([]);
  });

  it("does not bear the flip of any byte", async () => {
    const bytes = Buffer.from(`${(files.get(name) as string[]).join("\n")}\n`);
    for (let at = 0; at < bytes.length - 1; at++) {
      bytes[at] = (bytes[at] as number) ^ 1;
      const found = await kinds(new Map([...files, [name, bytes.toString("utf8").slice(0, -1).split("\n")]]), lines);
      if (found.length === 0) expect.fail(`byte ${at} went unseen`);
      bytes[at] = (bytes[at] as number) ^ 1;
    }
  });
});

it.each([
  "agent_trace.jsonl",
  "s-1-2.jsonl",
  "s-0123456789ab-2-1.jsonl",
  "s-0123456789ab-0-1.jsonl",
  "../s-0123456789ab-1-1.jsonl",
  "S-0123456789ab-1-1.jsonl",
  "s-0123456789ab-1-1.jsonl.tmp",
  "s-0123456789ab-01-1.jsonl",
])("%j is no name of a segment", (name) => {
  expect(readSegmentName(name)).toBeNull();
});

it.each(["../../etc/passwd", "", "ü".repeat(500), "CON", "a b\u0000", "-".repeat(99)])(
  "session %j has a name that is read back",
  (session) => {
    const name = segmentName({ session, chain: `sha256:${"ab".repeat(32)}`, from: 3, to: 12, hash: "" });
    expect(readSegmentName(name)).toEqual({ chain: "abababababab", from: 3, to: 12 });
    expect(name).toMatch(/^[a-z0-9][a-z0-9-]*\.jsonl$/);
  },
);
