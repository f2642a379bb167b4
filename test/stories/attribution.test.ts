/** Whom blame must not give a line to: what people wrote, what git brought, what another session wrote. */
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { whoOf } from "@intentgate/blame";
import { describe, expect, it } from "vitest";
import { allowed, type Gate, openGate, write } from "./gate-scene.ts";
import { commitAll, git } from "./unknown-program.ts";

const whole = `active_intents:
${["INT-001", "INT-002"]
  .map(
    (id) =>
      `  - { id: ${id}, name: Work ${id}, status: IN_PROGRESS, owned_scope: ["**"], constraints: [], acceptance_criteria: [], related_files: [], recent_history: [] }`,
  )
  .join("\n")}
`;
const text = (...words: string[]) => words.map((word) => `export const ${word} = make(${word}Value);\n`).join("");
const licence = "// Copyright of the shop's authors.\n// Governed by the Apache licence.\n// See the file LICENSE.\n";
const imports =
  'import { readFileSync } from "node:fs";\nimport { join } from "node:path";\nimport { tmpdir } from "node:os";\n';

/** What stood there before the gate, committed; then both sessions at work, each under its own intent. */
async function gateOver(files: Record<string, string>, policy?: string): Promise<Gate> {
  const gate = openGate({ intents: whole, files, ...(policy === undefined ? {} : { policy }) });
  gate.put(".git/info/exclude", ".orchestration/\nAGENT.md\n"); // as `init` writes it
  commitAll(gate);
  await gate.take("INT-001", "s1");
  await gate.take("INT-002", "s2");
  return gate;
}

/** The host runs the command that the gate let pass. */
async function hostRuns(gate: Gate, command: string, run: () => unknown): Promise<void> {
  const call = {
    toolName: "execute_command",
    payload: { command },
    session: { id: "s1", model: "model-x" },
    cwd: gate.repo,
    callId: null,
  };
  const before = await gate.workspace.before(call, async () => true);
  expect(before.errorMessage).toBeUndefined();
  run();
  await gate.workspace.after(call, true);
}

const agentsGit = (gate: Gate, ...words: string[]) =>
  hostRuns(gate, `git ${words.join(" ")}`, () => git(gate, ...words));

function creditsOf(gate: Gate, path: string) {
  const blamed = gate.workspace.blame().file(path);
  if (!blamed.ok) throw new Error(JSON.stringify(blamed.problems));
  return blamed.value.credits;
}
const whose = (gate: Gate, path: string) => creditsOf(gate, path).map(whoOf).join(" ");
const sessions = (gate: Gate, path: string) =>
  creditsOf(gate, path).map((one) => (one.credit === "record" ? one.session : one.credit));

describe("a file that a person renamed on a branch which an agent merges", () => {
  it.each([
    ["src/old.ts", "src/new.ts"],
    ["src/a-old.ts", "src/b-new.ts"],
  ])("is answered for, whichever name comes first: %s, %s", async (from, to) => {
    const gate = await gateOver({ [from]: text("one", "two") });
    git(gate, "checkout", "-q", "-b", "feature");
    git(gate, "mv", from, to);
    commitAll(gate);
    git(gate, "checkout", "-q", "-");
    await agentsGit(gate, "merge", "-q", "feature");
    expect(whose(gate, to)).toBe("BEFORE BEFORE");
  });
});

describe("what a person wrote before an agent wrote the same elsewhere", () => {
  const files = {
    "src/human.ts": licence + text("mine"),
    "src/imports.ts": imports + text("mine"),
    "src/empty.ts": "export {};\n",
    "src/set-up.ts": text("setUp", "tearDown", "reset", "mine"),
  };
  const agents: Record<string, string> = {
    "src/agent.ts": licence + text("agents"),
    "src/agent2.ts": imports + text("agents"),
    "src/agent3.ts": "export {};\n",
    "src/agent4.ts": text("setUp", "tearDown", "reset", "agents"),
  };

  it.each(Object.keys(files))("stays older than the ledger: %s", async (path) => {
    const gate = await gateOver(files);
    for (const [file, content] of Object.entries(agents)) await allowed(gate, ...write(file, content));
    const older = whose(gate, path);
    expect(older).toMatch(/^BEFORE( BEFORE)*$/);
    // Also once the agent's files are gone, by hand or by a call.
    for (const file of ["src/agent.ts", "src/agent3.ts", "src/agent4.ts"]) rmSync(join(gate.repo, file));
    expect(whose(gate, path)).toBe(older);
    await allowed(gate, "read_file", { path });
    const content = gate.text(path);
    await allowed(gate, ...write(path, content + text("added")));
    expect(whose(gate, path)).toBe(`${older} AI`);
  });

  it("is theirs in a new file too, as a copy while the first one stands", async () => {
    const gate = await gateOver({});
    for (const [file, content] of Object.entries(agents)) await allowed(gate, ...write(file, content));
    gate.put("src/new.ts", imports + text("typed"));
    gate.put("src/new2.ts", "export {};\n");
    gate.put("src/new4.ts", text("setUp", "tearDown", "reset"));
    for (const path of ["src/new.ts", "src/new2.ts", "src/new4.ts"]) expect(whose(gate, path)).not.toContain("AI");
    commitAll(gate);
    git(gate, "rm", "-q", "src/agent4.ts");
    expect(whose(gate, "src/new4.ts")).not.toContain("AI");
  });
});

