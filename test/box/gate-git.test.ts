/** Git that moves the tree, folders that get another name, declared commands and checks: through the gate. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GateStage, type Reply, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
const policy = `commands:
  - { run: ./gen.sh, writes: ["docs/gen/**"] }
`;
beforeAll(async () => {
  gate = await setGateStage(policy);
  gate.typed("intent new INT-3 --name Checked --scope 'src/**' --check 'sh check.sh'");
  gate.plain(`printf '#!/bin/sh\\nmkdir -p docs/gen; echo g > docs/gen/g; echo e > docs/extra; echo s > src/s.ts\\n' > gen.sh
printf 'echo c > src/checked.ts; echo c > docs/checked; echo c > AGENTS.md' > check.sh
chmod +x gen.sh; mkdir src/lib; echo l > src/lib/l.ts; git add -A; git commit -qm tools
git switch -qc other; echo o > docs/d.md; echo o > src/a.ts; git commit -qam other; git switch -q main`);
  gate.take("INT-1");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git switch -q main; git reset -q --hard; git clean -fdxq -e .orchestration");
});

describe("git that moves the work tree", () => {
  it("brings another branch, what lies outside the scope with it", () => {
    const said = gate.run("git switch -q other");
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stderr: "" } });
    expect(gate.plain("git branch --show-current; git status --porcelain; cat docs/d.md src/a.ts")).toBe(
      "other\no\no\n",
    );
  });

  it.each([["git checkout other -- docs/d.md"], ["git checkout other docs/d.md"], ["git checkout other ."]])(
    "takes no single file outside the scope out of another branch: %s",
    (command) => {
      gate.run(command);
      expect(gate.plain("git status --porcelain docs; cat docs/d.md")).toBe("d\n");
    },
  );

  it("does not bring a branch in a line that does more", () => {
    gate.run("git switch -q other && node -e 1");
    expect(gate.plain("git branch --show-current; cat docs/d.md")).toBe("main\nd\n");
  });
});

describe("a line of several such commands", () => {
  it("asks nobody, as what is left of them is judged path by path", () => {
    const said = gate.run("git switch -q other && git switch -q main");
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stderr: "" } });
    expect(gate.plain("git branch --show-current; git status --porcelain; cat docs/d.md")).toBe("main\nd\n");
  });

  it("brings another branch with a second step, what lies outside the scope with it", () => {
    expect(gate.run("git switch -q --detach main && git merge -q other").result?.stderr).toBe("");
    expect(gate.plain("git status --porcelain; cat docs/d.md src/a.ts")).toBe("o\no\n");
  });

  it("asks where it may throw away what nobody committed", () => {
    gate.plain("echo mine > src/a.ts");
    expect(gate.run("git checkout -q -f other && git checkout -q -f main").code).toBe("NO_ANSWER");
    expect(gate.plain("cat src/a.ts")).toBe("mine\n");
  });

  it("brings nothing from outside the scope where it does more", () => {
    const said = gate.run("git switch -q other && node -e 1 && git switch -q main").result?.stderr;
    expect(said).toMatch(/^(?:$|Not committed: docs\/d\.md)/);
    expect(gate.plain("git branch --show-current; cat docs/d.md")).toBe("main\nd\n");
  });
});

/** The call that a person said yes to, made again. */
function afterYes(tool: string, input: Record<string, unknown>, session?: string): Reply {
  const asked = gate.call(tool, input, session);
  expect(asked).toMatchObject({ decision: "deny", code: "NO_ANSWER" });
  gate.typed(`approvals approve ${String(asked.error?.meta?.request_id).slice(0, 8)}`);
  return gate.call(tool, input, session);
}

describe("a folder that gets another name", () => {
  it.each([["git mv src/lib src/lob"], ["mv src/lib src/lob"]])("moves with what it holds: %s", (command) => {
    const said = gate.run(command);
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stderr: "" } });
    expect(gate.plain("ls src/lob; ls src/lib 2>&1 | head -1")).toMatch(/^l\.ts\n.*No such file/);
  });

  it("does not leave the scope", () => {
    expect(gate.run("git mv src/lib docs/lib")).toMatchObject({ decision: "deny", code: "SCOPE_VIOLATION" });
    expect(gate.plain("git status --porcelain src docs; cat src/lib/l.ts")).toBe("l\n");
  });
});

it("keeps of a declared command what its declaration and the scope cover, and nothing else", () => {
  const said = gate.run("./gen.sh");
  expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
  expect(said.result?.stderr).toMatch(/^Kept back: docs\/extra is kept back/);
  expect(gate.plain("git status --porcelain -uall src docs")).toBe("?? docs/gen/g\n?? src/s.ts\n");
});

it("keeps of an intent's check what the scope covers, and nothing else", () => {
  gate.take("INT-3", "s3");
  const said = afterYes("attempt_completion", { result: "done" }, "s3");
  expect(said).toMatchObject({ decision: "allow" });
  expect(gate.plain("git status --porcelain -uall src docs")).toBe("?? src/checked.ts\n");
});
