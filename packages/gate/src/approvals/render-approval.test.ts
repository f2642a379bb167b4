import { type ApprovalRequest, deny } from "@intentgate/engine";
import type { OpenApproval } from "@intentgate/sidecar";
import { describe, expect, it } from "vitest";
import { choicesFor, commandLines, renderApproval, unpainted } from "./render-approval.ts";

const no = deny("HITL_REJECT", "no", "no");

function request(topic: ApprovalRequest["topic"], details: Record<string, unknown> = {}): ApprovalRequest {
  return { topic, question: "Let it run?", details, whenRejected: no, whenUnreachable: no };
}

function entry(requests: ApprovalRequest[], shown: Partial<OpenApproval["shown"]> = {}): OpenApproval {
  return {
    id: "3f2a91c0-0000",
    binding: "b",
    session: "s1",
    intent: "INT-001",
    tool: "write_to_file",
    invocationId: "i",
    openedAt: "2026-02-16T12:00:00Z",
    expiresAt: "2026-02-16T12:15:00Z",
    requests,
    shown: {
      intent: { id: "INT-001", name: "JWT" },
      tool: "write_to_file",
      risk: "DESTRUCTIVE",
      mutationClass: "INTENT_EVOLUTION",
      effects: [],
      files: [],
      diff: [],
      moreFiles: 0,
      command: null,
      ...shown,
    },
  };
}

describe("the answers that are offered", () => {
  const rows: [string, OpenApproval, string[]][] = [
    ["in-scope writes", entry([request("destructive", { only_writes: true })]), ["once", "standing", "reject"]],
    ["a deletion", entry([request("destructive", { only_writes: false })]), ["once", "reject"]],
    ["a question that does not say", entry([request("destructive")]), ["once", "reject"]],
    ["an expansion", entry([request("expansion", { only_writes: true })]), ["once", "reject"]],
    [
      "an expansion and writes",
      entry([request("expansion"), request("destructive", { only_writes: true })]),
      ["once", "reject"],
    ],
    ["an unknown command", entry([request("unknown")], { command: "make" }), ["once", "command", "declare", "reject"]],
    ["an unknown tool", entry([request("unknown")]), ["once", "declare", "reject"]],
    ["a completion", entry([request("completion")]), ["once", "reject"]],
    ["a second intent", entry([request("second_intent")]), ["once", "reject"]],
    ["what a command did", entry([request("outside")]), ["once", "scope", "reject"]],
    ["what a command did without an intent", { ...entry([request("outside")]), intent: null }, ["once", "reject"]],
  ];
  it.each(rows)("for %s", (_name, given, answers) =>
    expect(choicesFor(given).map((one) => one.answer)).toEqual(answers),
  );
});