describe("what git brings in for an agent", () => {
  const base = text("one", "two", "three", "four", "five");
  const theirs = text("one", "theirs", "two", "three", "four", "five");

  /** A branch on which a person worked. */
  async function withBranch(): Promise<Gate> {
    const gate = await gateOver({ "src/a.ts": base });
    git(gate, "checkout", "-q", "-b", "feature");
    gate.put("src/a.ts", theirs);
    gate.put("src/new.ts", text("fresh", "file"));
    commitAll(gate);
    git(gate, "checkout", "-q", "-");
    return gate;
  }

  it.each([
    [["merge", "-q", "feature"]],
    [["cherry-pick", "feature"]],
    [["checkout", "feature", "--", "src"]],
    [["rebase", "-q", "feature"]],
    [["checkout", "-q", "feature"]],
    [["merge", "-q", "--squash", "feature"]],
  ])("is no agent's: git %j", async (words) => {
    const gate = await withBranch();
    await agentsGit(gate, ...words);
    expect(gate.text("src/a.ts")).toBe(theirs);
    expect(whose(gate, "src/a.ts")).not.toContain("AI");
    expect(whose(gate, "src/new.ts")).not.toContain("AI");
    const [last] = gate.ledger().slice(-1);
    expect(last?.files.map((file) => file.from_git)).toEqual(last?.files.map(() => true));
  });

  it("is no agent's where git had to put both sides together, and the agent keeps its own line", async () => {
    const gate = await withBranch();
    await allowed(gate, "read_file", { path: "src/a.ts" });
    await allowed(gate, ...write("src/a.ts", base + text("agents")));
    commitAll(gate);
    await agentsGit(gate, "merge", "-q", "feature");
    expect(gate.text("src/a.ts")).toBe(theirs + text("agents"));
    expect(whose(gate, "src/a.ts")).toBe("BEFORE BEFORE BEFORE BEFORE BEFORE BEFORE AI");
  });

  it("is whose it was where it was put aside", async () => {
    const gate = await gateOver({ "src/a.ts": base });
    gate.put("src/a.ts", base + text("typed"));
    git(gate, "stash");
    await agentsGit(gate, "stash", "pop");
    expect(gate.text("src/a.ts")).toBe(base + text("typed"));
    expect(whose(gate, "src/a.ts")).not.toContain("AI");
  });

  it("is the first agent's where a revert brings back what another call had deleted", async () => {
    const gate = await gateOver({ "src/a.ts": base });
    await allowed(gate, "read_file", { path: "src/a.ts" });
    await allowed(gate, ...write("src/a.ts", base + text("agents")));
    commitAll(gate);
    await allowed(gate, ...write("src/a.ts", base));
    commitAll(gate);
    await agentsGit(gate, "revert", "--no-edit", "HEAD");
    expect(whose(gate, "src/a.ts")).toBe("BEFORE BEFORE BEFORE BEFORE BEFORE AI");
  });

  it("leaves an agent what it wrote and committed in one command", async () => {
    const gate = await gateOver({ "src/a.ts": base });
    await hostRuns(gate, "echo 'export const own = make(ownValue);' >> src/a.ts && git commit -qam own", () => {
      gate.put("src/a.ts", base + text("own"));
      commitAll(gate);
    });
    expect(whose(gate, "src/a.ts")).toBe("BEFORE BEFORE BEFORE BEFORE BEFORE AI");
  });

  it("leaves an agent the lines with which it ends a conflict", async () => {
    const gate = await withBranch();
    gate.put("src/a.ts", text("one", "ours", "two", "three", "four", "five"));
    commitAll(gate);
    await hostRuns(gate, "git merge -q feature", () => {
      try {
        git(gate, "merge", "-q", "feature");
      } catch (error) {
        expect(String(error)).toContain("git merge"); // a conflict is what is wanted
      }
    });
    expect(gate.text("src/a.ts")).toContain("<<<<<<<");
    expect(whose(gate, "src/a.ts")).not.toContain("AI");
    await allowed(gate, "read_file", { path: "src/a.ts" });
    await allowed(gate, ...write("src/a.ts", text("one", "ours", "theirs", "both", "two", "three", "four", "five")));
    expect(whose(gate, "src/a.ts").split(" ")[3]).toBe("AI");
    expect(whose(gate, "src/a.ts").match(/AI/g)).toHaveLength(1);
  });

  it.each(["cp src/a.ts src/b.ts", "cp -r src lib"])(
    "stays whose it was where an agent copies it: %s",
    async (command) => {
      const gate = await gateOver({ "src/a.ts": base });
      await allowed(gate, "read_file", { path: "src/a.ts" });
      await allowed(gate, ...write("src/a.ts", base + text("agents")));
      gate.put("src/a.ts", text("typed") + base + text("agents"));
      const copy = command.startsWith("cp -r") ? "lib/a.ts" : "src/b.ts";
      await hostRuns(gate, command, () => {
        mkdirSync(dirname(join(gate.repo, copy)), { recursive: true });
        copyFileSync(join(gate.repo, "src/a.ts"), join(gate.repo, copy));
      });
      expect(whose(gate, copy)).toBe("HUMAN BEFORE BEFORE BEFORE BEFORE BEFORE AI");
    },
  );
});

