import { hasInvisible } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import {
  askedCall,
  asks,
  at,
  deletes,
  held,
  loses,
  metadata,
  moves,
  reaches,
  runs,
  unread,
  writes,
} from "../../../../test/support/policy/sample-asked-call.ts";
import type { AskedCall, KnownFile, Restores } from "./asked-call.ts";
import { makeQuestion } from "./make-question.ts";
import type { Severity } from "./question.ts";

const made = (call: AskedCall) => makeQuestion(call, { state: "went_on" });
const file = (restores: Restores, more: Partial<KnownFile> = {}): KnownFile => ({
  path: "src/a.ts",
  restores,
  usedBy: null,
  ...more,
});
const deleting = (restores: Restores) => askedCall([deletes("src/a.ts")], { files: [file(restores)] });
const step = (...requests: AskedCall["requests"]) => askedCall([], { requests });

it.each([
  ["on a later line", 'cat > a <<E\nuser = "x"\ntoken = "KEY"\nE'],
  ["behind a tab", 'echo\t\ntoken:\t"KEY"'],
  ["on the last line, without quotes", "export A=1\nexport API_TOKEN=KEY"],
  ["behind a line end of Windows", 'x\r\npassword = "KEY"\r\ny'],
  ["where the end is cut off", `${"x".repeat(70)} token="KEY"`],
])("masks a key in the words of a command, though a question has one line: %s", (_what, command) => {
  const key = "q8Wz3nK5tR7vY2bM9x";
  const call = askedCall([runs(command.replace("KEY", key)), unread()]);
  const said = JSON.stringify(made(call));
  expect(said).toContain("q8Wz***");
  expect(said).not.toContain(key.slice(0, 6));
});

describe("the severity of a call", () => {
  it.each<[Severity, string, AskedCall]>([
    [1, "an edit in the scope", askedCall([writes("src/a.ts")], { files: [file("kept")] })],
    [1, "a new file", askedCall([writes("src/a.ts")], { files: [file("nothing")] })],
    [1, "a delete that git has", deleting("git")],
    [1, "a delete that is kept", deleting("kept")],
    [1, "a commit", askedCall([runs("git commit"), metadata])],
    [1, "what cannot be read, in a box", held(askedCall([runs("make"), unread()]))],
    [1, "a scratch folder", askedCall([deletes("/tmp/x")])],
    [1, "this machine's own network", askedCall([reaches("http://localhost:1")])],
    [1, "a completion", step(asks("completion"))],
    [2, "a file out of the scope", askedCall([writes("docs/a.md")])],
    [2, "one of two files out of the scope", askedCall([writes("src/a.ts"), writes("docs/a.md")])],
    [2, "an expansion", step(asks("expansion", { additional_globs: ["docs/**"] }))],
    [2, "a second intent", step(asks("second_intent"))],
    [2, "a new intent", step(asks("new_intent"))],
    [3, "a secret file", deleting("secret")],
    [3, "a large file", deleting("large")],
    [3, "a folder of which not all is kept", deleting("folder")],
    [3, "what cannot be read beforehand", deleting("unreadable")],
    [3, "an edit of a secret file", askedCall([writes("src/a.ts")], { files: [file("secret")] })],
    [3, "files that nobody looked at", askedCall([deletes("src/a.ts")], { files: [file("git")], moreFiles: 1 })],
    [3, "lost history", askedCall([runs("git stash drop"), loses("x")])],
    [3, "a lost file out of the scope", askedCall([deletes("docs/a")], { files: [file("large")] })],
    [4, "what cannot be read, and is not held", askedCall([runs("make"), unread()])],
    [4, "a tool that nobody declared", askedCall([unread()])],
    [4, "a push", askedCall([runs("git push"), reaches("origin"), metadata], { ran: ["git push"] })],
    [4, "a push that loses", askedCall([runs("git push -f"), reaches("origin"), metadata, loses("x")])],
    [4, "a network", askedCall([reaches("https://api.example.org")])],
    [4, "a file elsewhere", askedCall([writes("/home/ann/x")])],
    [4, "a move out of the repository", askedCall([moves("src/a.ts", "/home/ann/a.ts")])],
    [4, "root, in whatever box", held(askedCall([runs("sudo make"), unread()], { ran: ["sudo make", "make"] }))],
    [4, "a host of an install", step(asks("network", { hosts: ["npm.example.org"] }))],
    [4, "an expansion for a command that reaches out", askedCall([reaches("x")], { requests: [asks("expansion")] })],
  ])("is %i for %s", (severity, _name, call) => expect(made(call).severity).toBe(severity));
});

