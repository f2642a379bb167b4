import type { FileBytes, FileChange } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { isKeyed } from "../contents/content-hash.ts";
import { contentHash, type DraftInput, draftRecord, isContent, keyedHash } from "../index.ts";
import { encodeLineKeys, lineKeys } from "../lines/line-key.ts";

const present = (text: string | Uint8Array): FileBytes => ({
  state: "present",
  bytes: typeof text === "string" ? Buffer.from(text) : text,
});
const absent: FileBytes = { state: "absent" };
const unknown: FileBytes = { state: "unknown" };

const change = (over: Partial<FileChange>): FileChange => ({
  relativePath: "src/a.ts",
  absolute: "/w/src/a.ts",
  root: "/w",
  movedFrom: null,
  before: present("a\nb\n"),
  after: present("a\nSECRET\nc\n"),
  modeChanged: false,
  predicted: true,
  ...over,
});

const input = (changes: FileChange[], over: Partial<DraftInput> = {}): DraftInput => ({
  id: "id-1",
  timestamp: "2026-02-18T12:00:00Z",
  intentId: "INT-001",
  session: "s-1",
  entityType: "AI",
  model: "model-x",
  mutationClass: "INTENT_EVOLUTION",
  tool: "write_to_file",
  decision: { id: "d-1", approval: "none", outcome: "OK" },
  revision: "abc",
  changes,
  ...over,
});

