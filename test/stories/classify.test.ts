import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, jsonOf, makeScene, oneIntent, run, type Scene } from "./scene.ts";

it("answers one line for each command, in order, and names what it writes", async () => {
  const rows = [
    { command: "ls -la" },
    { command: "cd src && touch a.ts ../b.ts" },
    { command: "echo $(rm -rf build)" },
    { command: 'python3 -c "$CODE"' },
  ];
  const input = rows.map((row) => JSON.stringify(row)).join("\n");
  const { out, code } = await run(makeScene(), ["classify", "--jsonl"], { input });
  expect(code).toBe(0);
  const said = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(said.map(({ command, risk, writes }) => [command, risk, writes])).toEqual([
    ["ls -la", "SAFE", []],
    ["cd src && touch a.ts ../b.ts", "DESTRUCTIVE", ["src/a.ts", "b.ts"]],
    ["echo $(rm -rf build)", "DESTRUCTIVE", ["build"]],
    ['python3 -c "$CODE"', "UNKNOWN", expect.any(Array)],
  ]);
  expect(said[3].why).not.toEqual([]);
});

it("answers a line it cannot read with UNKNOWN and goes on", async () => {
  const { out, code } = await run(makeScene(), ["classify", "--jsonl"], {
    input: '{"cmd":1}\nnot json\n{"command":"pwd"}\n',
  });
  expect(code).toBe(64);
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).risk),
  ).toEqual(["UNKNOWN", "UNKNOWN", "SAFE"]);
});

it("explains a command part by part, and prints JSON on request", async () => {
  const scene = makeScene();
  const told = await run(scene, ["classify", "--explain", "cat a | tee out.txt"]);
  expect(told.out).toContain("DESTRUCTIVE");
  expect(told.out).toMatch(/tee out\.txt[\s\S]*writes out\.txt/);
  expect(jsonOf(await run(scene, ["classify", "--json", "pwd"]))).toMatchObject({ command: "pwd", risk: "SAFE" });
  expect((await run(scene, ["classify", "rm", "x"])).code).not.toBe(0);
});

const policy = `commands:
  - { run: make all, writes: ["src/auth/**"] }
forbid:
  - { command: "npm publish*", reason: releases are made by hand }
`;

/** What the machine writes, too. */
function everyFile(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((one) => join(one.parentPath, one.name)).sort();
  return paths.map((path) => `${path} ${readFileSync(path).toString("latin1")}`);
}

const gateOf = async (scene: Scene, ...words: string[]) =>
  jsonOf<{ risk: string; gate?: Record<string, unknown> }>(await run(scene, ["classify", "--json", ...words])).gate;

