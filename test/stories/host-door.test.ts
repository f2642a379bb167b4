import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../support/patience.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { answerOf, type Caller, stagedHosts, stageOf } from "./host-stage.ts";
import { atTerminal, binary, DELETIONS_ASK, makeScene, put, type Ran, run, textOf } from "./scene.ts";

const ann: Caller = { session: "ses-ann" };
const bob: Caller = { session: "ses-bob" };

const unreadable = [
  "",
  "}{",
  "[]",
  "{}",
  "null",
  '{"session_id":"a","session_id":"b"}',
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
];

interface Line {
  intent_id: string;
  files: { relative_path: string; conversations: { url: string; ranges?: unknown[] }[] }[];
}

const ledgerOf = (repo: string): Line[] => {
  const file = join(repo, ".orchestration/agent_trace.jsonl");
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Line)
    : [];
};

describe.each(stagedHosts.map((host) => [host.name, host] as const))("%s", (name, host) => {
  const said = (ran: Ran) => host.noIn(ran) ?? `no explicit no: ${ran.code} ${ran.out} ${ran.err}`;
  const passed = (ran: Ran) => expect([ran.code, host.noIn(ran)], `${ran.out}${ran.err}`).toEqual([0, null]);

  it("is refused without an intent, and bound to one by its call of our tool", async () => {
    const scene = makeScene();
    const stage = stageOf(host, scene);
    expect(said(await stage.send(stage.write(ann, "src/auth/new.ts", "one\n", "c1")))).toContain("INTENT_REQUIRED");
    passed(await stage.send(stage.take(ann, "INT-001", "c2")));
    passed(await stage.send(stage.write(ann, "src/auth/new.ts", "one\n", "c3")));
    put(scene.repo, "src/auth/new.ts", "one\n");
    passed(await stage.send(stage.wrote(ann, "src/auth/new.ts", "one\n", "c3")));
    const [line, ...more] = ledgerOf(scene.repo);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ intent_id: "INT-001", files: [{ relative_path: "src/auth/new.ts" }] });
    expect(line?.files[0]?.conversations[0]?.url).toBe(`${name}:ses-ann`);
  });

  it("is refused outside the scope, through a file tool and through a shell alike", async () => {
    const scene = makeScene();
    const stage = stageOf(host, scene);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    expect(said(await stage.send(stage.write(ann, "README.md", "x\n", "c2")))).toContain("SCOPE_VIOLATION");
    expect(said(await stage.send(stage.shell(ann, "echo x > README.md", "c3")))).toContain("SCOPE_VIOLATION");
    passed(await stage.send(stage.shell(ann, "cat src/auth/token.ts", "c6")));
    expect(ledgerOf(scene.repo)).toEqual([]);
  });

  it("does not share an intent between two sessions", async () => {
    const scene = makeScene();
    const stage = stageOf(host, scene);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    expect(said(await stage.send(stage.write(bob, "src/auth/b.ts", "b\n", "c2")))).toContain("INTENT_REQUIRED");
    await stage.send(stage.take(bob, "INT-002", "c3"));
    passed(await stage.send(stage.write(bob, "src/b.ts", "b\n", "c4")));
    expect(said(await stage.send(stage.write(ann, "src/b.ts", "b\n", "c5")))).toContain("SCOPE_VIOLATION");
  });

  it.runIf(host.marksSubagents)("gates its subagents under the parent's intent and no other", async () => {
    const scene = makeScene();
    const stage = stageOf(host, scene);
    const helper: Caller = { ...ann, agent: "helper-1" };
    expect(said(await stage.send(stage.write(helper, "src/auth/s.ts", "s\n", "c1")))).toContain("INTENT_REQUIRED");
    await stage.send(stage.take(ann, "INT-001", "c2"));
    expect(said(await stage.send(stage.take(helper, "INT-002", "c3")))).toContain("INTENT_NOT_FOUND");
    expect(said(await stage.send(stage.write(helper, "src/s.ts", "s\n", "c4")))).toContain("SCOPE_VIOLATION");
    passed(await stage.send(stage.write(helper, "src/auth/s.ts", "s\n", "c5")));
  });

  it("is refused for an intent that does not exist, and stays without one", async () => {
    const scene = makeScene();
    const stage = stageOf(host, scene);
    expect(said(await stage.send(stage.take(ann, "INT-404", "c1")))).toContain("INTENT_NOT_FOUND");
    expect(said(await stage.send(stage.write(ann, "src/auth/n.ts", "n\n", "c2")))).toContain("INTENT_REQUIRED");
  });

  it("gets an explicit no for whatever cannot be read", async () => {
    const scene = makeScene();
    const answers = unreadable.map((input) => run(scene, ["hook", name, host.before.event], { input }));
    for (const [at, ran] of (await Promise.all(answers)).entries())
      expect(said(ran), unreadable[at]?.slice(0, 40)).toContain("the gate could not decide");
  });

  it("gets an explicit no where the sidecar is broken or gone", async () => {
    const scene = makeScene({ policy: "mode: enforce\n" });
    const stage = stageOf(host, scene);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    writeFileSync(join(scene.repo, ".orchestration/active_intents.yaml"), "active_intents: {{\n");
    const write = stage.write(ann, "src/auth/x.ts", "x\n", "c2");
    expect(said(await stage.send(write, ["--root", scene.repo]))).toContain("active_intents.yaml");
    rmSync(join(scene.repo, ".orchestration"), { recursive: true });
    expect(said(await stage.send(write, ["--root", scene.repo]))).toContain("sidecar .orchestration is missing");
    expect(existsSync(join(scene.repo, ".orchestration")), "the gate does not bring it back").toBe(false);
  });
});

