import { describe, expect, it } from "vitest";
import { allowed, exists, intents, patch, refused, withPerson, workingGate, write } from "./gate-scene.ts";
import { DELETIONS_ASK } from "./scene.ts";

const both = intents.replace('["src/pay/**"]', '["src/auth/**", "src/pay/**"]');

function ignoring(text: string, policy?: string) {
  return workingGate({ intents: both, files: { ".intentignore": text }, policy: policy ?? DELETIONS_ASK });
}

describe("exclude", () => {
  it("refuses a change in scope with pattern and line", async () => {
    const gate = await ignoring("# generated\n\nsrc/auth/generated/**  # by the build\n");
    const { message, meta } = await refused(gate, "INTENT_IGNORED", ...write("src/auth/generated/a.ts"));
    expect(message).toBe("src/auth/generated/a.ts is excluded by .intentignore line 3 (src/auth/generated/**).");
    expect(meta).toMatchObject({
      intent_id: "INT-001",
      file_path: "src/auth/generated/a.ts",
      pattern: "src/auth/generated/**",
      line: 3,
    });
    await allowed(gate, ...write("src/auth/other.ts"));
  });

  it.each([
    ["written out", "src/auth/token.ts exclude\n"],
    ["for this intent", "INT-001:src/auth/token.ts\n"],
    ["by a folder", "src/auth\n"],
    ["by its name anywhere", "**/token.ts\n"],
    ["over allow_destructive", "src/auth/** allow_destructive\nsrc/auth/token.ts exclude\n"],
  ])("holds for edits, deletions and both ends of a move: %s", async (_what, text) => {
    const gate = await ignoring(text);
    await refused(gate, "INTENT_IGNORED", "edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" });
    await refused(gate, "INTENT_IGNORED", "delete_file", { path: "src/auth/token.ts" });
    const move = patch(
      "*** Update File: src/auth/token.ts",
      "*** Move to: src/auth/key.ts",
      "@@",
      "-export const token = 1;",
      "+x",
    );
    await refused(gate, "INTENT_IGNORED", "apply_patch", move);
  });

  it("for one intent leaves another alone", async () => {
    const gate = await ignoring("INT-001:src/auth/token.ts\n");
    await gate.take("INT-002", "s2");
    await allowed(gate, "edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" }, "s2");
  });

  it("counts as soon as a person writes it", async () => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/new.ts", "1\n"));
    gate.put(".intentignore", "src/auth/new.ts\n");
    await refused(gate, "INTENT_IGNORED", ...write("src/auth/new.ts", "2\n"));
  });
});

describe("require_approval", () => {
  const rule = "src/auth/token.ts require_approval\n";
  const edit = ["edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" }] as const;

  it("asks for what would pass, and refuses where nobody is there", async () => {
    const gate = await ignoring(rule);
    const { meta } = await refused(gate, "NO_ANSWER", ...edit);
    expect(meta).toMatchObject({ affected_files: ["src/auth/token.ts"] });
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...edit));
    expect(asked[0]?.requests[0]?.question).toBe(
      ".intentignore asks for approval of every change to src/auth/token.ts",
    );
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("asks in spite of a standing approval", async () => {
    const gate = await ignoring(rule, "approval: { mode: strict }\n");
    await withPerson(gate, "standing", () => allowed(gate, ...write("src/auth/new.ts")));
    await allowed(gate, ...write("src/auth/more.ts"));
    await refused(gate, "NO_ANSWER", ...edit);
  });

  it("is refused in auto mode", async () => {
    const gate = await ignoring(rule, "approval: { mode: auto }\n");
    await refused(gate, "NO_ANSWER", ...edit);
  });

  it("wins over allow_destructive", async () => {
    const gate = await ignoring(`src/auth/** allow_destructive\n${rule}`);
    await refused(gate, "NO_ANSWER", "delete_file", { path: "src/auth/token.ts" });
  });
});