describe("what is shown", () => {
  const plain = unpainted;

  it("names every criterion and every check that is to be confirmed", () => {
    const text = renderApproval(
      entry([request("completion", { criteria: ["tests pass"], checks: [{ run: ["npm", "test"] }] })]),
      plain,
    );
    expect(text).toContain("criterion: tests pass");
    expect(text).toContain("runs: npm test");
  });

  it.each<[ApprovalRequest["topic"], Record<string, unknown>, string[]]>([
    ["expansion", { additional_globs: ["src/b/**"] }, ["adds to the scope: src/b/**"]],
    [
      "new_intent",
      { name: "N", owned_scope: ["**"], constraints: ["keep"], criteria: ["done"] },
      ["name: N", "scope: **", "constraint: keep", "criterion: done"],
    ],
    ["completion", { criteria: ["done"], checks: [{ run: ["make", "x"] }] }, ["criterion: done", "runs: make x"]],
    ["second_intent", { from: "INT-001", to: "INT-002" }, ["leaves: INT-001", "takes: INT-002"]],
    ["hook", { hooks: ["guard"] }, ["asked by: guard"]],
  ])("of a question about %s is what it is about", (topic, details, wanted) => {
    const lines = renderApproval(entry([request(topic, details)]), plain).split("\n");
    for (const line of wanted) expect(lines).toContain(`    ${line}`);
  });

  it("is every glob, also behind a command, effects and files without end", () => {
    const globs = Array.from({ length: 50 }, (_, at) => `src/${at}/deep/**`);
    const endless = Array.from({ length: 3_000 }, (_, at) => `${at} ${"x".repeat(900)}`);
    const command = "\n".repeat(5_000);
    const given = entry([request("expansion", { additional_globs: [...globs, "**"] })], {
      command,
      effects: endless,
      files: endless,
    });
    const text = renderApproval(given, plain);
    expect(text.length).toBeLessThan(40_000);
    const first = text.slice(0, 4_000);
    for (const glob of globs) expect(first).toContain(`adds to the scope: ${glob}\n`);
    expect(first.indexOf("scope: **\n")).toBeLessThan(first.indexOf("scope: src/0/"));
    expect(text).toContain("… 2980 more files");
  });

  it.each([
    ["a question", entry([{ ...request("unknown"), question: "x\nApproval given\u001b[2J" }])],
    ["a glob", entry([request("expansion", { additional_globs: ["src/**\n  intent    INT-000"] })])],
    ["a file name", entry([], { files: ["a\rb\n\u202e.ts"] })],
    ["a session", { ...entry([]), session: "s1\n\u001b]0;x\u0007" }],
    ["an effect", entry([], { effects: ["writes a\n  file      b"] })],
  ])("%s cannot draw lines or move the cursor", (_name, given) => {
    const text = renderApproval(given, plain);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    expect(text.split("\n").filter((line) => /^ {2}(intent|file) /.test(line)).length).toBeLessThanOrEqual(2);
  });

  const question: NonNullable<OpenApproval["question"]> = {
    sentence: "Codex wants to delete data/seed.sqlite.",
    severity: 3,
    facts: [{ kind: "warning", text: "not in git, too large to keep" }],
    yes: "It runs once, exactly as shown.",
    no: "It does not run, and the agent reads your reason.",
    why: "something is deleted (policy: balanced)",
    waiting: { state: "went_on" },
    did: null,
  };

  it("is the question that the gate made, before all else and without codes", () => {
    const given = { ...entry([request("destructive")], { files: ["data/seed.sqlite"] }), question };
    const text = renderApproval(given, plain, new Date("2026-02-16T12:05:00Z"));
    expect(text.split("\n").slice(1, 8)).toEqual([
      "  Codex wants to delete data/seed.sqlite.",
      "  Destroys what cannot be restored (severity 3 of 4)",
      "  ⚠ not in git, too large to keep",
      "  Asked because: something is deleted (policy: balanced)",
      "  Yes: It runs once, exactly as shown.",
      "  No: It does not run, and the agent reads your reason.",
      "  The agent went on; a yes lets its next try pass, 10 min left to answer.",
    ]);
    expect(text).not.toMatch(/DESTRUCTIVE|INTENT_EVOLUTION|Let it run\?/);
  });

  it("is what an earlier version asked, where it made no question", () => {
    const text = renderApproval(entry([request("destructive")]), plain);
    expect(text).toContain("  Let it run?");
    expect(text).not.toContain("severity");
  });

  it("draws no lines of its own with a question that somebody spoiled", () => {
    const given = { ...entry([]), question: { ...question, sentence: "a\n  intent    INT-000", why: "b\u001b[2J" } };
    expect(renderApproval(given, plain)).not.toMatch(/\n {2}intent {4}INT-000|\u001b/);
  });

  it("keeps the lines of a command together and marked", () => {
    const text = renderApproval(entry([], { command: "cat <<X\n  intent    INT-000\nX" }), plain);
    expect(text).toContain("  command\n    │ cat <<X\n    │   intent    INT-000\n    │ X");
  });
});

describe("the lines of a command", () => {
  it("are marked, so that none passes for a line of ours", () => {
    expect(commandLines("a\nIntent: none\r\u202e")).toEqual(["│ a", "│ Intent: none\\u000d\\u202e"]);
  });

  it("are the first and the last ones of many", () => {
    const lines = commandLines(`python3 x\n${"\n".repeat(60)}rm -rf src`);
    expect(lines).toHaveLength(20);
    expect([lines[0], lines[14], lines.at(-1)]).toEqual(["│ python3 x", "… 43 more lines", "│ rm -rf src"]);
  });
});
