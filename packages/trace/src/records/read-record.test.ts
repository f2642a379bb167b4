import { describe, expect, it } from "vitest";
import { sampleDraft } from "../../../../test/support/trace/sample-draft.ts";
import { type KnownRecord, readRecord, sealRecord } from "../index.ts";

const hash = `sha256:${"ab".repeat(32)}`;
const base = { id: "x", timestamp: "2026-02-18T12:00:00Z", vcs: { revision_id: "abc" } };
const range = { start_line: 15, end_line: 45, content_hash: hash };
const read = (value: unknown) => readRecord(JSON.stringify(value));

describe("reading a ledger line", () => {
  it("gives back the full form as it was written", () => {
    const draft = sampleDraft(1);
    draft.files.push({
      relative_path: "b.ts",
      change: "renamed",
      renamed_from: "a.ts",
      before_hash: hash,
      after_hash: hash,
      conversations: [
        {
          url: "s",
          contributor: { entity_type: "HOOK", model_identifier: "m" },
          ranges: [{ ...range, symbol: "f" }],
          related: [{ type: "specification", value: "INT-001" }],
        },
      ],
    });
    const { record, line } = sealRecord(draft, null, "s");
    const { version: _version, ...rest } = record;
    expect(readRecord(line)).toEqual({ form: "full", ...rest });
  });

  it("reads the minimal form, whose ranges stand at the file", () => {
    const minimal = {
      ...base,
      intent_id: "INT-001",
      mutation_class: "AST_REFACTOR",
      files: [{ relative_path: "src/auth/middleware.ts", ranges: [range] }],
    };
    expect(read(minimal)).toEqual<KnownRecord>({
      form: "minimal",
      ...base,
      intent_id: "INT-001",
      mutation_class: "AST_REFACTOR",
      description: "",
      files: [
        {
          relative_path: "src/auth/middleware.ts",
          change: "unknown",
          conversations: [
            {
              url: "unknown",
              contributor: { entity_type: "UNKNOWN", model_identifier: "unknown" },
              ranges: [range],
              related: [{ type: "specification", value: "INT-001" }],
            },
          ],
        },
      ],
      decision: null,
      integrity: null,
    });
  });

  it("reads the flat form and names its bare hash", () => {
    const flat = {
      ...base,
      intent_id: "INT-001",
      tool: "write_to_file",
      file: "a.ts",
      content_hash: "AB".repeat(32),
      mutation_type: "INTENT_EVOLUTION",
    };
    expect(read(flat)).toMatchObject({
      form: "flat",
      intent_id: "INT-001",
      mutation_class: "INTENT_EVOLUTION",
      description: "write_to_file: a.ts",
      files: [{ relative_path: "a.ts", change: "unknown", after_hash: hash, conversations: [{ ranges: "unknown" }] }],
      decision: { tool: "write_to_file", outcome: "UNKNOWN" },
    });
  });

  it("finds the intent among the related specifications where the line has no intent_id", () => {
    const conversation = { url: "task", ranges: [range], related: [{ type: "specification", value: "INT-007" }] };
    const files = [{ relative_path: "a.ts", conversations: [conversation] }];
    expect(read({ ...base, files })).toMatchObject({ form: "full", intent_id: "INT-007", integrity: null });
  });

  it("promises nothing for an unknown class and credits nobody for an unknown contributor", () => {
    const files = [{ relative_path: "a", conversations: [{ contributor: { entity_type: "GOD" } }] }];
    expect(read({ ...base, mutation_class: "SAFE", files })).toMatchObject({
      mutation_class: "INTENT_EVOLUTION",
      files: [{ conversations: [{ contributor: { entity_type: "UNKNOWN" }, ranges: "unknown" }] }],
    });
  });

  const file = (over: object) => ({ ...base, files: [{ relative_path: "a", ...over }] });
  it.each<[string, unknown]>([
    ["a list", []],
    ["null", null],
    ["a number", 7],
    ["no id", { ...base, id: undefined, files: [] }],
    ["an empty id", { ...base, id: "", files: [] }],
    ["no timestamp", { ...base, timestamp: undefined, files: [] }],
    ["a timestamp that is no time", { ...base, timestamp: "yesterday", files: [] }],
    ["neither files nor file", base],
    ["files that are no list", { ...base, files: {} }],
    ["a file without a path", { ...base, files: [{}] }],
    ["a file that is text", { ...base, files: ["a.ts"] }],
    ["a flat file that is a number", { ...base, file: 7 }],
    ["ranges that are no list", file({ ranges: 7 })],
    ["a range that starts at 0", file({ ranges: [{ ...range, start_line: 0 }] })],
    ["a range that ends before it starts", file({ ranges: [{ ...range, end_line: 13 }] })],
    ["a range with half lines", file({ ranges: [{ ...range, end_line: 15.5 }] })],
    ["a range without a hash", file({ ranges: [{ ...range, content_hash: undefined }] })],
    ["conversations that are no list", file({ conversations: "x" })],
    ["a conversation that is text", file({ conversations: ["x"] })],
    ["a newer version", { version: 2, ...base, files: [] }],
  ])("refuses %s with a reason", (_name, value) => {
    expect(read(value)).toEqual({ problem: expect.stringMatching(/./) });
  });

  it("refuses torn text", () => {
    expect(readRecord('{"version":1,"id":"x')).toEqual({ problem: "not JSON" });
    expect(readRecord("")).toEqual({ problem: "not JSON" });
  });
});
