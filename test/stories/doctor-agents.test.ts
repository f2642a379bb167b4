import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal, jsonOf, put, run, type Scene } from "./scene.ts";
import { bare, done, fromAgent, initialised, json, refused } from "./steps.ts";

const LOCAL = ".claude/settings.local.json";

async function withAgents(...names: string[]): Promise<Scene> {
  const scene = bare();
  await done(scene, "init", "--yes", ...names.flatMap((name) => ["--host", name]));
  return scene;
}

/** What doctor says about agents, without starting one. */
async function agentsOf(scene: Scene): Promise<{ state: string; message: string }[]> {
  const { checks } = await json<{ checks: { check: string; state: string; message: string }[] }>(scene, "doctor");
  return checks.filter(({ check }) => check === "agents");
}

const home = (scene: Scene) => scene.env.HOME ?? "";
const launcher = (scene: Scene) => join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hook");
const change = (scene: Scene, path: string, from: string | RegExp, to: string) => {
  const file = join(scene.repo, path);
  const [before, after] = [readFileSync(file, "utf8"), readFileSync(file, "utf8").replace(from, to)];
  expect(after).not.toBe(before);
  writeFileSync(file, after);
};

describe("doctor looks at the settings of agents, and", () => {
  it("says nothing against those that are as init wrote them", async () => {
    const scene = await withAgents("claude-code", "opencode", "qwen-code");
    expect(await agentsOf(scene)).toEqual(
      ["Claude Code", "opencode", "Qwen Code"].map((title) => ({
        ...{ check: "agents", state: "note", message: `${title}: nothing found against it` },
      })),
    );
    expect((await agentsOf(await initialised()))[0]).toMatchObject({ state: "note" });
    const both = await run(scene, ["doctor", "--json"], { env: { INTENTGATE_HOSTS: "copilot-cli" } });
    expect(both.out, "it reads the settings of Claude Code along").toContain("Copilot CLI leaves its hooks out");
  });

  it.each<[string, string, RegExp, (scene: Scene) => void]>([
    ["hooks that are gone", "claude-code", /nothing of Intentgate/, (scene) => put(scene.repo, LOCAL, "{}\n")],
    ["a file that is gone", "claude-code", /nothing of Intentgate/, (scene) => rmSync(join(scene.repo, LOCAL))],
    ["a switch", "claude-code", /disableAllHooks/, (scene) => change(scene, LOCAL, "{", '{"disableAllHooks": true,')],
    [
      "a switch in the person's own settings",
      "claude-code",
      /disableAllHooks/,
      (scene) => put(home(scene), ".claude/settings.json", '{"disableAllHooks": true}'),
    ],
    ["another matcher", "claude-code", /hooks\.PreToolUse/, (scene) => change(scene, LOCAL, '"*"', '"Write"')],
    ["a lost fail-closed", "claude-code", /hooks\.PreToolUse/, (scene) => change(scene, LOCAL, '"block"', '"allow"')],
    ["another command", "claude-code", /hooks\.PreToolUse/, (scene) => change(scene, LOCAL, "' --root", "x' --root")],
    ["a missing command", "claude-code", /is missing/, (scene) => rmSync(launcher(scene))],
    ["a command that cannot run", "claude-code", /is missing/, (scene) => chmodSync(launcher(scene), 0o644)],
    ["hooks that nobody trusted", "codex", /nobody has trusted/, () => undefined],
    ["a folder that nobody trusted", "gemini-cli", /not trusted/, () => undefined],
    ["a folder that nobody trusted", "copilot-cli", /not trusted/, () => undefined],
    [
      "a changed plugin",
      "opencode",
      /not as .* writes it/,
      (scene) => change(scene, ".opencode/plugins/intentgate.js", "export const", "const"),
    ],
  ])("finds %s of %s", async (_what, host, said, make) => {
    const scene = await withAgents(host);
    make(scene);
    const told = await agentsOf(scene);
    expect(told.map(({ message }) => message).join("\n")).toMatch(said);
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(["problem"]));
  });

  it.each<[string, string, string, (scene: Scene) => string]>([
    ["gemini-cli", ".env", "XDG_STATE_HOME=/tmp/x\n", ({ repo }) => repo],
    ["gemini-cli", ".gemini/.env", "NODE_OPTIONS=--require=/x.cjs\n", ({ repo }) => repo],
    ["gemini-cli", ".env", "A=1\nexport LD_PRELOAD=/x.so\n", ({ repo }) => join(repo, "..")],
    ["qwen-code", ".qwen/.env", "PERL5OPT=-MX\n", home],
    ["qwen-code", ".env", "BASH_ENV=/x\n", ({ repo }) => repo],
    ["claude-code", ".claude/settings.json", '{"env": {"XDG_STATE_HOME": "/tmp/x"}}', ({ repo }) => repo],
    ["cline", ".env.local", "BUN_OPTIONS=--preload=./x.ts\n", ({ repo }) => repo],
    ["cline", "bunfig.toml", 'preload = ["./x.ts"]\n', ({ repo }) => repo],
  ])("calls it a problem where %s hands on what %s says: %j", async (host, path, text, folder) => {
    const scene = await withAgents(host);
    put(home(scene), ".gemini/trustedFolders.json", JSON.stringify({ [scene.repo]: "TRUST_FOLDER" }));
    expect((await agentsOf(scene)).map(({ state }) => state)).toEqual(["note"]);
    put(folder(scene), path, text);
    const told = await agentsOf(scene);
    expect(told).toMatchObject([
      { state: "problem", message: expect.stringMatching(/loads this file|lead them astray/) },
    ]);
    expect(told[0]?.message).toContain(path);
    expect((await run(scene, ["doctor"])).code).toBe(1);
  });

  it("has nothing against variables that steer nothing, nor against files that the agent does not load", async () => {
    const scene = await withAgents("claude-code", "qwen-code");
    put(scene.repo, ".env", "DATABASE_URL=postgres://x\n");
    put(scene.repo, ".env.local", "NODE_OPTIONS=--require=/x.cjs\n");
    put(scene.repo, "bunfig.toml", 'preload = ["./x.ts"]\n');
    expect((await agentsOf(scene)).map(({ state }) => state)).toEqual(["note", "note"]);
  });

  it("reads trust from where the person gave it", async () => {
    const scene = await withAgents("gemini-cli", "copilot-cli");
    put(home(scene), ".gemini/trustedFolders.json", JSON.stringify({ [scene.repo]: "TRUST_FOLDER" }));
    put(home(scene), ".copilot/config.json", JSON.stringify({ trustedFolders: [scene.repo] }));
    expect((await agentsOf(scene)).map(({ state }) => state)).toEqual(["note", "note"]);
    const elsewhere = { COPILOT_HOME: join(home(scene), "nowhere") };
    const { out } = await run(scene, ["doctor", "--json"], { env: elsewhere });
    expect(out).toContain("Copilot CLI leaves its hooks out");
  });
});