describe("allow_destructive", () => {
  it("skips the question for a deletion in scope", async () => {
    const gate = await ignoring("src/auth/** allow_destructive\n");
    await allowed(gate, "delete_file", { path: "src/auth/token.ts" });
    expect(exists(gate, "src/auth/token.ts")).toBe(false);
    expect(gate.ledger()[0]?.decision.approval).toBe("none");
  });

  it("skips it in strict mode too, for this intent only", async () => {
    const gate = await ignoring("INT-001:src/auth/** allow_destructive\n", "approval: { mode: strict }\n");
    await allowed(gate, ...write("src/auth/new.ts"));
    await gate.take("INT-002", "s2");
    await refused(gate, "NO_ANSWER", ...write("src/auth/other.ts"), "s2");
  });

  it("never skips the scope, the lock, a control file or an unknown effect", async () => {
    const gate = await ignoring("** allow_destructive\n");
    await refused(gate, "SCOPE_VIOLATION", "delete_file", { path: "src/pay/bill.ts" });
    await refused(gate, "STALE_FILE", ...write("src/auth/token.ts"));
    await refused(gate, "CONTROL_FILE", "delete_file", { path: ".intentignore" });
    await refused(gate, "NO_ANSWER", "execute_command", { command: "sh src/auth/token.ts" });
    await refused(gate, "NO_ANSWER", "mcp--fs--rm", { path: "src/auth/token.ts" });
  });

  it("must hold for every file of a patch", async () => {
    const gate = await ignoring("src/auth/token.ts allow_destructive\n");
    await refused(
      gate,
      "NO_ANSWER",
      "apply_patch",
      patch("*** Delete File: src/auth/token.ts", "*** Delete File: src/auth/middleware.ts"),
    );
  });
});

describe("forbid and protected in the policy", () => {
  const policy = `forbid:
  - { command: "git push*", reason: "people push" }
  - { tool: "mcp.shell.*" }
  - { paths: ["src/auth/keys/**"], reason: "keys are rotated by hand" }
  - { tool: delete_file, paths: ["src/auth/**"] }
protected: ["src/auth/token.ts"]
`;

  it.each<[string, readonly [string, object], string]>([
    ["a command", ["execute_command", { command: "git push origin main" }], "forbid[0]"],
    ["a command with blanks around it", ["execute_command", { command: "  git push --force " }], "forbid[0]"],
    ["a tool by wildcard", ["use_mcp_tool", { server_name: "shell", tool_name: "run", arguments: {} }], "forbid[1]"],
    ["a path", write("src/auth/keys/a.pem"), "forbid[2]"],
    ["a tool on a path", ["delete_file", { path: "src/auth/middleware.ts" }], "forbid[3]"],
    [
      "a protected file",
      ["edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" }],
      "protected: src/auth/token.ts",
    ],
  ])("stop %s, and no approval opens it", async (_what, call, rule) => {
    const gate = await workingGate({ policy });
    const { value, asked } = await withPerson(gate, "once", () => refused(gate, "DESTRUCTIVE_BLOCKED", ...call));
    expect(asked).toEqual([]);
    expect(value.meta.rule).toBe(rule);
    expect(value.message).toContain(`Forbidden by policy.yaml (${rule})`);
  });

  it("win over a declared command and over allow_destructive", async () => {
    const gate = await workingGate({
      policy: `${policy}commands: [{ run: git push }]\n`,
      files: { ".intentignore": "** allow_destructive\n" },
    });
    await refused(gate, "DESTRUCTIVE_BLOCKED", "execute_command", { command: "git push" });
    await refused(gate, "DESTRUCTIVE_BLOCKED", "delete_file", { path: "src/auth/middleware.ts" });
  });

  it("leave everything else alone", async () => {
    const gate = await workingGate({ policy });
    await allowed(gate, ...write("src/auth/new.ts"));
    await allowed(gate, "read_file", { path: "src/auth/token.ts" });
  });
});
