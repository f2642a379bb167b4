import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type RoutingScene, routingScene, runFromAgent } from "./routing-scene.ts";
import type { Ran } from "./scene.ts";

const declared = `environment: dev
commands:
  - { run: ./scripts/workflow.sh, args: any }
  - { run: ./scripts/db.sh, args: any, writes: ["src/auth/**"] }
`;
const userRow = ["db.write.user_row", "--input", '{"user_id":"u-1"}', "--reason", "a user for the tests"];

interface RunAnswer {
  decision: string;
  code?: string;
  state: string;
  result?: unknown;
  error?: { message: string };
  tool_call_path: string;
  invocation_id: string;
  notices?: { kind: string; message: string }[];
}

async function created(scene: RoutingScene, ...words: string[]): Promise<string> {
  const answer = await scene.json<{ status: string; task_key: string }>("ability", "task", "create", ...words);
  expect(answer).toEqual({ status: "available", task_key: expect.stringMatching(/^task-/), warnings: [] });
  return answer.task_key;
}

/** A scene whose session `cli` works under INT-001, with one task. */
async function prepared(policy = declared, ...words: string[]): Promise<{ scene: RoutingScene; key: string }> {
  const scene = routingScene({ policy });
  await scene.takes();
  return { scene, key: await created(scene, ...(words.length > 0 ? words : userRow)) };
}

const page = (scene: RoutingScene, key: string) =>
  readFileSync(join(scene.repo, ".system/implement", key, "tool_call.md"), "utf8");
const answerOf = (ran: Ran) => JSON.parse(ran.out) as RunAnswer;
const runTask = async (scene: RoutingScene, key: string) => {
  const ran = await scene.run("ability", "task", "run", key, "--json");
  return { ...answerOf(ran), exit: ran.code };
};

describe("a developer who asks for the full billing regression", () => {
  it("is led from the suggestion to the registry, to a task and to its result", async () => {
    const scene = routingScene({ policy: declared });
    await scene.takes();
    const { suggested_abilities: found } = await scene.json<{ suggested_abilities: { id: string }[] }>(
      "suggest",
      "Run the full billing regression tests for me.",
    );
    expect(found[0]?.id).toBe("billing_regression");
    const { ability } = await scene.json<{ ability: { operationKey: string } }>(
      "ability",
      "show",
      "billing_regression",
    );
    const key = await created(scene, "billing_regression", "--reason", "before the merge");
    const done = await runTask(scene, key);
    expect(done).toMatchObject({
      exit: 0,
      decision: "allow",
      state: "succeeded",
      result: { status: "success", did: "billing_regression" },
      tool_call_path: `.system/implement/${key}/tool_call.md`,
    });
    for (const part of [
      "before the merge",
      "billing_regression",
      ability.operationKey,
      "script `scripts/workflow.sh`",
      "succeeded",
    ]) {
      expect(page(scene, key)).toContain(part);
    }
    const { decisions } = await scene.json<{ decisions: object[] }>("decisions");
    expect(decisions.at(-1)).toMatchObject({ tool: "billing_regression", intent_id: "INT-001", outcome: "allowed" });
    expect((await scene.run("ability", "task", "run", key)).err).toContain("the task is succeeded");
  });
});