/** Does what a model on loopback says, with or without a look at the hooks. */
const fake = `#!/usr/bin/env node
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const { ANTHROPIC_BASE_URL: url, FAKE_HOOKS } = process.env;
const prompt = process.argv[process.argv.indexOf("-p") + 1];
const ask = async (messages) => {
  const body = JSON.stringify({ model: "m", max_tokens: 9, tools: [{ name: "Write" }], messages });
  return (await fetch(url + "/v1/messages", { method: "POST", body })).json();
};
(async () => {
  const { content } = await ask([{ role: "user", content: prompt }]);
  const { id, input } = content.find(({ type }) => type === "tool_use");
  if (WITH_HOOKS) {
    const file = existsSync(".claude/settings.local.json") ? ".claude/settings.local.json" : process.env.CLAUDE_CONFIG_DIR + "/settings.json";
    const settings = JSON.parse(readFileSync(file, "utf8"));
    const { command } = settings.hooks.PreToolUse[0].hooks[0];
    const payload = { hook_event_name: "PreToolUse", session_id: "fake", cwd: process.cwd(), tool_use_id: id };
    const given = JSON.stringify({ ...payload, tool_name: "Write", tool_input: input });
    const { status, stderr } = spawnSync("sh", ["-c", command], { input: given, encoding: "utf8" });
    const result = { type: "tool_result", tool_use_id: id, content: stderr, is_error: true };
    if (status === 2) await ask([{ role: "user", content: prompt }, { role: "assistant", content }, { role: "user", content: [result] }]);
    if (status === 2 && !IGNORES) return;
  }
  writeFileSync(input.file_path, input.content);
  console.log(JSON.stringify({ env: process.env }));
  writeFileSync("seen.json", JSON.stringify({ env: process.env, file: input.file_path }));
})();
`;