describe("the hook command", () => {
  const [claude] = stagedHosts;
  if (!claude) throw new Error("no hosts");

  it.each([
    [["nobody", "PreToolUse"], "is no host it knows"],
    [["../claude-code", "PreToolUse"], "is no host it knows"],
    [[], "is no host it knows"],
    [["claude-code", "PreToolUse", "more"], "takes a host and an event"],
    [["claude-code", "PreToolUse", "--fast"], "--fast"],
    [["claude-code", "PreToolUse", "--root", "/", "--user"], "exclude each other"],
    [["claude-code", "PreToolUse", "--root", "/no/such/folder"], "ENOENT"],
    [["claude-code", "NoSuchEvent"], "NoSuchEvent"],
  ])("ends with 2 for %j", async (words, why) => {
    const scene = makeScene();
    const payload = JSON.stringify(stageOf(claude, scene).write(ann, "src/auth/a.ts", "a\n", "c1").payload);
    const ran = await run(scene, ["hook", ...words], { input: payload });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(why)]);
  });

  it("lets an agent read but neither change nor take anything where no sidecar ever was", async () => {
    const scene = makeScene({ intents: null });
    const stage = stageOf(claude, scene);
    expect(claude.noIn(await stage.send(stage.write(ann, "a.ts", "a\n", "c1")))).toContain("intentgate init");
    expect(claude.noIn(await stage.send(stage.take(ann, "INT-001", "c2")))).toContain("sidecar");
    expect((await stage.send(stage.shell(ann, "ls", "c3"))).code).toBe(0);
    const start = { hook_event_name: "SessionStart", session_id: "ses-ann", cwd: scene.repo, source: "startup" };
    expect((await stage.send({ event: "SessionStart", payload: start })).out).toContain("every change will be refused");
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
  });

  it("keeps control files and the gate itself out of reach", async () => {
    const scene = makeScene();
    const stage = stageOf(claude, scene);
    await stage.send(stage.take(ann, "INT-002", "c1"));
    for (const sent of [
      stage.write(ann, ".orchestration/policy.yaml", "mode: observe\n", "c2"),
      stage.write(ann, ".claude/settings.local.json", "{}", "c3"),
      stage.write(ann, "src/.mcp.json", "{}", "c4"),
      stage.shell(ann, "intentgate uninit --yes", "c5"),
      stage.shell(ann, "intentgate hook claude-code PreToolUse < x", "c6"),
      stage.shell(ann, "rm -rf .claude", "c7"),
    ])
      expect(claude.noIn(await stage.send(sent)), JSON.stringify(sent.payload.tool_input)).toContain("CONTROL_FILE");
  });

  it("refuses a payload without end, and does not keep it", async () => {
    const ran = await run(makeScene(), ["hook", "claude-code", "PreToolUse"], { input: " ".repeat(33_000_000) });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("larger than")]);
  });

  it.each([
    ["ends it", "setTimeout(() => process.exit(0), 300)"],
    ["ends it with 1", "setTimeout(() => process.exit(1), 300)"],
    ["throws", "setTimeout(() => { throw new Error('x') }, 300)"],
    ["rejects", "setTimeout(() => Promise.reject(new Error('x')), 300)"],
    ["tells it to end", "setTimeout(() => process.kill(process.pid, 'SIGTERM'), 300)"],
  ])("answers no when something %s while it waits", async (_what, code) => {
    const scene = makeScene();
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(code)}`;
    const child = spawn(process.execPath, [binary, "hook", "claude-code", "PreToolUse"], {
      cwd: scene.repo,
      env: { ...scene.env, NODE_OPTIONS },
    });
    const ran: Ran = { code: null, out: "", err: "" };
    child.stdout.on("data", (more) => {
      ran.out += more;
    });
    child.stderr.on("data", (more) => {
      ran.err += more;
    });
    // The input stays open: a host that writes nothing more.
    child.stdin.write('{"hook_event_name":');
    let isOver = false;
    const guard = setTimeout(() => {
      isOver = true;
      child.kill("SIGKILL");
    }, PATIENCE_MS);
    ran.code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    clearTimeout(guard);
    expect(isOver, "it waited for the rest of its input").toBe(false);
    expect(claude.noIn(ran), JSON.stringify(ran)).toContain("the gate could not decide");
  });

  it("says no when the state folder is damaged, and never ends with 1", async () => {
    const scene = makeScene({ policy: "mode: enforce\n" });
    put(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots.json", "[1");
    const stage = stageOf(claude, scene);
    expect(claude.noIn(await stage.send(stage.write(ann, "src/auth/a.ts", "a\n", "c1")))).toContain("roots.json");
  });

  it("asks in the host's own dialog where the host says that it shows one, and nowhere else", async () => {
    const scene = makeScene({ policy: DELETIONS_ASK });
    const stage = stageOf(claude, scene);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    const asking = stage.shell(ann, "rm src/auth/token.ts", "c2");
    for (const time of ["first", "second"]) {
      const { hookSpecificOutput: said } = answerOf(await stage.send(asking)) as { hookSpecificOutput: object };
      expect(said, `the ${time} time`).toMatchObject({ permissionDecision: "ask" });
    }
    const alone = stage.shell(ann, "rm src/auth/token.ts", "c3");
    alone.payload.permission_mode = "bypassPermissions";
    expect(claude.noIn(await stage.send(alone))).toContain("request_id");
    const expansion = stage.write(ann, "docs/a.md", "a\n", "c4");
    Object.assign(expansion.payload.tool_input as object, {
      request_scope_expansion: { additional_globs: ["docs/**"], reason: "needed" },
    });
    expect(claude.noIn(await stage.send(expansion)), "a yes would widen before it is given").toContain("request_id");
    expect(textOf(scene, ".orchestration/active_intents.yaml")).not.toContain("docs/**");
    const second = stage.take(ann, "INT-002", "c5");
    expect(claude.noIn(await stage.send(second))).toContain("request_id");
  });

  it("passes a call once that a person approved after it was refused", async () => {
    const scene = makeScene({ policy: DELETIONS_ASK });
    const stage = stageOf(claude, scene);
    const remove = (id: string) => {
      const sent = stage.shell(ann, "rm src/auth/token.ts", id);
      sent.payload.permission_mode = "dontAsk";
      return stage.sendApart(sent);
    };
    await stage.sendApart(stage.take(ann, "INT-001", "c1"));
    const refusal = JSON.parse(claude.noIn(await remove("c2")) ?? "") as { meta: { request_id: string } };
    const terminal = atTerminal(scene, ["approvals", "approve", refusal.meta.request_id]);
    expect((await terminal.done).code, terminal.shown()).toBe(0);
    const yes = answerOf(await remove("c3")) as { hookSpecificOutput: object };
    expect(yes.hookSpecificOutput).toMatchObject({ permissionDecision: "allow" });
    expect(claude.noIn(await remove("c4")), "once").toContain("request_id");
  });

  it("settles at the end of a turn what the host never told the end of", async () => {
    const scene = makeScene();
    const stage = stageOf(claude, scene);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    await stage.send(stage.write(ann, "src/auth/new.ts", "one\n", "c2"));
    put(scene.repo, "src/auth/new.ts", "one\n");
    const stop = { hook_event_name: "Stop", session_id: "ses-ann", cwd: scene.repo, stop_hook_active: false };
    const busy = { ...stop, background_tasks: [{ id: "t1" }] };
    await stage.send({ event: "Stop", payload: busy });
    expect(ledgerOf(scene.repo), "a subagent still works").toEqual([]);
    expect((await stage.send({ event: "Stop", payload: stop })).code).toBe(0);
    expect(ledgerOf(scene.repo)).toMatchObject([{ files: [{ relative_path: "src/auth/new.ts" }] }]);
    await stage.send(stage.wrote(ann, "src/auth/new.ts", "one\n", "c2"));
    expect(ledgerOf(scene.repo).length, "and not a second time").toBe(1);
  });

  it("tells the rules and the open intents at the start, and the intent once it is taken", async () => {
    const scene = makeScene();
    const stage = stageOf(claude, scene);
    const start = { hook_event_name: "SessionStart", session_id: "ses-ann", cwd: scene.repo, source: "startup" };
    const told = async (payload: Record<string, unknown>) => {
      const event = String(payload.hook_event_name);
      const { hookSpecificOutput } = answerOf(await stage.send({ event, payload }));
      return String((hookSpecificOutput as { additionalContext: string }).additionalContext);
    };
    const first = await told(start);
    expect(first).toMatch(/<intent_rules>[\s\S]*select_active_intent[\s\S]*<open_intents>[\s\S]*INT-001/);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: "ses-ann", cwd: scene.repo, prompt: "go on" };
    expect(await told(prompt)).toContain("currently working on Intent: INT-001");
    const sessions = await run(scene, ["session", "list", "--json"]);
    expect(sessions.out).toContain("claude-code:ses-ann");
  });

  it("leaves folders alone that nobody governs, only where it stands in a user's own settings", async () => {
    const scene = makeScene({ intents: null });
    const stage = stageOf(claude, scene);
    const write = stage.write(ann, "a.ts", "a\n", "c1");
    expect(await stage.send(write, ["--user"])).toMatchObject({ code: 0, out: "", err: "" });
    expect(claude.noIn(await stage.send(write))).toContain("INTENT_REQUIRED");
    const governed = makeScene();
    const there = stageOf(claude, governed);
    expect(claude.noIn(await there.send(there.write(ann, "a.ts", "a\n", "c1"), ["--user"]))).toContain(
      "INTENT_REQUIRED",
    );
    expect((await run(scene, ["hook", "claude-code", "PreToolUse", "--user"], { input: "}" })).code).toBe(2);
  });

  it.each<[string, (repo: string) => string, boolean]>([
    ["a write", (repo) => `echo x > ${repo}/README.md`, true],
    ["a write by a way around", (repo) => `cd ${repo}/src && touch ../new.md`, true],
    ["the removal of the folder around it", (repo) => `rm -rf ${join(repo, "..")}`, true],
    ["a program nobody knows that is told of it", (repo) => `frobnicate ${repo}/README.md`, true],
    ["a read", (repo) => `cat ${repo}/README.md`, false],
    ["a write elsewhere", () => "echo x > a.txt", false],
  ])("holds %s from a folder that nobody governs to the root it reaches", async (_what, command, isRefused) => {
    const governed = makeScene({ files: { "README.md": "x\n" } });
    const outside = { ...governed, repo: tempFolder("outside") };
    put(governed.env.XDG_STATE_HOME ?? "", "intentgate/roots.json", `{"version":1,"roots":["${governed.repo}"]}`);
    const stage = stageOf(claude, outside);
    const ran = await stage.send(stage.shell(ann, command(governed.repo), "c1"), ["--user"]);
    if (isRefused) expect(claude.noIn(ran)).toContain("INTENT_REQUIRED");
    else expect([ran.code, claude.noIn(ran)]).toEqual([0, null]);
  });

  it("makes whatever called it a host, below which nobody speaks for a person", async () => {
    const scene = makeScene({ policy: "mode: enforce\n" });
    const stage = stageOf(claude, scene);
    await stage.send(stage.write(ann, "src/auth/a.ts", "a\n", "c1"));
    // This very process started the hook, so it is the host now, and everything it starts is an agent's.
    const below = await run(scene, ["intent", "new", "--name", "N", "--scope", "**"]);
    expect([below.code, below.err]).toEqual([2, expect.stringContaining("started by an agent")]);
  });

  it("does not stumble over a process above it whose state folder is another user's", async () => {
    const scene = makeScene();
    const [locked, own] = ["locked", "own"].map((name) => join(scene.repo, "..", name));
    put(locked ?? "", "intentgate/hosts/1", "{}");
    put(own ?? "", "intentgate/x", "");
    chmodSync(join(locked ?? "", "intentgate"), 0o000);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) for (const path of [scene.repo, own ?? "", join(scene.repo, "..")]) chmodSync(path, 0o777);
    const script = `XDG_STATE_HOME='${own}' '${process.execPath}' '${binary}' doctor --json; exit $?`;
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", script], {
      cwd: scene.repo,
      env: { ...scene.env, XDG_STATE_HOME: locked ?? "" },
      encoding: "utf8",
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    chmodSync(join(locked ?? "", "intentgate"), 0o700);
    expect(stderr).not.toContain("CANNOT_READ");
    expect(JSON.parse(stdout)).toMatchObject({ checks: expect.arrayContaining([]) });
    expect(stdout).not.toContain(`${locked}`);
  });

  it("answers the same event through two doors the same, and records it once", async () => {
    const scene = makeScene();
    const stage = stageOf(claude, scene);
    await stage.send(stage.take(ann, "INT-001", "c1"));
    const write = stage.write(ann, "src/auth/new.ts", "one\n", "c2");
    const both = await Promise.all([stage.send(write), stage.send(write)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    put(scene.repo, "src/auth/new.ts", "one\n");
    const after = stage.wrote(ann, "src/auth/new.ts", "one\n", "c2");
    await stage.send(after);
    await stage.send(after);
    expect(ledgerOf(scene.repo).length).toBe(1);
  });
});