describe("a task that the gate refuses", () => {
  it("needs an intent, and stays as it was", async () => {
    const scene = routingScene({ policy: declared });
    const key = await created(scene, ...userRow);
    expect(await runTask(scene, key)).toMatchObject({ exit: 2, code: "INTENT_REQUIRED", state: "created" });
    await scene.takes();
    expect(await runTask(scene, key)).toMatchObject({ exit: 0, state: "succeeded" });
  });

  it("asks a person where nobody knows what its script touches", async () => {
    const { scene, key } = await prepared("environment: dev\n");
    expect(await runTask(scene, key)).toMatchObject({ exit: 2, code: "NO_ANSWER", state: "created" });
    const no = scene.atTerminal("ability", "task", "run", key);
    await no.sees("./scripts/db.sh db.write.user_row u-1");
    await no.sees("Your answer:");
    no.type("r\n");
    await no.sees("Reason");
    no.type("not today\n");
    expect((await no.done).code).toBe(2);
    const yes = scene.atTerminal("ability", "task", "run", key);
    await yes.sees("Your answer:");
    yes.type("a\n");
    expect((await yes.done).out).toContain("db.write.user_row is done");
  });

  it.each<[string, string, string[], string]>([
    [
      "a control file among its words",
      declared,
      ["db.write.user_row", "--input", '{"user_id":".claude/settings.json"}'],
      "CONTROL_FILE",
    ],
    [
      "a rule against its name",
      `${declared}forbid:\n  - { tool: "db.*", reason: no database today }\n`,
      userRow,
      "DESTRUCTIVE_BLOCKED",
    ],
    [
      "a rule against its command",
      `${declared}forbid:\n  - { command: "*db.sh*", reason: x }\n`,
      userRow,
      "DESTRUCTIVE_BLOCKED",
    ],
    ["nobody who may be asked", "environment: dev\napproval: { mode: auto }\n", userRow, "UNKNOWN_EFFECT"],
  ])("has %s", async (_, policy, words, code) => {
    const { scene, key } = await prepared(policy, ...words);
    expect(await runTask(scene, key)).toMatchObject({ exit: 2, code, state: "created" });
  });
});

describe("event hooks around an ability", () => {
  it("see it as the registry has it, and one that blocks can refuse it", async () => {
    const { scene, key } = await prepared();
    const handler = "handler: { kind: script, command: ./scripts/hooks/seen.sh }";
    scene.put(
      ".system/hooks/after.yaml",
      `id: after\nevent_type: PostAbilityCall\nmatch: { ability_scope: "users.*" }\n${handler}\n`,
    );
    scene.put("scripts/hooks/seen.sh", "#!/bin/sh\nmkdir -p .system/logs\ncat > .system/logs/seen.json\necho '{}'\n");
    const trusted = scene.atTerminal("hooks", "trust", "--all", "--yes");
    expect((await trusted.done).code).toBe(0);
    expect(await runTask(scene, key)).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(join(scene.repo, ".system/logs/seen.json"), "utf8"))).toMatchObject({
      event_type: "PostAbilityCall",
      ability_id: "db.write.user_row",
      operation_key: "db.write.user_row",
      modules: ["users.api"],
      status: "success",
      tool_call_path: `.system/implement/${key}/tool_call.md`,
    });
    scene.put(
      ".system/hooks/before.yaml",
      'id: before\nevent_type: PreAbilityCall\nblocking: true\nmatch: { operation_key: "db.write.*" }\nhandler: { kind: script, command: ./scripts/hooks/no.sh }\n',
    );
    scene.put("scripts/hooks/no.sh", `#!/bin/sh\necho '{"error":"blocked_by_policy"}'\n`);
    const second = await created(scene, ...userRow);
    expect(await runTask(scene, second)).toMatchObject({ exit: 2, state: "created" }); // nobody trusted it yet
    expect((await scene.atTerminal("hooks", "trust", "--all", "--yes").done).code).toBe(0);
    expect(await runTask(scene, second)).toMatchObject({ exit: 2, code: "BLOCKED_BY_HOOK", state: "created" });
  });
});

