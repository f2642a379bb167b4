import type { OpenApproval } from "@intentgate/sidecar";
import { expect, it } from "vitest";
import { approvalButtons, approvalDetail, approvalTitle } from "./approval-text.ts";

function entry(given: {
  topic: string;
  details?: Record<string, unknown>;
  lines?: number;
  command?: string;
}): OpenApproval {
  const lines = Array.from({ length: given.lines ?? 1 }, (_, number) => `+line ${number}`);
  return {
    id: "r",
    binding: "b",
    session: "s",
    intent: "INT-001",
    tool: "write_to_file",
    invocationId: "i",
    openedAt: "2026-05-01T12:00:00Z",
    expiresAt: "2026-05-01T12:15:00Z",
    requests: [{ topic: given.topic, question: "Let it run?", details: given.details ?? {} }],
    shown: {
      intent: { id: "INT-001", name: "Sign in" },
      tool: "write_to_file",
      risk: "DESTRUCTIVE",
      mutationClass: "INTENT_EVOLUTION",
      effects: ["edits src/a.ts"],
      files: ["src/a.ts"],
      diff: [{ path: "src/a.ts", lines, moreLines: 7, proposed: "x" }],
      moreFiles: 3,
      command: given.command ?? null,
    },
  } as OpenApproval;
}

const now = new Date("2026-05-01T12:00:00Z");
const labels = (one: OpenApproval, place: "dialog" | "below" = "dialog") =>
  approvalButtons(one, place).map((button) => button.label);

it("says the intent, the class, the files and the first lines of the diff", () => {
  const one = entry({ topic: "destructive" });
  expect(approvalTitle(one, null)).toBe("Let it run?");
  const detail = approvalDetail(one, null, now);
  for (const part of ["INT-001: Sign in", "New behaviour", "src/a.ts", "+line 0", "… 7 more lines", "… 3 more files"])
    expect(detail).toContain(part);
});

it("shows twenty lines of the diff at most, and how many more there are", () => {
  const detail = approvalDetail(entry({ topic: "destructive", lines: 30 }), null, now);
  expect(detail).toContain("+line 19");
  expect(detail).not.toContain("+line 20");
  expect(detail).toContain("… 17 more lines");
});

it.each([
  [
    entry({ topic: "expansion", details: { additional_globs: ["src/b/**"] } }),
    ["Approve Expansion", "Reject", "Show Diff"],
  ],
  [
    entry({ topic: "destructive", details: { only_writes: true } }),
    ["Approve", "Approve in Scope", "Reject", "Show Diff"],
  ],
  [entry({ topic: "destructive" }), ["Approve", "Reject", "Show Diff"]],
  [
    entry({ topic: "unknown", command: "make" }),
    ["Approve", "Approve for This Session", "Declare in the Policy", "Reject", "Show Diff"],
  ],
])("offers just the answers that the question allows: %#", (one, wanted) => {
  expect(labels(one)).toEqual(wanted);
  const answers = (place: "dialog" | "below") => approvalButtons(one, place).map(({ answer }) => answer);
  expect(answers("below")).toEqual(answers("dialog").filter((answer) => answer !== "diff"));
});

it("has words below that fit beside each other in a notification", () => {
  const command = entry({ topic: "unknown", command: "make" });
  expect(labels(command, "below")).toEqual(["Approve", "For This Session", "Declare", "Reject"]);
});

it.each<[string, Record<string, unknown>, string[]]>([
  ["expansion", { additional_globs: ["src/b/**", "**"] }, ["Adds to the scope: **", "Adds to the scope: src/b/**"]],
  [
    "new_intent",
    { name: "N", owned_scope: ["**"], constraints: ["keep"], criteria: ["done"] },
    ["Name: N", "Scope: **", "Constraint: keep", "Criterion: done"],
  ],
  ["completion", { criteria: ["done"], checks: [{ run: ["make", "x"] }] }, ["Criterion: done", "Runs: make x"]],
  ["second_intent", { from: "INT-001", to: "INT-002" }, ["Leaves: INT-001", "Takes: INT-002"]],
  ["hook", { hooks: ["guard"] }, ["Asked by: guard"]],
])("says what a question about %s is about", (topic, details, wanted) => {
  const lines = approvalDetail(entry({ topic, details }), null, now).split("\n");
  expect(lines.filter((line) => wanted.includes(line))).toEqual(wanted);
});

