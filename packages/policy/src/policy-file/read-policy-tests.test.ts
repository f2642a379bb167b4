import { describe, expect, it } from "vitest";
import { readPolicyTests } from "./read-policy-tests.ts";

const FILE = ".orchestration/policy-tests.yaml";
const read = (text: string) => readPolicyTests(text, FILE, ["INT-001", "INT-002"]);

describe("policy tests are read", () => {
  it("as calls, with what is expected of each and the line it stands in", () => {
    const text = `version: 1
tests:
  - command: git push
    expect: ask
  - name: other people's code
    intent: INT-001
    call: { tool: write_to_file, input: { path: src/a.ts, content: x } }
    expect: deny
    code: SCOPE_VIOLATION
  - { command: "cat > a <<'E'\\nx\\nE\\n", expect: allow }
`;
    const run = (command: string) => ({ tool: "execute_command", input: { command } });
    const free = { name: null, intent: null, code: null };
    expect(read(text)).toEqual({
      ok: true,
      value: [
        { ...free, call: run("git push"), expect: "ask", line: 3 },
        {
          name: "other people's code",
          intent: "INT-001",
          call: { tool: "write_to_file", input: { path: "src/a.ts", content: "x" } },
          expect: "deny",
          code: "SCOPE_VIOLATION",
          line: 5,
        },
        { ...free, call: run("cat > a <<'E'\nx\nE\n"), expect: "allow", line: 10 },
      ],
    });
  });

  it.each([
    ["", 'lacks the key "tests"'],
    ["- command: ls\n", "the file must be a map of keys"],
    ["tests: []\n", "tests must hold a test"],
    ["tests: { command: ls, expect: allow }\n", "tests must be a list"],
    ["tests:\n  - ls\n", "tests[0] must be a map of keys"],
    ["version: 2\ntests:\n  - { command: ls, expect: allow }\n", "the file has version 2"],
    ["version: one\ntests:\n  - { command: ls, expect: allow }\n", "version must be 1"],
    ["test:\n  - { command: ls, expect: allow }\n", 'unknown key "test": did you mean "tests"?'],
    ["tests:\n  - { comand: ls, expect: allow }\n", 'unknown key "comand": did you mean "command"?'],
    ["tests:\n  - { command: ls, expect: allow, comment: x }\n", 'unknown key "comment"'],
    ["tests:\n  - { command: ls }\n", 'lacks the key "expect"'],
    ["tests:\n  - { command: ls, expect: alow }\n", "did you mean allow?"],
    ["tests:\n  - { command: ls, expect: true }\n", "tests[0].expect must be one of allow, ask, deny"],
    ["tests:\n  - { expect: allow }\n", "tests[0] must have one of `command` and `call`"],
    ["tests:\n  - { command: ls, call: { tool: read_file, input: {} }, expect: allow }\n", "and not both"],
    ["tests:\n  - { command: ' ', expect: allow }\n", "tests[0].command must not be empty"],
    ["tests:\n  - { command: [ls], expect: allow }\n", "tests[0].command must be text"],
    ["tests:\n  - { call: { tool: read_file }, expect: allow }\n", 'lacks the key "input"'],
    [
      "tests:\n  - { call: { tool: read_file, input: a }, expect: allow }\n",
      "tests[0].call.input must be a map of keys",
    ],
    ["tests:\n  - { call: { tool: r, input: {}, cwd: x }, expect: allow }\n", 'unknown key "cwd"'],
    ["tests:\n  - { command: ls, expect: allow, code: STALE_FILE }\n", "only `expect: deny` has one"],
    ["tests:\n  - { command: ls, expect: deny, code: STALE }\n", "tests[0].code must be one of INTENT_REQUIRED"],
    [
      "tests:\n  - { command: ls, expect: deny, intent: INT-01 }\n",
      'no intent has the id "INT-01": did you mean INT-001?',
    ],
    ["tests:\n  - { command: ls, expect: deny, intent: X }\n", 'tests[0].intent: no intent has the id "X"'],
    ["tests:\n  - { command: ls, expect: allow, expect: deny }\n", "expect"],
  ])("but not %j", (text, message) => {
    const result = read(text);
    expect(result.ok).toBe(false);
    const problems = result.ok ? [] : result.problems;
    expect(problems.map((one) => one.message).join("\n")).toContain(message);
    for (const one of problems) expect([one.file, one.code]).toContain(FILE);
  });
});