function install(scene: Scene, program: string, name = "claude"): Record<string, string> {
  const bin = join(scene.repo, "../bin");
  put(bin, name, program);
  chmodSync(join(bin, name), 0o755);
  return { PATH: `${bin}:${scene.env.PATH}`, ANTHROPIC_API_KEY: "the person's", GITHUB_TOKEN: "theirs" };
}

const faked = (withHooks: boolean, ignores: boolean) =>
  fake.replaceAll("WITH_HOOKS", String(withHooks)).replaceAll("IGNORES", String(ignores));

describe("doctor --live", () => {
  const live = ["doctor", "--live", "--yes"];

  it("sees a call denied that goes through the hooks", async () => {
    const scene = await withAgents("claude-code");
    const ran = await run(scene, [...live, "--json"], { env: install(scene, faked(true, false)) });
    expect(jsonOf(ran)).toMatchObject({
      hosts: [{ host: "claude-code", verdict: "denied", code: "INTENT_REQUIRED", told: true, findings: [] }],
    });
    expect([ran.code, (await run(scene, ["decisions"])).out]).toEqual([0, expect.stringContaining("(canary)")]);
    const [call] = (await json<{ decisions: { invocation_id: string }[] }>(scene, "decisions")).decisions;
    expect(await done(scene, "decisions", "show", call?.invocation_id ?? "")).toContain("doctor --live");
  });

  it.each<[string, string, (scene: Scene) => void]>([
    ["nothing changes", "proved live", () => undefined],
    ["a setting changes", "nothing found against it", ({ repo }) => put(repo, ".claude/settings.json", "{}")],
    [
      "the person's own settings change",
      "nothing found against it",
      (scene) => put(home(scene), ".claude/settings.json", '{"model": "opus"}'),
    ],
    ["the program changes", "nothing found against it", (scene) => void install(scene, `${faked(true, false)}\n`)],
    ["hooks are switched off", "NOT GATED HERE", (scene) => change(scene, LOCAL, "{", '{"disableAllHooks": true,')],
    [
      "a variable leads the hook astray",
      "NOT GATED HERE",
      ({ repo }) => put(repo, ".claude/settings.json", '{"env": {"PATH": "/x"}}'),
    ],
  ])("is remembered as long as %s: %s", async (_what, answer, make) => {
    const scene = await withAgents("claude-code");
    const env = install(scene, faked(true, false));
    expect((await run(scene, live, { env })).code).toBe(0);
    make(scene);
    const { agents } = jsonOf<{ agents: unknown[] }>(await run(scene, ["status", "--json"], { env }));
    expect(agents).toMatchObject([{ host: "claude-code", answer }]);
    mkdirSync(join(scene.repo, "docs"), { recursive: true });
    const elsewhere = await run(scene, ["status"], { env, cwd: join(scene.repo, "docs") });
    expect(elsewhere.out, "in another folder").not.toContain("proved live");
    const tick = (await run(scene, ["doctor"], { env })).out.split("\n").find((line) => / agents /.test(line));
    expect(tick?.startsWith("✔")).toBe(answer === "proved live");
  });

  it("proves the hooks in the person's own settings where the agent reads no others", async () => {
    const scene = bare({ "docs/a.md": "a\n" });
    await done(scene, "init", "--yes", "--user", "--host", "claude-code");
    const env = install(scene, faked(true, false));
    const cwd = join(scene.repo, "docs");
    put(home(scene), ".claude.json", '{"mcpServers": {"x": {"command": "secret"}}}');
    const ran = await run(scene, live, { env, cwd });
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("denied")]);
    const { agents } = jsonOf<{ agents: unknown[] }>(await run(scene, ["status", "--json"], { env, cwd }));
    expect(agents).toMatchObject([{ host: "claude-code", answer: "proved live" }]);
  });

  it("is forgotten once a call was not stopped", async () => {
    const scene = await withAgents("claude-code");
    const env = install(scene, faked(true, false));
    await run(scene, live, { env });
    const proofs = readdirSync(join(scene.env.XDG_STATE_HOME ?? "", "intentgate"), { recursive: true }).filter((one) =>
      String(one).endsWith("live-proofs.json"),
    );
    expect(proofs).toHaveLength(1);
    install(scene, faked(false, false));
    expect((await run(scene, live, { env })).code).toBe(1);
    const kept = readFileSync(join(scene.env.XDG_STATE_HOME ?? "", "intentgate", String(proofs[0])), "utf8");
    expect(JSON.parse(kept)).toEqual({ proofs: [] });
  });

  it.each([
    ["no hook was asked", faked(false, false), /no hook asked the gate/],
    ["the host did not heed the answer", faked(true, true), /RAN although the gate said INTENT_REQUIRED/],
  ])("sees a call run where %s, says so loudly and takes the file away", async (_what, program, said) => {
    const scene = await withAgents("claude-code");
    const ran = await run(scene, live, { env: install(scene, program) });
    expect([ran.code, ran.out]).toEqual([1, expect.stringMatching(said)]);
    const { env, file } = JSON.parse(readFileSync(join(scene.repo, "seen.json"), "utf8"));
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(join(scene.repo, ".orchestration")).filter((name) => name.includes("canary"))).toEqual([]);
    expect(JSON.stringify(env), "no key of the person's").not.toMatch(/person's|theirs/);
    expect([env.HOME === home(scene), existsSync(env.HOME)], "a home of its own, gone by now").toEqual([false, false]);
  });

  it.each([
    ["wants an account", "#!/bin/sh\necho 'please log in' >&2\nexit 1\n", /not tried: .*please log in/],
    ["is broken", "#!/nowhere/sh\n", /not tried: .*ENOENT/],
  ])("tells a program that %s from one that was refused", async (_what, program, said) => {
    const scene = await withAgents("claude-code");
    const ran = await run(scene, live, { env: install(scene, program) });
    expect([ran.code, ran.out]).toEqual([1, expect.stringMatching(said)]);
  });

  it("starts nothing that would be led elsewhere than to this machine", async () => {
    const scene = await withAgents("claude-code");
    change(scene, LOCAL, "{", '{"env": {"ANTHROPIC_BASE_URL": "https://example.invalid"},');
    const ran = await run(scene, live, { env: install(scene, "#!/bin/sh\ntouch started\n") });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("its settings set ANTHROPIC_BASE_URL")]);
    expect(existsSync(join(scene.repo, "started"))).toBe(false);
  });

  it("starts no program that the repository brings along", async () => {
    const scene = await withAgents("claude-code");
    put(scene.repo, "node_modules/.bin/claude", "#!/bin/sh\ntouch started\n");
    chmodSync(join(scene.repo, "node_modules/.bin/claude"), 0o755);
    const ran = await run(scene, live, { env: { PATH: "/usr/bin:/bin" } });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("lies in this repository")]);
    expect(existsSync(join(scene.repo, "started"))).toBe(false);
  });

  it("starts nothing where a file of variables would send it elsewhere", async () => {
    const scene = await withAgents("gemini-cli");
    put(scene.repo, ".env", "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4999\n");
    const env = install(scene, "#!/bin/sh\ntouch started\n", "gemini");
    const ran = await run(scene, live, { env });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("sets OTEL_EXPORTER_OTLP_ENDPOINT")]);
    expect(existsSync(join(scene.repo, "started"))).toBe(false);
  });

  it("does not count a host as fine because its program is nowhere to be found", async () => {
    const scene = await withAgents("gemini-cli");
    const ran = await run(scene, live, { env: { PATH: "/usr/bin:/bin" } });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("no program gemini was found")]);
  });

  it("asks first, and starts nothing without a yes", async () => {
    const scene = await withAgents("claude-code");
    const env = install(scene, "#!/bin/sh\ntouch started\n");
    const person = atTerminal({ ...scene, env: { ...scene.env, ...env } }, ["doctor", "--live"]);
    await person.sees("Start them?");
    person.type("n\n");
    expect((await person.done).code).toBe(1);
    const alone = await run(scene, ["doctor", "--live"], { env });
    expect([alone.code, alone.err]).toEqual([64, expect.stringContaining("--live --yes")]);
    expect(existsSync(join(scene.repo, "started"))).toBe(false);
  });

  it("is nothing for agents, nor for roots and hosts that are not there", async () => {
    const scene = await withAgents("claude-code");
    expect((await fromAgent(scene, ...live)).out).toContain("started by an agent");
    expect(await refused(scene, 64, ...live, "--host", "nobody")).toContain("there is no host");
    expect(await refused(scene, 64, ...live, "--host", "generic")).toContain("cannot be started");
    expect(await refused(scene, 64, "doctor", "--host", "codex")).toContain("--live");
    expect(await refused(await initialised(), 1, ...live)).toContain("none is set up here");
    expect(await refused(bare(), 1, ...live)).not.toBe("");
  });
});
