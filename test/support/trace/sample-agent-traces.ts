/** Agent Trace records for tests: the form's own small example, and one with everything in it. */
import type { AgentTraceRecord } from "../../../packages/trace/src/bridges/agent-trace.ts";

export const minimal: AgentTraceRecord = {
  version: "0.1.0",
  id: "550e8400-e29b-41d4-a716-446655440000",
  timestamp: "2026-01-25T10:00:00Z",
  files: [
    {
      path: "src/app.ts",
      conversations: [{ contributor: { type: "ai" }, ranges: [{ start_line: 1, end_line: 50 }] }],
    },
  ],
};

export const full: AgentTraceRecord = {
  version: "0.1.3",
  id: "7D444840-9DC0-11D1-B245-5FFDCE74FAD2",
  timestamp: "2026-01-23T14:30:00.123+05:30",
  vcs: { type: "git", revision: "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0" },
  tool: { name: "another", version: "2.4.0" },
  files: [
    {
      path: "src/ü parser.ts",
      conversations: [
        {
          url: "https://api.example.com/v1/conversations/12345?x=%20#y",
          contributor: { type: "ai", model_id: "anthropic/claude-opus-4-5-20251101" },
          ranges: [
            { start_line: 42, end_line: 67, content_hash: "murmur3:9f2e8a1b" },
            { start_line: 70, end_line: 70, contributor: { type: "human" } },
            { start_line: 80, end_line: 81, contributor: { type: "mixed" } },
          ],
          related: [
            { type: "session", url: "https://api.example.com/v1/sessions/67890" },
            { type: "ticket", url: "urn:intent:INT-007" },
          ],
        },
      ],
    },
    { path: "docs/empty.md", conversations: [] },
  ],
  metadata: { confidence: 0.95, "com.example": { workspace: "ws\u2028\ufffd" } },
};
