import { createHash } from "node:crypto";
import type { FileChange } from "@intentgate/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftRecord, type EntityType, gitAiNotes, type KnownRecord, readRecord, sealRecord } from "../index.ts";

const BASE = "a".repeat(40);
const key = (id: string) => createHash("sha256").update(`intentgate:${id}`).digest("hex").slice(0, 16);

interface Edit {
  path?: string;
  from?: string | null;
  to: string | null;
  movedFrom?: string;
  who?: EntityType;
  session?: string;
  model?: string;
  base?: string;
}

const bytes = (text: string | null): FileChange["before"] =>
  text === null ? { state: "absent" } : { state: "present", bytes: Buffer.from(text) };

function recordOf(edits: Edit[]): KnownRecord {
  const [{ who = "AI", session = "s1", model = "m1", base = BASE }] = edits as [Edit];
  const draft = draftRecord({
    id: "x",
    timestamp: "2026-02-18T12:00:00Z",
    intentId: "INT-001",
    session,
    entityType: who,
    model,
    mutationClass: "INTENT_EVOLUTION",
    tool: "write_to_file",
    decision: { id: "d", approval: "none", outcome: "OK" },
    revision: base,
    changes: edits.map(({ path = "a.ts", from = null, to, movedFrom }) => ({
      relativePath: path,
      absolute: `/r/${path}`,
      root: "/r",
      movedFrom: movedFrom ?? null,
      before: bytes(from),
      after: bytes(to),
      modeChanged: false,
      predicted: true,
    })),
  });
  return readRecord(sealRecord(draft, null, session).line) as KnownRecord;
}

/** A reader of the form that knows nothing of its writer. */
function parseNote(text: string) {
  const [attested = "", metadata = ""] = text.split(/^---\n/m);
  const lines: Record<string, Record<number, string>> = {};
  let path = "";
  for (const line of attested.split("\n").filter((one) => one !== "")) {
    const entry = /^ {2}([0-9a-f]{16}) (\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)$/.exec(line);
    if (!entry) {
      path = /^"(.*)"$/.exec(line)?.[1] ?? line;
      lines[path] = {};
      continue;
    }
    for (const range of (entry[2] as string).split(",")) {
      const [from = 0, to = from] = range.split("-").map(Number);
      for (let at = from; at <= to; at++) (lines[path] as Record<number, string>)[at] = entry[1] as string;
    }
  }
  return { lines, metadata: JSON.parse(metadata) };
}

const noteOf = (...edits: (Edit | Edit[])[]) => {
  const [note, ...more] = gitAiNotes(edits.map((edit) => recordOf([edit].flat())));
  expect(more).toEqual([]);
  return { note: note!, ...parseNote(note!.text) };
};

