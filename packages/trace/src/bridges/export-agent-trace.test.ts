import { describe, expect, it } from "vitest";
import { agentTraceFaults } from "../../../../test/support/trace/check-agent-trace.ts";
import { importedLines } from "../../../../test/support/trace/imported-records.ts";
import { sampleDraft } from "../../../../test/support/trace/sample-draft.ts";
import {
  type AgentTraceRecord,
  contentHash,
  exportAgentTrace,
  type KnownRecord,
  keyedHash,
  readRecord,
  type Standing,
  sealRecord,
  type TraceDraft,
  type TraceFile,
  wroteItself,
} from "../index.ts";

const tool = { name: "intentgate", version: "0.0.0" };
const sha = "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0";

function file(over: Partial<TraceFile> = {}): TraceFile {
  return {
    relative_path: "src/a.ts",
    change: "modified",
    conversations: [
      {
        url: "session 1/ü",
        contributor: { entity_type: "AI", model_identifier: "anthropic/x" },
        ranges: [{ start_line: 3, end_line: 4, content_hash: contentHash("x"), symbol: "f" }],
        related: [{ type: "specification", value: "INT-001" }],
      },
    ],
    ...over,
  };
}

function exported(draft: TraceDraft) {
  return exportedLine(sealRecord(draft, null, "s").line);
}

function exportedLine(line: string) {
  return exportedParts(line, [])[0] as AgentTraceRecord;
}

function exportedParts(line: string, standing: readonly Standing[]) {
  const record = readRecord(line) as KnownRecord;
  return exportAgentTrace(record, JSON.parse(line), { tool, standing, wrote: wroteItself(record) });
}

describe("a record as Agent Trace", () => {
  const uuid = "550e8400-e29b-41d4-a716-446655440000";
  const drafts: [string, TraceDraft][] = [
    ["of an agent", { ...sampleDraft(1), id: uuid, vcs: { revision_id: sha }, files: [file()] }],
    ["with an id of its own kind", { ...sampleDraft(1), files: [file()] }],
    ["without a commit", { ...sampleDraft(1), vcs: { revision_id: "unknown" }, files: [file()] }],
    ["of a day", { ...sampleDraft(1), timestamp: "2026-02-18", files: [file()] }],
    ["of a path outside the root", { ...sampleDraft(1), files: [file({ relative_path: "../x" }), file()] }],
    [
      "of a model with a long name",
      {
        ...sampleDraft(1),
        files: [
          file({
            conversations: [
              { ...file().conversations[0]!, contributor: { entity_type: "AI", model_identifier: "x".repeat(300) } },
            ],
          }),
        ],
      },
    ],
    [
      "of lone surrogates",
      {
        ...sampleDraft(1, "\ud800"),
        files: [file({ conversations: [{ ...file().conversations[0]!, url: "\ud800 \u0000" }] })],
      },
    ],
    ["that deletes", { ...sampleDraft(1), files: [file({ change: "deleted", conversations: [] })] }],
    ["of nothing", sampleDraft(1)],
  ];
  it.each(drafts)("%s is valid", (_what, draft) => {
    expect(agentTraceFaults(JSON.parse(JSON.stringify(exported(draft))))).toEqual([]);
  });

  it.each(drafts)("%s carries all of itself", (_what, draft) => {
    const { line, record } = sealRecord(draft, null, "s");
    const { metadata } = exported(draft);
    expect(line).toBe(JSON.stringify(record));
    expect(metadata["dev.intentgate"].record).toEqual(JSON.parse(JSON.stringify(record)));
  });

  it("names path, model and intent where the form has a place for them", () => {
    expect(exported({ ...sampleDraft(1), id: uuid, vcs: { revision_id: sha }, files: [file()] })).toMatchObject({
      version: "0.1.0",
      id: uuid,
      tool,
      files: [
        {
          path: "src/a.ts",
          conversations: [
            {
              url: "urn:intentgate:session:session%201%2F%C3%BC",
              contributor: { type: "ai", model_id: "anthropic/x" },
              ranges: [{ start_line: 3, end_line: 4, content_hash: contentHash("x") }],
              related: [{ type: "specification", url: "urn:intent:INT-001" }],
            },
          ],
        },
      ],
    });
  });

  it("is one for each commit that took lines in, and names them as they stand there", () => {
    const { line } = sealRecord(
      { ...sampleDraft(1), id: uuid, files: [file(), file({ relative_path: "b.ts" })] },
      null,
      "s",
    );
    const other = sha.replace("a1", "b2");
    const lines = [9, 4, 5].map((line) => ({ file: 0, path: "src/old.ts", line }));
    const parts = exportedParts(line, [
      { commit: sha, lines },
      { commit: other, lines: [{ file: 1, path: "b.ts", line: 1 }] },
      { commit: "no commit", lines },
    ]);
    const told = ({ vcs, files }: AgentTraceRecord) => [
      vcs?.revision,
      files.map(({ path, conversations: [one] }) => [path, one?.ranges.map((it) => [it.start_line, it.end_line])]),
    ];
    const ranges = [
      [4, 5],
      [9, 9],
    ];
    expect(parts.map(told)).toEqual([
      [sha, [["src/old.ts", ranges]]],
      [other, [["b.ts", [[1, 1]]]]],
    ]);
    expect(parts.flatMap((one) => agentTraceFaults(JSON.parse(JSON.stringify(one))))).toEqual([]);
    expect([parts[0]?.id, new Set(parts.map(({ id }) => id)).size]).toEqual([uuid, 2]);
  });

  it("carries no revision where no commit took it in: positions are meant nowhere", () => {
    const { vcs, metadata } = exported({ ...sampleDraft(1), vcs: { revision_id: sha }, files: [file()] });
    expect([vcs, metadata["dev.intentgate"].revision_is]).toEqual([undefined, "unknown"]);
  });

  it.each([
    ["HUMAN", { type: "human" }],
    ["HOOK", { type: "unknown" }],
    ["UNKNOWN", { type: "unknown" }],
  ] as const)("credits no model with what %s wrote", (entity_type, contributor) => {
    const conversations = [{ ...file().conversations[0]!, contributor: { entity_type, model_identifier: "m" } }];
    const { files } = exported({ ...sampleDraft(1), files: [file({ conversations })] });
    expect(files[0]?.conversations[0]?.contributor).toEqual(contributor);
  });

  it("keeps what is gone in the metadata and out of the files", () => {
    const gone = { start_line: 8, end_line: 7, content_hash: contentHash("") };
    const conversations = [{ ...file().conversations[0]!, ranges: [gone] }];
    const { files, metadata } = exported({
      ...sampleDraft(1),
      files: [
        file({ relative_path: "gone.ts", change: "deleted", conversations }),
        file({ relative_path: "less.ts", conversations }),
        file({ relative_path: "new.ts", change: "renamed", renamed_from: "old.ts", conversations: [] }),
        file({ relative_path: "odd.bin", conversations: [{ ...conversations[0]!, ranges: "unknown" }] }),
      ],
    });
    expect(files).toEqual([]);
    expect(metadata["dev.intentgate"].deletions).toEqual([
      { path: "gone.ts" },
      { path: "less.ts", after_line: 7 },
      { path: "old.ts", renamed_to: "new.ts" },
    ]);
  });
});