describe("a line that an agent deleted and a person types again", () => {
  const lines = (...more: string[]) => text("one", ...more, "two");

  it.each([
    ["where it stood", ["one", "debug", "two"]],
    ["elsewhere", ["one", "two", "debug"]],
  ])("is the person's, %s, before and after the next call", async (_, words) => {
    const gate = await gateOver({});
    await allowed(gate, ...write("src/a.ts", lines("debug")));
    await allowed(gate, ...write("src/a.ts", lines()));
    gate.put("src/a.ts", text(...words));
    const at = words.indexOf("debug");
    expect(whose(gate, "src/a.ts").split(" ")[at]).toBe("HUMAN");
    await allowed(gate, "read_file", { path: "src/a.ts" });
    await allowed(gate, ...write("src/a.ts", text(...words, "three")));
    expect(whose(gate, "src/a.ts").split(" ")[at]).toBe("HUMAN");
  });

  it("is the agent's where git brought it back", async () => {
    const gate = await gateOver({});
    await allowed(gate, ...write("src/a.ts", lines("debug")));
    commitAll(gate);
    await allowed(gate, ...write("src/a.ts", lines()));
    commitAll(gate);
    git(gate, "checkout", "-q", "HEAD~1", "--", "src/a.ts");
    expect(whose(gate, "src/a.ts")).toBe("AI AI AI");
  });

  it("is the person's where git had taken it away and they typed it again", async () => {
    const gate = await gateOver({});
    await allowed(gate, ...write("src/a.ts", lines()));
    commitAll(gate);
    await allowed(gate, ...write("src/a.ts", lines("debug", "trace")));
    commitAll(gate);
    git(gate, "revert", "--no-edit", "HEAD");
    gate.put("src/a.ts", lines("debug", "typed"));
    expect(whose(gate, "src/a.ts")).toBe("AI HUMAN HUMAN AI");
    commitAll(gate);
    await allowed(gate, "read_file", { path: "src/a.ts" });
    await allowed(gate, ...write("src/a.ts", lines("debug", "typed") + text("three")));
    expect(whose(gate, "src/a.ts")).toBe("AI HUMAN HUMAN AI AI");
  });
});

it("what a session wrote is its own, whoever wrote the same before", async () => {
  const gate = await gateOver({});
  await allowed(gate, ...write("src/a.ts", imports + text("setUp", "one")), "s1");
  await allowed(gate, ...write("src/b.ts", imports + text("setUp", "two")), "s2");
  expect(new Set(sessions(gate, "src/a.ts"))).toEqual(new Set(["s1"]));
  expect(new Set(sessions(gate, "src/b.ts"))).toEqual(new Set(["s2"]));
});