it("says it of every question of a call", () => {
  const one = entry({ topic: "destructive" });
  const second = { ...one.requests[0]!, question: "Widen it?", details: { additional_globs: ["lib/**"] } };
  const lines = approvalDetail({ ...one, requests: [...one.requests, second] }, null, now).split("\n");
  expect(lines).toEqual(expect.arrayContaining(["Also: Widen it?", "Adds to the scope: lib/**"]));
});

it("lets no command draw lines of ours, nor push the rest away", () => {
  const command = `python3 x #\nFiles: README.md\n• edits README.md\n--- README.md${"\n ".repeat(80)}\nrm -rf src`;
  const lines = approvalDetail(entry({ topic: "unknown", command }), null, now).split("\n");
  expect(lines.filter((line) => line.startsWith("Files:"))).toEqual(["Files: src/a.ts"]);
  expect(lines.filter((line) => line.startsWith("│ ")).length).toBeLessThan(20);
  expect(lines).toEqual(expect.arrayContaining(["│ Files: README.md", "│ rm -rf src", "• edits src/a.ts"]));
});

const question: OpenApproval["question"] = {
  sentence: "Codex wants to delete data/seed.sqlite.",
  severity: 3,
  facts: [
    { kind: "warning", text: "not in git, too large to keep" },
    { kind: "ok", text: "inside the scope" },
  ],
  why: "something is deleted (policy: balanced)",
  yes: "It runs once, exactly as shown.",
  no: "It does not run, and the agent reads your reason.",
  waiting: { state: "waits", until: "2026-05-01T12:04:00Z" },
  did: null,
};

it("shows the question that the gate made, and no codes", () => {
  const one = { ...entry({ topic: "destructive" }), question };
  expect(approvalTitle(one, null)).toBe("Codex wants to delete data/seed.sqlite.");
  const lines = approvalDetail(one, null, now).split("\n");
  expect(lines.slice(0, 7)).toEqual([
    "Destroys what cannot be restored (severity 3 of 4)",
    "⚠ not in git, too large to keep",
    "✓ inside the scope",
    "Asked because: something is deleted (policy: balanced)",
    "Yes: It runs once, exactly as shown.",
    "No: It does not run, and the agent reads your reason.",
    "The agent is waiting, 4 min left.",
  ]);
  expect(lines.join()).not.toMatch(/DESTRUCTIVE|INTENT_EVOLUTION/);
});

it("offers keep, add to the scope and keep, and discard after a rehearsal", () => {
  const one = entry({ topic: "outside" });
  expect(labels(one)).toEqual(["Keep", "Add to the Scope and Keep", "Discard", "Show Diff"]);
  expect(labels(one, "below")).toEqual(["Keep", "Add to Scope", "Discard"]);
  expect(labels({ ...one, intent: null }, "below")).toEqual(["Keep", "Discard"]);
});

it("keeps a question to one line, whatever it holds", () => {
  const one = entry({ topic: "new_intent" });
  const request = { ...one.requests[0]!, question: 'Create "x"?\n\nIt owns README.md \u202eonly' };
  expect(approvalTitle({ ...one, requests: [request] }, null)).toBe(
    'Create "x"?\\u000a\\u000aIt owns README.md \\u202eonly',
  );
});

it("says in a window with several folders which one it is about, however the folder is called", () => {
  const one = entry({ topic: "destructive" });
  const folder = { name: "api", root: "/home/ann/api\nIntent: INT-999: another" };
  expect(approvalTitle(one, folder)).toBe("api: Let it run?");
  const lines = approvalDetail(one, folder, now).split("\n");
  expect(lines[0]).toBe("Folder: /home/ann/api\\u000aIntent: INT-999: another");
  expect(lines.filter((line) => line.startsWith("Intent:"))).toHaveLength(1);
});