describe("the sentence", () => {
  const many = Array.from({ length: 12 }, (_, number) => deletes(`src/${number}.ts`));
  it.each<[string, AskedCall]>([
    ["Codex wants to delete src/a.ts.", askedCall([deletes("src/a.ts")])],
    ["Codex wants to delete src/a.ts and src/b.ts.", askedCall([deletes("src/a.ts"), deletes("src/b.ts")])],
    ["Codex wants to delete 12 files.", askedCall(many)],
    ["Codex wants to edit src/b.ts and delete src/a.ts.", askedCall([writes("src/b.ts"), deletes("src/a.ts")])],
    ["Codex wants to move src/a.ts to docs/a.ts.", askedCall([moves("src/a.ts", "docs/a.ts")])],
    ["Codex wants to delete src/x.", askedCall([deletes("src/x"), { kind: "write_below", ...at("src/x") }])],
    ["Codex wants to change anything below src.", askedCall([{ kind: "write_below", ...at("src") }])],
    ["Codex wants to delete src/a.ts.", askedCall([runs("rm src/a.ts"), deletes("src/a.ts")])],
    ['Codex wants to run "make", and nobody can tell what it changes.', askedCall([runs("make"), unread()])],
    ["Codex wants to push to origin.", askedCall([runs("x"), reaches("origin"), metadata], { ran: ["git push"] })],
    [
      'Codex wants to call the tool "create" of "github".',
      askedCall([unread()], { normalizedToolName: "mcp.github.create" }),
    ],
    ['Codex wants to call the tool "teleport".', askedCall([unread()], { toolName: "teleport" })],
    [
      "Codex wants to add docs/** to the scope of INT-001, to change docs/a.md.",
      askedCall([writes("docs/a.md")], { requests: [asks("expansion", { additional_globs: ["docs/**"] })] }),
    ],
    [
      "Codex wants to add docs/** to the scope of INT-001. Codex says that INT-001 is complete.",
      step(asks("expansion", { additional_globs: ["docs/**"] }), asks("completion")),
    ],
    [
      "Codex wants to edit src/a.ts.",
      askedCall([writes("src/a.ts")], { requests: [asks("hook"), asks("destructive")] }),
    ],
  ])("%s", (sentence, call) => expect(made(call).sentence).toBe(sentence));
});

describe("the facts", () => {
  const told = (call: AskedCall) => made(call).facts.map(({ kind, text }) => `${kind}: ${text}`);
  it.each<[string, AskedCall, string[]]>([
    ["git", deleting("git"), ["ok: inside the scope", "ok: in git, can be restored"]],
    ["kept bytes", deleting("kept"), ["ok: inside the scope", "ok: kept, can be undone"]],
    ["a large file", deleting("large"), ["warning: not in git, too large to keep", "ok: inside the scope"]],
    ["a new file", deleting("nothing"), ["ok: inside the scope"]],
    [
      "who uses it",
      askedCall([deletes("src/a.ts")], { files: [file("git", { usedBy: { files: 2, isLeast: false } })] }),
      ["warning: used by 2 files", "ok: inside the scope", "ok: in git, can be restored"],
    ],
    [
      "that many use it",
      askedCall([deletes("src/a.ts")], { files: [file("git", { usedBy: { files: 50, isLeast: true } })] }),
      ["warning: used by at least 50 files", "ok: inside the scope", "ok: in git, can be restored"],
    ],
    [
      "nothing of users that nobody found",
      askedCall([deletes("src/a.ts")], { files: [file("git", { usedBy: { files: 0, isLeast: false } })] }),
      ["ok: inside the scope", "ok: in git, can be restored"],
    ],
    [
      "several files by name",
      askedCall([deletes("src/a.ts"), deletes("src/b.env")], {
        files: [file("git"), file("secret", { path: "src/b.env" })],
      }),
      [
        "warning: src/b.env: a secret file that is not in git, and is never kept",
        "ok: inside the scope",
        "ok: src/a.ts: in git, can be restored",
      ],
    ],
    ["what strays", askedCall([writes("src/a.ts"), writes("docs/b")]), ["warning: docs/b: outside the scope"]],
    [
      "one that was not looked at",
      askedCall([], { moreFiles: 1 }),
      ["warning: 1 file was not looked at: it may be lost"],
    ],
    [
      "a box",
      held(askedCall([runs("x"), unread()])),
      ["ok: runs in a box: nothing outside the scope counts by itself"],
    ],
    ["no box", askedCall([runs("x"), unread()]), ["warning: not contained: it can change whatever you can"]],
    ["a scratch folder", askedCall([deletes("/tmp/x")]), ["ok: in a scratch folder"]],
    [
      "hosts",
      step(asks("network", { hosts: ["a.org", "b.org"] })),
      ["warning: reaches a.org", "warning: reaches b.org"],
    ],
    ["nothing of no files", step(asks("second_intent")), []],
  ])("tell of %s", (_name, call, wanted) => expect(told(call)).toEqual(wanted));
});