describe("an edit that looks like formatting and changes the program", () => {
  it.each([
    [
      "a dedent in Python",
      "a.py",
      "if a:\n    audit(user)\n    grant(user)\n",
      "if a:\n    audit(user)\ngrant(user)\n",
      3,
    ],
    ["a tuple in Python", "b.py", "limit = 5\nretries = 3\n", "limit = 5,\nretries = 3\n", 1],
    ["quotes in shell", "c.sh", "rm -rf '$TARGET/build'\n", 'rm -rf "$TARGET/build"\n', 1],
    ["spaces in shell", "d.sh", "result=value_one\n", "result = value_one\n", 1],
    ["quotes in C", "e.c", "char sep = 'x';\n", 'char sep = "x";\n', 1],
    ["a key of YAML", "f.yaml", "a:\n  limits:\n    admin: true\n", "a:\n  limits:\n  admin: true\n", 3],
    ["a break after return", "g.js", "return compute(1);\n", "return\ncompute(1);\n", 2],
    ["code on a comment", "h.js", "// first\nverify(user);\n", "// first verify(user);\n", 1],
  ])("is the person's: %s", async (_, path, agents, persons, line) => {
    const gate = await gateOver({});
    await allowed(gate, ...write(path, agents));
    gate.put(path, persons);
    expect(whose(gate, path).split(" ")[line - 1]).toBe("HUMAN");
    await allowed(gate, "read_file", { path });
    await allowed(gate, ...write(path, `${persons}added_by_agent\n`));
    expect(whose(gate, path).split(" ")[line - 1]).toBe("HUMAN");
  });

  it("stays the agent's where it is formatting", async () => {
    const gate = await gateOver({});
    await allowed(gate, ...write("a.ts", "say('hello', there);\n"));
    gate.put("a.ts", 'say(\n  "hello",\n  there,\n);\n');
    expect(whose(gate, "a.ts")).toBe("AI AI AI AI");
  });
});

describe("what a person saves while a declared command runs", () => {
  const policy = `commands:
  - { run: make all, writes: ["**"] }
  - { run: make lib, writes: ["lib/**"] }
  - { run: make out, writes: ["out.txt"] }
`;

  it("is nobody's where the command may write anywhere, and so is what the command wrote", async () => {
    const gate = await gateOver({ "src/mine.ts": text("mine") }, policy);
    await hostRuns(gate, "make all", () => {
      gate.put("src/mine.ts", text("mine", "saved"));
      gate.put("gen.txt", "made by the command\n");
    });
    expect(whose(gate, "src/mine.ts")).toBe("BEFORE UNKNOWN");
    expect(whose(gate, "gen.txt")).toBe("UNKNOWN");
    const contributors = gate.ledger().flatMap(({ files }) => files.map((file) => file.conversations[0]?.contributor));
    for (const one of contributors)
      expect(one?.candidates).toMatchObject([{ session: "s1" }, { entity_type: "HUMAN" }]);
  });

  it.each([
    ["make lib", "lib/made.txt"],
    ["make out", "out.txt"],
  ])("leaves the agent what %s was declared to write", async (command, path) => {
    const gate = await gateOver({ "src/mine.ts": text("mine") }, policy);
    await hostRuns(gate, command, () => {
      gate.put("src/mine.ts", text("mine", "saved"));
      gate.put(path, "made by the command\n");
    });
    expect(whose(gate, path)).toBe("AI");
    expect(whose(gate, "src/mine.ts")).toBe("BEFORE UNKNOWN");
  });

  it("is another session's where that one recorded it", async () => {
    const gate = await gateOver({ "src/mine.ts": text("mine") }, policy);
    const call = {
      toolName: "execute_command",
      payload: { command: "make all" },
      session: { id: "s1", model: "model-x" },
      cwd: gate.repo,
      callId: null,
    };
    expect((await gate.workspace.before(call)).allowExecution).toBe(true);
    await allowed(gate, "read_file", { path: "src/mine.ts" }, "s2");
    await allowed(gate, ...write("src/mine.ts", text("mine", "other")), "s2");
    await gate.workspace.after(call, true);
    expect(sessions(gate, "src/mine.ts")).toEqual(["before_ledger", "s2"]);
    expect(gate.ledger().map(({ decision }) => decision.tool)).toEqual(["write_to_file"]);
  });
});