describe("a record drafted from what really changed", () => {
  it("has the ledger's names and no content", () => {
    const draft = draftRecord(input([change({})]));
    expect(draft).toEqual({
      id: "id-1",
      timestamp: "2026-02-18T12:00:00Z",
      intent_id: "INT-001",
      mutation_class: "INTENT_EVOLUTION",
      description: "write_to_file: src/a.ts (+2 -1)",
      vcs: { revision_id: "abc" },
      files: [
        {
          relative_path: "src/a.ts",
          change: "modified",
          before_hash: contentHash("a\nb\n"),
          after_hash: contentHash("a\nSECRET\nc\n"),
          line_counts: [2, 3],
          hunks: [[2, 1, 2, 2]],
          line_keys: encodeLineKeys(lineKeys(["SECRET", "c"], "src/a.ts")),
          conversations: [
            {
              url: "s-1",
              contributor: { entity_type: "AI", model_identifier: "model-x" },
              ranges: [{ start_line: 2, end_line: 3, content_hash: contentHash("SECRET\nc\n") }],
              related: [{ type: "specification", value: "INT-001" }],
            },
          ],
        },
      ],
      decision: { id: "d-1", tool: "write_to_file", approval: "none", outcome: "OK" },
    });
    expect(JSON.stringify(draft)).not.toContain("SECRET");
  });

  it("keeps no key and no plain hash of anything in secret files, from which short secrets could be guessed", () => {
    const key = Buffer.alloc(32, 7);
    const secrets = { paths: new Set(["src/a.ts"]), hash: (bytes: Uint8Array) => keyedHash(bytes, key) };
    const open = draftRecord(input([change({})]));
    const draft = draftRecord(input([change({})], { secrets }));
    const [file] = draft.files;
    expect(file).toMatchObject({ line_counts: [2, 3], hunks: [[2, 1, 2, 2]] });
    expect(file).not.toHaveProperty("line_keys");
    expect(JSON.stringify(open)).toMatch(/"sha256:[0-9a-f]{64}"/);
    expect(JSON.stringify(draft)).not.toMatch(/"sha256:/);
    const ranges = file?.conversations[0]?.ranges as { content_hash: string }[];
    for (const name of [file?.before_hash, file?.after_hash, ...ranges.map((one) => one.content_hash)])
      expect(isKeyed(name ?? "")).toBe(true);
    expect(isContent(file?.after_hash ?? "", Buffer.from("a\nSECRET\nc\n"), key)).toBe(true);
    expect(isContent(file?.after_hash ?? "", Buffer.from("a\nSECRET\nc\n"), Buffer.alloc(32, 8))).toBe(false);
    expect(isContent(file?.after_hash ?? "", Buffer.from("a\nSECRET\nc\n"), null)).toBe(false);
  });

  it("keeps keys of the whole file where nobody kept the bytes before", () => {
    const [file] = draftRecord(input([change({ before: unknown })])).files;
    expect(file).toMatchObject({ line_keys: encodeLineKeys(lineKeys(["a", "SECRET", "c"], "src/a.ts")) });
    expect(file).not.toHaveProperty("hunks");
  });

  it.each<[string, Partial<FileChange>, string, string]>([
    ["a new file", { before: absent }, "created", "(+3 -0)"],
    ["a deleted file", { after: absent }, "deleted", "(deleted, +0 -2)"],
    ["a moved file", { movedFrom: "src/old.ts", after: present("a\nb\n") }, "renamed", "src/old.ts → src/a.ts (+0 -0)"],
    ["a mode", { after: present("a\nb\n"), modeChanged: true }, "mode", "(mode)"],
    ["mode and content", { modeChanged: true }, "modified", "(+2 -1)"],
    ["binary bytes", { after: present(Uint8Array.of(0, 1)) }, "modified", "(binary)"],
    ["bytes before that nobody kept", { before: unknown }, "modified", "(lines unknown)"],
    ["bytes after that could not be read", { after: unknown }, "modified", "(lines unknown)"],
    ["a deleted file nobody had read", { before: unknown, after: absent }, "deleted", "(deleted, lines unknown)"],
  ])("names %s", (_name, over, kind, description) => {
    const draft = draftRecord(input([change(over)]));
    expect(draft.files[0]?.change).toBe(kind);
    expect(draft.description).toContain(description);
  });

  it.each<[string, Partial<FileChange>, object]>([
    ["a plain file", { modes: { before: 0o100644, after: 0o100644 } }, {}],
    ["another file", { modes: { before: 0o100600, after: 0o100755 } }, { before_mode: "100600", after_mode: "100755" }],
    ["a link", { modes: { before: 0o120777, after: 0o100644 } }, { before_mode: "120777" }],
    ["a new file", { before: absent, modes: { before: null, after: 0o100755 } }, { after_mode: "100755" }],
    ["one of which only one side is known", { modes: { before: null, after: 0o100755 } }, {}],
    ["one that nobody looked at", {}, {}],
  ])("names the modes of %s", (_name, over, modes) => {
    const [file] = draftRecord(input([change(over)])).files;
    const { before_mode, after_mode } = file ?? {};
    expect({ ...(before_mode ? { before_mode } : {}), ...(after_mode ? { after_mode } : {}) }).toEqual(modes);
  });

  it("names what a move was put over, also where its bytes are not known", () => {
    const moved = { movedFrom: "src/old.ts", displaced: { bytes: present("x"), mode: 0o100755 } };
    const [file] = draftRecord(input([change(moved)])).files;
    expect(file).toMatchObject({ displaced_hash: contentHash("x"), displaced_mode: "100755" });
    const [other] = draftRecord(input([change({ ...moved, displaced: { bytes: unknown, mode: null } })])).files;
    expect(other).toMatchObject({ displaced_hash: "unknown" });
  });

  it("says unknown instead of guessing ranges, and leaves out hashes it cannot know", () => {
    const [file] = draftRecord(input([change({ before: unknown })])).files;
    expect(file?.conversations[0]?.ranges).toBe("unknown");
    expect(file).not.toHaveProperty("before_hash");
  });

  it("marks binary files and keeps their hashes", () => {
    const [file] = draftRecord(input([change({ after: present(Uint8Array.of(0, 1)) })])).files;
    expect(file).toMatchObject({ binary: true, after_hash: contentHash(Uint8Array.of(0, 1)) });
  });

  it("names two of several files", () => {
    const files = ["src/a.ts", "src/b.ts", "src/c.ts"].map((relativePath) => change({ relativePath }));
    expect(draftRecord(input(files, { tool: "apply_patch" })).description).toBe(
      "apply_patch: 3 files (src/a.ts, src/b.ts, …)",
    );
    expect(draftRecord(input(files.slice(1))).description).toBe("write_to_file: 2 files (src/b.ts, src/c.ts)");
    expect(draftRecord(input([])).description).toBe("write_to_file: no files");
  });

  it("keeps the description one short line whatever the names are", () => {
    const [tool, relativePath] = ["a\n<b>\u001b[31m", `src/${"x".repeat(1000)}\n.ts`];
    const { description } = draftRecord(input([change({ relativePath })], { tool }));
    expect(description).not.toMatch(/[\u0000-\u001f]/);
    expect(description.length).toBeLessThan(400);
  });

  it("says so when the model is not known", () => {
    const [file] = draftRecord(input([change({})], { model: null, entityType: "UNKNOWN" })).files;
    expect(file?.conversations[0]?.contributor).toEqual({ entity_type: "UNKNOWN", model_identifier: "unknown" });
  });
});