describe("what an ability does", () => {
  it("is recorded under its name and its intent; what it was not to write is told", async () => {
    const { scene, key } = await prepared();
    scene.put(
      "scripts/db.sh",
      `#!/bin/sh\necho x > src/auth/made.ts\necho y > beside.ts\necho '{"status":"success"}'\n`,
    );
    const done = await runTask(scene, key);
    expect(done).toMatchObject({
      exit: 0,
      notices: [{ kind: "violation", message: expect.stringContaining("beside.ts") }],
    });
    const trace = (await scene.run("trace", "log", "--json")).out;
    expect(trace).toContain("src/auth/made.ts");
    expect(trace).toContain("db.write.user_row");
    expect(trace).not.toContain(".system/implement");
  });

  it.each<[string, string, string]>([
    ["does not print what its schema promises", `echo '{"status":"done"}'`, "does not have the promised form"],
    ["prints no JSON", "echo hello", "does not have the promised form"],
    ["fails", "echo no such user >&2; exit 3", "ended with exit code 3: no such user"],
  ])("is a failure where it %s, written down, and may be tried again", async (_, body, why) => {
    const { scene, key } = await prepared();
    scene.put("scripts/db.sh", `#!/bin/sh\n${body}\n`);
    const failed = await runTask(scene, key);
    expect(failed).toMatchObject({ exit: 1, state: "failed", error: { message: expect.stringContaining(why) } });
    expect(page(scene, key)).toContain("## Error");
    scene.put("scripts/db.sh", `#!/bin/sh\necho '{"status":"success"}'\n`);
    expect(await runTask(scene, key)).toMatchObject({ exit: 0, state: "succeeded" });
  });

  it("gets its credential from the environment, and nothing on disk ever holds it", async () => {
    const { scene } = await prepared();
    scene.put(
      ".system/registry/config/db.write.user_row.yaml",
      'id: db.write.user_row\nimpl: { kind: script, script: { path: scripts/db.sh, args_template: ["{{user_id}}"], credentials: { DB_TOKEN: env:STAGING_TOKEN } } }\n',
    );
    scene.put("scripts/db.sh", `#!/bin/sh\nprintf '{"status":"success","token":"%s"}' "$DB_TOKEN"\n`);
    const missing = await scene.run("ability", "task", "create", ...userRow);
    expect(JSON.parse(missing.out)).toMatchObject({
      status: "unavailable",
      reason: expect.stringContaining("STAGING_TOKEN"),
    });
    const env = { STAGING_TOKEN: "tok-51ecre7" };
    const made = JSON.parse((await scene.runWith(env, "ability", "task", "create", ...userRow)).out) as {
      task_key: string;
    };
    const done = await scene.runWith(env, "ability", "task", "run", made.task_key, "--json");
    expect(answerOf(done)).toMatchObject({ result: { token: "(credential)" } });
    expect(holding(join(scene.repo, ".."), "tok-51ecre7")).toEqual([]);
  });

  it("may be a tool of an MCP server that the config names", async () => {
    const { scene } = await prepared(
      `environment: dev\ncommands:\n  - { run: node tools/server.mjs }\ntools:\n  mcp.users.add: { effect: run }\n`,
    );
    scene.put(
      ".system/registry/config/db.write.user_row.yaml",
      "id: db.write.user_row\nimpl: { kind: mcp, mcp: { server: users, tool: add, command: [node, tools/server.mjs] } }\n",
    );
    scene.put("tools/server.mjs", server);
    const key = await created(scene, ...userRow);
    expect(await runTask(scene, key)).toMatchObject({ exit: 0, result: { status: "success", got: "add u-1" } });
    expect(page(scene, key)).toContain("mcp `users.add`");
  });

  it("cannot be an address yet, and says so", async () => {
    const { scene } = await prepared();
    scene.put(
      ".system/registry/config/db.write.user_row.yaml",
      "id: db.write.user_row\nimpl: { kind: api, api: { method: POST, url: https://users.example/add } }\n",
    );
    const ran = await scene.run("ability", "run", ...userRow);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ status: "unavailable", reason: expect.stringContaining("kind api") });
  });
});