describe("what the gate would decide", () => {
  it.each([
    ["ls -la", { decision: "allow" }],
    ["echo 1 > src/auth/token.ts", { decision: "allow" }],
    ["make all", { decision: "allow" }],
    ["git push", { decision: "ask", questions: [expect.stringContaining("it reaches the remote")] }],
    ["make other", { decision: "ask" }],
    ["node -e 'x()'", { decision: "ask" }],
    ["echo 1 > README.md", { decision: "deny", code: "SCOPE_VIOLATION", remedy: expect.any(String) }],
    ["echo 1 > .orchestration/policy.yaml", { decision: "deny", code: "CONTROL_FILE" }],
    ["intentgate trust", { decision: "deny", code: "CONTROL_FILE" }],
    ["npm publish --tag next", { decision: "deny", reason: expect.stringContaining("releases are made by hand") }],
  ])("about %s under an intent: %o", async (command, says) => {
    const gate = await gateOf(makeScene({ policy }), "--intent", "INT-001", command);
    expect(gate).toMatchObject({ ...says, intent: "INT-001" });
  });

  it("follows the one open intent, and takes none where there are several or it is done", async () => {
    const one = oneIntent.slice(0, oneIntent.indexOf("  - id: INT-002"));
    const write = "echo 1 > src/auth/new.ts";
    expect(await gateOf(makeScene({ intents: one }), write)).toMatchObject({ decision: "allow", intent: "INT-001" });
    const none = { decision: "deny", code: "INTENT_REQUIRED", intent: null };
    expect(await gateOf(makeScene(), write)).toMatchObject({ ...none, open_intents: 2 });
    const done = makeScene({ intents: one.replace("IN_PROGRESS", "COMPLETE") });
    expect(await gateOf(done, write)).toMatchObject({ ...none, open_intents: 0 });
    const named = await gateOf(done, "--intent", "INT-001", write);
    expect(named).toMatchObject({ decision: "deny", code: "INTENT_NOT_FOUND" });
  });

  it("takes a session as it is: its intent, and what it has not read", async () => {
    const scene = makeScene();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const replaces = "echo 1 > src/auth/token.ts";
    expect(await gateOf(scene, "--session", "s1", replaces)).toMatchObject({ decision: "deny", code: "STALE_FILE" });
    await call(scene, "read_file", { path: "src/auth/token.ts" });
    expect(await gateOf(scene, "--session", "s1", replaces)).toMatchObject({ decision: "allow", intent: "INT-001" });
  });

  it("says so where observe mode lets it pass", async () => {
    const scene = makeScene({ policy: "mode: observe\n" });
    expect(await gateOf(scene, "--intent", "INT-001", "echo 1 > README.md")).toMatchObject({
      decision: "allow",
      notices: [expect.stringContaining("SCOPE_VIOLATION")],
    });
  });

  it("cannot be known while the rules cannot be read: a change is denied, a read is not", async () => {
    const scene = makeScene({ policy: "comands: []\n" });
    expect(await gateOf(scene, "echo 1 > src/auth/a.ts")).toMatchObject({ decision: "deny" });
    expect(await gateOf(scene, "ls")).toMatchObject({ decision: "allow" });
  });

  it("writes nothing in the repository and asks nobody", async () => {
    const scene = makeScene({ policy });
    const before = everyFile(scene.repo);
    for (const command of ["git push", "make other", "echo 1 > README.md", "make all"])
      expect((await run(scene, ["classify", "--intent", "INT-001", command])).code).toBe(0);
    expect(everyFile(scene.repo)).toEqual(before);
  });

  it("is told to a person below what the command does", async () => {
    const scene = makeScene();
    const refusedHere = await run(scene, ["classify", "--intent", "INT-001", "echo 1 > README.md"]);
    expect(refusedHere.out).toMatch(
      /^DESTRUCTIVE\n {2}writes {2}README\.md\n {2}gate {4}refuses it SCOPE_VIOLATION {2}under INT-001\n/,
    );
    const asked = await run(scene, ["classify", "git push"]);
    expect(asked.out).toContain("under no intent; 2 are open, --intent names one");
  });

  it("stands in every line of --jsonl, for the folder that the line names", async () => {
    const scene = makeScene();
    const rows = [
      { command: "echo 1 > token.ts", cwd: "src/auth" },
      { command: "echo 1 > token.ts" },
      { command: "echo 1 > token.ts", cwd: "/" },
      { command: "echo 1 > token.ts", cwd: "nowhere" },
      { command: "echo 1 > token.ts", cwd: "a\0b" },
    ];
    const input = rows.map((row) => JSON.stringify(row)).join("\n");
    const { out, code } = await run(scene, ["classify", "--jsonl", "--intent", "INT-001"], { input });
    expect(code).toBe(0);
    const gates = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).gate?.decision);
    expect(gates).toEqual(["allow", "deny", undefined, undefined, undefined]);
  });

  it("is left out where nothing is governed, and names there are refused", async () => {
    const scene = makeScene({ intents: null });
    expect(Object.keys(jsonOf(await run(scene, ["classify", "--json", "pwd"])))).toEqual([
      "command",
      "risk",
      "writes",
      "reads",
      "why",
    ]);
    const named = await run(scene, ["classify", "--intent", "INT-001", "pwd"]);
    expect(named).toMatchObject({ code: 1, err: expect.stringContaining("NOT_GOVERNED") });
  });

  it.each([
    [["--intent", "INT-009", "pwd"], 1, "INT-009"],
    [["--session", "nobody", "pwd"], 1, "no session has the id"],
    [["--intent", "INT-001", "--session", "s1", "pwd"], 64, "exclude each other"],
  ])("is refused for names that mean nothing: %j", async (words, code, why) => {
    const told = await run(makeScene(), ["classify", ...words]);
    expect(told).toMatchObject({ code, out: "", err: expect.stringContaining(why) });
  });
});