describe("who an exported line is given to", () => {
  const range = { start_line: 3, end_line: 7, content_hash: contentHash("x") };
  const conversations = [{ ...file().conversations[0]!, ranges: [range] }];
  const rangesOf = (over: Partial<TraceFile>) =>
    exported({ ...sampleDraft(1), files: [file({ conversations, ...over })] }).files[0]?.conversations[0]?.ranges;

  it.each<[string, TraceFile["carried"], [number, number][] | undefined]>([
    ["nothing was there before", undefined, [[3, 7]]],
    [
      "a line in the middle was",
      [[5, 1, 2]],
      [
        [3, 4],
        [6, 7],
      ],
    ],
    ["the first lines were", [[2, 3, 2]], [[5, 7]]],
    [
      "every second line was",
      [
        [3, 1, 3],
        [5, 1, 5],
        [7, 1, 7],
      ],
      [
        [4, 4],
        [6, 6],
      ],
    ],
    [
      "one line holds what stood on three",
      [[4, 1, 9, 0, 3]],
      [
        [3, 3],
        [5, 7],
      ],
    ],
    ["lines elsewhere were", [[9, 4, 2]], [[3, 7]]],
    ["all of it was", [[3, 5, 1, 1]], undefined],
  ])("is the record's writer only where it wrote it: %s", (_what, carried, expected) => {
    const lines = {
      line_counts: [20, 20] as [number, number],
      hunks: [[1, 20, 1, 20] as [number, number, number, number]],
    };
    const ranges = rangesOf(carried ? { ...lines, carried } : lines);
    expect(ranges?.map(({ start_line, end_line }) => [start_line, end_line])).toEqual(expected);
    // The hash is of all five lines.
    expect(ranges?.some((one) => "content_hash" in one) ?? false).toBe(
      expected?.length === 1 && expected[0]?.[1] === 7 && expected[0][0] === 3,
    );
  });

  it("is nobody where a range says more than any file has", () => {
    const ranges = [{ ...range, end_line: Number.MAX_SAFE_INTEGER }];
    expect(rangesOf({ conversations: [{ ...conversations[0]!, ranges }] })).toBeUndefined();
  });

  it("has no hash that was made with a key", () => {
    const secret = { ...range, content_hash: keyedHash(Buffer.from("x"), Buffer.alloc(32)) };
    expect(rangesOf({ conversations: [{ ...conversations[0]!, ranges: [secret] }] })).toEqual([
      { start_line: 3, end_line: 7 },
    ]);
  });

  it("has no link where no intent was taken", () => {
    const related = [{ type: "specification", value: "none" }];
    const [one] = exported({
      ...sampleDraft(1),
      files: [file({ conversations: [{ ...conversations[0]!, related }] })],
    }).files;
    expect(one?.conversations[0]).not.toHaveProperty("related");
  });
});