describe("a task", () => {
  it("is changed, looked at, listed and deleted by a person", async () => {
    const { scene, key } = await prepared();
    const updated = await scene.json(
      "ability",
      "task",
      "update",
      key,
      "--input",
      '{"user_id":"u-2"}',
      "--reason",
      "another",
    );
    expect(updated).toMatchObject({ status: "available", task_key: key });
    expect(await scene.json("ability", "task", "get", key)).toMatchObject({
      state: "created",
      reason: "another",
      args: ["db.write.user_row", "u-2"],
    });
    expect(await scene.json("ability", "task", "list")).toMatchObject({ tasks: [{ task_key: key }] });
    expect((await scene.run("ability", "task", "delete", key)).code).toBe(0);
    expect(await scene.json("ability", "task", "list")).toEqual({ tasks: [] });
    for (const verb of ["get", "run", "delete"]) {
      const ran = await scene.run("ability", "task", verb, key);
      expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("NOT_FOUND") });
    }
  });

  it("is over after an hour", async () => {
    const { scene, key } = await prepared();
    const file = join(scene.repo, ".system/implement", key, "task.json");
    const old = JSON.parse(readFileSync(file, "utf8"));
    const anHourAgo = (time: string) => new Date(Date.parse(time) - 3_600_000).toISOString();
    writeFileSync(
      file,
      JSON.stringify({ ...old, createdAt: anHourAgo(old.createdAt), expiresAt: anHourAgo(old.expiresAt) }),
    );
    expect(await scene.json("ability", "task", "get", key)).toMatchObject({ state: "expired" });
    expect((await scene.run("ability", "task", "run", key)).err).toContain("the task is expired");
  });

  it("runs once, however many try", async () => {
    const { scene, key } = await prepared();
    scene.put("scripts/db.sh", `#!/bin/sh\nsleep 1\necho run >> src/auth/runs.txt\necho '{"status":"success"}'\n`);
    const all = await Promise.all([1, 2, 3].map(() => scene.run("ability", "task", "run", key, "--json")));
    expect(all.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    expect(readFileSync(join(scene.repo, "src/auth/runs.txt"), "utf8")).toBe("run\n");
  });

  it("is nothing that an agent's shell can make, run or change", async () => {
    const { scene, key } = await prepared();
    for (const words of [
      ["task", "create", ...userRow],
      ["task", "run", key],
      ["run", ...userRow],
      ["task", "update", key, "--reason", "x"],
      ["task", "delete", key],
    ]) {
      const ran = await runFromAgent(scene, "ability", ...words);
      expect(ran, words.join(" ")).toMatchObject({ code: 2, err: expect.stringContaining("started by an agent") });
    }
    expect(readdirSync(join(scene.repo, ".system/implement")).filter((name) => name !== ".gitignore")).toEqual([key]);
    expect(await scene.json("ability", "task", "get", key)).toMatchObject({
      state: "created",
      reason: "a user for the tests",
    });
    expect(await runFromAgent(scene, "ability", "list")).toMatchObject({ code: 0 });
  });

  it.each([
    ["input that is no JSON", ["task", "create", "cache.flush", "--input", "{"], 64],
    ["no ability", ["task", "create"], 64],
    ["no subverb", ["task"], 64],
    ["an unknown word", ["task", "start", "x"], 64],
    ["an option of another form", ["task", "run", "x", "--input", "{}"], 64],
    ["an ability that nobody knows", ["task", "create", "nobody.knows"], 1],
    ["input that does not fit", ["task", "create", "db.write.user_row", "--input", '{"user":1}'], 1],
    ["an option in place of a value", ["task", "create", "db.write.user_row", "--input", '{"user_id":"--all"}'], 1],
    [
      "production in another environment",
      ["task", "create", "db.write.user_row", "--input", '{"user_id":"prod-1"}'],
      1,
    ],
  ])("is refused for %s, and nothing is made", async (_, words, code) => {
    const scene = routingScene();
    expect((await scene.run("ability", ...words)).code).toBe(code);
    expect(existsSync(join(scene.repo, ".system/implement"))).toBe(false);
  });
});

const server = `let rest = "";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
process.stdin.on("data", (chunk) => {
  rest += chunk;
  const lines = rest.split("\\n");
  rest = lines.pop();
  for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
    if (method === "initialize") send({ id, result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "u", version: "1" } } });
    if (method === "tools/call") send({ id, result: { structuredContent: { status: "success", got: params.name + " " + params.arguments.user_id } } });
  }
});
`;

/** Files below a folder whose bytes hold this text. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