describe("a note for git-ai", () => {
  it("has lines, the divider, and what the form requires of the rest", () => {
    const { note, metadata } = noteOf({ to: "one\ntwo\n" }, { path: "b c.ts", to: "x\n", session: "s2", model: "m2" });
    expect(note.text.split("\n---\n")[0]).toBe(`a.ts\n  ${key("s1")} 1-2\n"b c.ts"\n  ${key("s2")} 1`);
    expect(metadata).toMatchObject({ schema_version: "authorship/3.0.0", base_commit_sha: BASE });
    expect(metadata.prompts[key("s1")]).toEqual({
      agent_id: { tool: "intentgate", id: "s1", model: "m1" },
      messages: [],
      total_additions: 2,
      total_deletions: 0,
      accepted_lines: 2,
      overridden_lines: 0,
      overriden_lines: 0,
    });
    expect(note).toMatchObject({ files: 2, lines: 3, left: [] });
  });

  it("does not claim lines that stood there before", () => {
    const { lines } = noteOf({ from: "old one\nold two\n", to: "old one\nnew\nold two\nnewer\n" });
    expect(lines).toEqual({ "a.ts": { 2: key("s1"), 4: key("s1") } });
  });

  it.each(["HUMAN", "HOOK", "UNKNOWN"] as const)("does not credit an agent with what %s wrote", (who) => {
    const { lines, metadata } = noteOf(
      { to: "one\ntwo\nthree\n" },
      { from: "one\ntwo\nthree\n", to: "one\nfour words of another\nthree\n", who },
    );
    expect(lines).toEqual({ "a.ts": { 1: key("s1"), 3: key("s1") } });
    expect(metadata.prompts[key("s1")].overridden_lines).toBe(who === "HUMAN" ? 1 : 0);
  });

  it("follows lines that later edits push down, and files that move", () => {
    const { lines } = noteOf(
      { to: "alpha beta gamma\n" },
      { from: "alpha beta gamma\n", to: "a person's line\nalpha beta gamma\n", who: "HUMAN" },
      {
        path: "lib/b.ts",
        from: "a person's line\nalpha beta gamma\n",
        to: "a person's line\nalpha beta gamma\n",
        movedFrom: "a.ts",
        who: "HUMAN",
      },
    );
    expect(lines).toEqual({ "lib/b.ts": { 2: key("s1") } });
  });

  it.each<[string, Edit[]]>([
    ["were deleted", [{ to: "one\n" }, { from: "one\n", to: null }]],
    ["became binary", [{ to: "one\n" }, { from: "one\n", to: "\u0000\u0001" }]],
    ["were never an agent's", [{ to: "one\n", who: "HUMAN" }]],
  ])("leaves out files that %s", (_what, edits) => {
    expect(noteOf(...edits).lines).toEqual({});
  });

  it("claims nothing more where the file was changed unseen", () => {
    const { lines } = noteOf({ to: "one\ntwo\n" }, { from: "zero\none\ntwo\n", to: "zero\none\ntwo\nmore of it\n" });
    expect(lines).toEqual({ "a.ts": { 4: key("s1") } });
  });

  it("names a session under each of its models", () => {
    const { metadata, lines } = noteOf({ to: "one\n" }, { from: "one\n", to: "one\nsecond line\n", model: "m2" });
    expect(lines["a.ts"]).toEqual({ 1: key("s1"), 2: key("s1#m2") });
    expect(Object.values(metadata.prompts as Record<string, { agent_id: unknown }>).map((one) => one.agent_id)).toEqual(
      expect.arrayContaining([
        { tool: "intentgate", id: "s1", model: "m1" },
        { tool: "intentgate", id: "s1#m2", model: "m2" },
      ]),
    );
  });

  it.each(["---", 'a"b.ts', "a\nb.ts", "a\u001b[2J.ts", "a\u009b.ts"])("says that it cannot name %j", (path) => {
    const { note, lines } = noteOf([
      { path, to: "x\n" },
      { path: "ok.ts", to: "y\n" },
    ]);
    expect(Object.keys(lines)).toEqual(["ok.ts"]);
    expect(note.left.map((one) => one.path)).toEqual([path]);
  });

  it("is one for each revision that work began from, and none where there was no commit", () => {
    const other = "b".repeat(40);
    const notes = gitAiNotes([
      recordOf([{ to: "1\n" }]),
      recordOf([{ to: "1\n", base: "unknown" }]),
      recordOf([{ from: "1\n", to: "1\nsecond line\n", base: other }]),
    ]);
    expect(notes.map(({ base }) => base)).toEqual([BASE, other]);
    expect(parseNote(notes[1]!.text).lines).toEqual({ "a.ts": { 2: key("s1") } });
  });

  it("credits every line as a plain replay of the edits does, where no line comes back", () => {
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.nat(3),
      add: fc.nat(3),
      who: fc.constantFrom("AI", "HUMAN"),
      session: fc.constantFrom("s1", "s2"),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        let serial = 0;
        let now: { text: string; owner: string | null }[] = [];
        const textOf = () => (now.length === 0 ? null : now.map((line) => `${line.text}\n`).join(""));
        const records = edits.flatMap(({ at, remove, add, who, session }) => {
          const from = textOf();
          const fresh = Array.from({ length: add }, () => ({
            // Long enough to tell one file from another: brackets alone would say nothing of who kept what.
            text: `const part${++serial} = ${serial};`,
            owner: who === "AI" ? key(session) : null,
          }));
          const place = now.length === 0 ? 0 : at % (now.length + 1);
          now = now.toSpliced(place, remove, ...fresh);
          const to = textOf();
          return from === to ? [] : [recordOf([{ from, to, who: who as EntityType, session }])];
        });
        const [note] = gitAiNotes(records);
        const wanted = Object.fromEntries(now.flatMap(({ owner }, at) => (owner === null ? [] : [[at + 1, owner]])));
        expect((note && parseNote(note.text).lines["a.ts"]) ?? {}).toEqual(wanted);
      }),
      { numRuns: 400 },
    );
  });
});