describe("what a program moved without a rename", () => {
  const moved = (over: Partial<TraceFile>, gone: Partial<TraceFile> = {}) => {
    const { files, metadata } = exported({
      ...sampleDraft(1),
      files: [
        file({
          relative_path: "old.ts",
          change: "deleted",
          line_counts: [4, 0],
          hunks: [[1, 4, 1, 0]],
          conversations: [],
          ...gone,
        }),
        file({
          relative_path: "new.ts",
          change: "created",
          line_counts: [0, 4],
          hunks: [[1, 0, 1, 4]],
          conversations: [],
          ...over,
        }),
      ],
    });
    return { files, deletions: metadata["dev.intentgate"].deletions };
  };
  it.each<[string, Partial<TraceFile>, Partial<TraceFile>, string | undefined]>([
    ["all lines are there again", { carried: [[1, 4, 1, 0]] }, {}, "new.ts"],
    ["half of them are", { carried: [[1, 2, 1, 0]] }, {}, "new.ts"],
    ["one of them is", { carried: [[1, 1, 1, 0]] }, {}, undefined],
    ["they came from another file", { carried: [[1, 4, 1, 2]] }, {}, undefined],
    ["the bytes are the same", { after_hash: contentHash("x") }, { before_hash: contentHash("x") }, "new.ts"],
    ["the other file was there before", { change: "modified", carried: [[1, 4, 1, 0]] }, {}, undefined],
  ])("is told as one where %s", (_what, over, gone, renamed_to) => {
    expect(moved(over, gone).deletions).toEqual([{ path: "old.ts", ...(renamed_to ? { renamed_to } : {}) }]);
  });
});

describe("a record that version 0.1 took in from another tool", () => {
  const [small, large] = importedLines() as [string, string];

  it("is read as one of a session that no host has, credited to whom it names", () => {
    const record = readRecord(large) as KnownRecord;
    expect(record).toMatchObject({
      form: "full",
      intent_id: "INT-007",
      decision: { approval: "imported", tool: "import:agent-trace", outcome: "UNKNOWN" },
      integrity: { session: expect.stringMatching(/^import:agent-trace:[0-9a-f]{16}$/), seq: 2 },
    });
    expect(record.files[0]?.conversations.map(({ contributor }) => contributor)).toEqual([
      { entity_type: "AI", model_identifier: "anthropic/claude-opus-4-5-20251101" },
      { entity_type: "HUMAN", model_identifier: "unknown" },
      { entity_type: "UNKNOWN", model_identifier: "unknown" },
    ]);
  });

  it.each([
    ["a small one", small],
    ["one with everything in it", large],
  ])("goes out like any other, with its original in the metadata: %s", (_what, line) => {
    const out = exportedLine(line);
    expect(agentTraceFaults(JSON.parse(JSON.stringify(out)))).toEqual([]);
    const { imported, id } = JSON.parse(line);
    expect(out).toMatchObject({ id, tool, metadata: { "dev.intentgate": { record: { imported } } } });
    expect(out.files[0]?.path).toBe(imported.record.files[0].path);
  });
});

describe("what the exports are held to", () => {
  const sound = () =>
    JSON.parse(
      JSON.stringify(
        exportedParts(sealRecord({ ...sampleDraft(1), files: [file()] }, null, "s").line, [
          { commit: sha, lines: [{ file: 0, path: "src/a.ts", line: 3 }] },
        ])[0],
      ),
    );
  const conversation = "files.0.conversations.0";

  it.each<[string, string, unknown]>([
    ["a later version", "version", "1.0.0"],
    ["an id of another kind", "id", "record-1"],
    ["a time without zone", "timestamp", "2026-01-23T14:30:00"],
    ["a day without time", "timestamp", "2026-01-23"],
    ["no files", "files", undefined],
    ["a revision that is a branch", "vcs.revision", "main"],
    ["a vcs nobody named", "vcs.type", "cvs"],
    ["a tool that is a word", "tool", "intentgate"],
    ["metadata as a list", "metadata", []],
    ["an absolute path", "files.0.path", "/etc/passwd"],
    ["a path that climbs", "files.0.path", "src/../../x"],
    ["an empty path", "files.0.path", ""],
    ["a conversation without ranges", `${conversation}.ranges`, undefined],
    ["an address with a space", `${conversation}.url`, "urn:a b"],
    ["a contributor called AI", `${conversation}.contributor.type`, "AI"],
    ["a model of 251 characters", `${conversation}.contributor.model_id`, "x".repeat(251)],
    ["a related link as a name", `${conversation}.related.0.url`, "INT-001"],
    ["line 0", `${conversation}.ranges.0.start_line`, 0],
    ["a range that ends before it begins", `${conversation}.ranges.0.end_line`, 2],
    ["a hash that is a number", `${conversation}.ranges.0.content_hash`, 9],
  ])("finds %s", (_what, path, value) => {
    const record = sound();
    expect(agentTraceFaults(record)).toEqual([]);
    const parts = path.split(".");
    const last = parts.pop() as string;
    parts.reduce((at, part) => at[part], record)[last] = value;
    expect(agentTraceFaults(JSON.parse(JSON.stringify(record)))).toHaveLength(1);
  });
});