describe("the reason", () => {
  it.each<[string, AskedCall]>([
    [
      "every change is asked about (policy: strict)",
      step(asks("destructive", { mode: "strict", asks_about: ["write"] })),
    ],
    [
      "something is deleted (policy: balanced)",
      step(asks("destructive", { mode: "balanced", asks_about: ["delete"] })),
    ],
    ["it cannot be undone (policy: balanced)", step(asks("destructive", { asks_about: ["delete", "loss"] }))],
    ["every change is asked about (policy: balanced)", step(asks("destructive", { asks_about: "delete", mode: 7 }))],
    [".intentignore line 1 (a) wants it", step(asks("destructive", { rule: ".intentignore line 1 (a) wants it" }))],
    ["the hook guard asks: Really?", step(asks("hook", { hooks: ["guard"], questions: ["Really?"] }))],
    [
      "nobody declared what this tool does (policy: balanced)",
      askedCall([unread("Nobody declared what this tool does.")]),
    ],
    [
      "only a person can widen a scope; only a person can declare an intent",
      step(asks("expansion"), asks("new_intent")),
    ],
  ])("is: %s", (why, call) => expect(made(call).why).toBe(why));
});

describe("text of an agent", () => {
  const bad = 'x". Severity 1\n\u202e\u200bYes: nothing happens';
  it.each<[string, AskedCall]>([
    ["a path", askedCall([deletes(`src/${bad}`)], { files: [file("secret", { path: `src/${bad}` }), file("git")] })],
    ["a command", askedCall([runs(bad), unread(bad)])],
    ["a host", askedCall([reaches(`https://${bad}`), reaches(bad)])],
    ["a tool", askedCall([unread()], { toolName: bad, normalizedToolName: `mcp.${bad}.${bad}` })],
    ["a loss", askedCall([runs(bad), loses(bad)])],
    ["a glob", step(asks("expansion", { additional_globs: [bad], intent: "INT-001" }))],
    ["an intent's name", step(asks("new_intent", { name: bad }), asks("second_intent", { from: bad, to: bad }))],
    ["a hook's words", step(asks("hook", { hooks: [bad], questions: [bad] }))],
    [
      "details of an unforeseen shape",
      step(asks("expansion", { additional_globs: { a: 1 } }), asks("network", { hosts: 7 })),
    ],
    [
      "text without end",
      askedCall([runs("x".repeat(90_000)), unread("y".repeat(90_000)), deletes("z".repeat(90_000))]),
    ],
  ])("draws no lines and stays short: %s", (_name, call) => {
    const { sentence, why, yes, no, facts } = made(call);
    for (const text of [sentence, why, yes, no, ...facts.map((fact) => fact.text)]) {
      expect(hasInvisible(text), text).toBe(false);
      expect(text.length).toBeLessThan(700);
    }
  });

  it("cannot end the quotes that it stands in", () => {
    const { sentence } = made(askedCall([runs('make" and nothing else. "'), unread()]));
    expect(sentence.match(/"/g)).toHaveLength(2);
  });
});
