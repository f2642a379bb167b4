import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookScene, hook, hookFiles, hookScene, runsOf, told } from "../../../../test/support/hook-scene.ts";
import { openWorkspace } from "../open-workspace.ts";

const blocking = ["blocking: true"];

async function working(files: Record<string, string> = {}): Promise<HookScene> {
  const scene = hookScene(files);
  scene.trust();
  expect((await scene.take()).decision).toBe("allow");
  return scene;
}

describe("before a call", () => {
  it("a blocking hook that says no refuses the call with its id and its words", async () => {
    const said = { error: "blocked_by_policy", messages_to_user: ["This would write to production."] };
    const scene = await working(
      hookFiles("guard", "PreAbilityCall", said, [...blocking, "match: { ability_id: write_to_file }"]),
    );
    const answer = await scene.write("src/a.ts", "1\n");
    expect(answer).toMatchObject({
      decision: "deny",
      refusal: { code: "BLOCKED_BY_HOOK", meta: { hook_id: "guard" } },
    });
    expect(answer.refusal?.message).toContain("blocked_by_policy This would write to production.");
    expect(scene.text("src/a.ts")).toBe("one\n");
    expect(told(scene, "guard")).toMatchObject({
      event_type: "PreAbilityCall",
      session_id: "s1",
      repository_root: scene.root,
      stage: "plan",
      ability_id: "write_to_file",
      operation_key: "tool.write_to_file",
      planned_input_summary: "write_to_file src/a.ts",
      files_touched: ["src/a.ts"],
      changed_files: ["src/a.ts"],
    });
  });

  it("the same words of another hook are a warning, and the call goes on", async () => {
    const scene = await working(
      hookFiles("soft", "PreAbilityCall", { error: "I would not" }, ["match: { ability_id: write_to_file }"]),
    );
    const answer = await scene.write("src/a.ts", "1\n");
    expect(answer.decision).toBe("allow");
    expect(answer.notices).toMatchObject([{ kind: "warning", message: expect.stringContaining("soft: I would not") }]);
  });

  it("a hook that wants another tool, stage or file is not asked", async () => {
    const no = { error: "no" };
    const scene = await working({
      ...hookFiles("tool", "PreAbilityCall", no, [...blocking, "match: { ability_id: delete_file }"]),
      ...hookFiles("stage", "PreAbilityCall", no, [...blocking, "match: { stage: review }"]),
      ...hookFiles("file", "PreAbilityCall", no, [...blocking, "match: { file_patterns: docs/** }"]),
      ...hookFiles("off", "PreAbilityCall", no, [...blocking, "enabled: false"]),
      ...hookFiles("elsewhere", "PreAbilityCall", no, [...blocking, "environments: [prod]"]),
      ...hookFiles("later", "PostAbilityCall", {}, ["match: { status: failure }"]),
    });
    expect((await scene.write("src/a.ts", "1\n")).decision).toBe("allow");
    for (const id of ["tool", "stage", "file", "off", "elsewhere", "later"])
      expect([id, runsOf(scene, id)]).toEqual([id, 0]);
  });

  it.each<[string, string, string]>([
    ["exits with an error", "#!/bin/sh\nexit 3\n", "exit code 3"],
    ["prints no JSON", "#!/bin/sh\necho yes\n", "not one JSON object"],
    ["prints two objects", "#!/bin/sh\necho '{}'; echo '{}'\n", "not one JSON object"],
    ["gives its answer a wrong shape", `#!/bin/sh\necho '{"error": {"deny": false}}'\n`, "malformed"],
    ["dies of a signal", "#!/bin/sh\nkill -9 $$\n", "SIGKILL"],
    ["hangs", "#!/bin/sh\nsleep 30\n", "300 ms"],
  ])("a blocking hook whose handler %s is an error that refuses", async (_what, script, why) => {
    const yaml = hook("guard", "PreAbilityCall", [...blocking, "match: { ability_id: write_to_file }"]);
    const scene = await working({
      ".system/hooks/guard.yaml": `${yaml}  timeout_ms: 300\n`,
      "scripts/guard.sh": script,
    });
    const answer = await scene.write("src/a.ts", "1\n");
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "HOOK_ERROR", meta: { hook_id: "guard" } } });
    expect(answer.refusal?.message).toContain(why);
    expect(scene.text("src/a.ts")).toBe("one\n");
    scene.put(".system/hooks/guard.yaml", `${yaml.replace("blocking: true", "blocking: false")}  timeout_ms: 300\n`);
    scene.trust("guard");
    const soft = await scene.write("src/a.ts", "1\n");
    expect(soft.decision).toBe("allow");
    expect(soft.notices).toMatchObject([{ kind: "warning", message: expect.stringContaining(why) }]);
  });

  it("tags go to the decision row", async () => {
    const scene = await working(
      hookFiles("tagger", "PreAbilityCall", { tags: ["risk:high"] }, ["match: { ability_id: write_to_file }"]),
    );
    const answer = await scene.write("src/a.ts", "1\n");
    const rows = scene.workspace.home.store.decisions.of(answer.invocationId);
    expect(rows.find((row) => row.hook === "declaredHooks")).toMatchObject({
      phase: "pre",
      tags: ["risk:high"],
      hooks: ["tagger ok"],
    });
  });

  it("a question of a hook is put to a person, and their no is the answer", async () => {
    const asks = { confirm: { question: "Really?" } };
    const scene = await working(hookFiles("sure", "PreAbilityCall", asks, ["match: { ability_id: write_to_file }"]));
    const questions: string[] = [];
    const say = (yes: boolean) => async (_kind: string, message: string) => {
      questions.push(...JSON.parse(message).questions);
      return yes;
    };
    await scene.call("read_file", { path: "src/a.ts" });
    const input = { path: "src/a.ts", content: "1\n" };
    const no = await scene.call("write_to_file", input, { askApproval: say(false) });
    expect(no).toMatchObject({ decision: "deny", refusal: { code: "HITL_REJECT", meta: { hook_id: "sure" } } });
    expect(questions).toEqual(["sure asks: Really?"]);
    const yes = await scene.call("write_to_file", input, { askApproval: say(true) });
    expect(yes.decision).toBe("allow");
    // Asked once a call: a hook that cannot block is not run again after the yes, nor told of again.
    expect(runsOf(scene, "sure")).toBe(2);
    expect(scene.log().filter(({ hook }) => hook === "sure")).toHaveLength(2);
    const nobody = await scene.write("src/a.ts", "2\n");
    expect(nobody).toMatchObject({ decision: "deny", refusal: { code: "NO_ANSWER" } });
  });

  it("a blocking hook is asked again after a person's yes", async () => {
    const script =
      '#!/bin/sh\nif [ -e src/freeze ]; then echo \'{"error":"frozen"}\'; else echo \'{"confirm":{"question":"Go?"}}\'; fi\n';
    const scene = await working({
      ".system/hooks/freeze.yaml": hook("freeze", "PreAbilityCall", [
        ...blocking,
        "match: { ability_id: write_to_file }",
      ]),
      "scripts/freeze.sh": script,
    });
    await scene.call("read_file", { path: "src/a.ts" });
    const askApproval = async () => {
      scene.put("src/freeze", "");
      return true;
    };
    const answer = await scene.call("write_to_file", { path: "src/a.ts", content: "1\n" }, { askApproval });
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
  });

  it("reads are calls too, and so are the gate's own tools", async () => {
    const scene = hookScene(hookFiles("all", "PreAbilityCall", {}));
    scene.trust();
    await scene.take();
    expect(told(scene, "all")).toMatchObject({ ability_id: "select_active_intent", stage: "understand" });
    await scene.call("read_file", { path: "src/a.ts" });
    expect(told(scene, "all")).toMatchObject({
      ability_id: "read_file",
      files_touched: ["src/a.ts"],
      changed_files: [],
    });
    expect(runsOf(scene, "all")).toBe(2);
  });

  it("a folder that goes away is told as a folder, and globs below it are met", async () => {
    const scene = await working({
      "src/deep/x.ts": "x\n",
      ...hookFiles("deep", "PreAbilityCall", { error: "keep it" }, [
        ...blocking,
        "match: { file_patterns: src/deep/*.ts }",
      ]),
    });
    const answer = await scene.call("execute_command", { command: "rm -r src/deep" });
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
    expect(told(scene, "deep")).toMatchObject({ changed_files: ["src/deep/"] });
  });

  it("nothing runs in a dry decision, and it is said", async () => {
    const scene = await working(
      hookFiles("guard", "PreAbilityCall", { error: "no" }, [...blocking, "match: { ability_id: read_file }"]),
    );
    const before = runsOf(scene, "guard");
    const session = { id: "s1" };
    const dry = await scene.workspace.decide({ tool: "read_file", input: { path: "src/a.ts" }, session });
    expect(dry.decision).toBe("allow");
    expect(runsOf(scene, "guard")).toBe(before);
    expect(scene.notices.at(-1)?.message).toContain("not asked: guard");
    scene.put("scripts/guard.sh", "#!/bin/sh\necho changed\n");
    const untrusted = await scene.workspace.decide({ tool: "read_file", input: { path: "src/a.ts" }, session });
    expect(untrusted).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
  });

  it("secrets of a command do not reach a handler", async () => {
    const scene = await working(hookFiles("all", "PreAbilityCall", {}));
    await scene.call("execute_command", {
      command: "curl -H 'Authorization: Bearer abcdefghijklmnop' https://example.invalid",
    });
    expect(JSON.stringify(told(scene, "all"))).not.toContain("abcdefghijklmnop");
  });
});

describe("after a call", () => {
  it("a hook learns how it ended, how long it took and what it changed", async () => {
    const scene = await working(hookFiles("tracker", "PostAbilityCall", { usage_recorded: true }));
    await scene.write("src/a.ts", "1\n");
    expect(told(scene, "tracker")).toMatchObject({
      event_type: "PostAbilityCall",
      ability_id: "write_to_file",
      status: "success",
      stage: "act",
      input_summary: "write_to_file src/a.ts",
      output_summary: "changed src/a.ts",
      files_touched: ["src/a.ts"],
      changed_files: ["src/a.ts"],
    });
    expect(told(scene, "tracker").duration_ms).toEqual(expect.any(Number));
    await scene.call("read_file", { path: "src/none.ts" });
    expect(told(scene, "tracker")).toMatchObject({ status: "failure" });
    await scene.call("write_to_file", { path: "docs/x.md", content: "x" });
    expect(told(scene, "tracker")).toMatchObject({
      status: "skipped",
      output_summary: expect.stringContaining("SCOPE_VIOLATION"),
    });
  });

  it("it changes nothing about the finished call, whatever it says", async () => {
    const scene = await working({
      ...hookFiles("late", "PostAbilityCall", { error: "too late", messages_to_user: ["Seen."] }, blocking),
    });
    const answer = await scene.write("src/a.ts", "1\n");
    expect(answer).toMatchObject({ decision: "allow", failed: false });
    expect(answer.notices.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      "warning event hook late: too late",
      "message late: Seen.",
    ]);
    expect(scene.text("src/a.ts")).toBe("1\n");
  });

  it("what a handler changed in the call's files is its own doing, and no surprise to the session", async () => {
    const scene = await working({
      ".system/hooks/format.yaml": hook("format", "PostAbilityCall", ["match: { only_if_changed_paths: src/** }"]),
      "scripts/format.sh":
        "#!/bin/sh\nfor f in src/*.ts; do tr a-z A-Z < $f > $f.new && cat $f.new > $f; rm $f.new; done\necho '{}'\n",
    });
    await scene.write("src/a.ts", "abc\n");
    expect(scene.text("src/a.ts")).toBe("ABC\n");
    const records = scene.workspace.home.store.ledger.newest(10);
    expect(
      records.map(({ files, decision }) => [files[0]?.conversations[0]?.contributor, decision.tool]),
    ).toMatchObject([
      [{ entity_type: "AI" }, "write_to_file"],
      [{ entity_type: "HOOK", model_identifier: "format" }, "event hook format"],
    ]);
    expect(records[0]?.decision.id).toBe(records[1]?.decision.id);
    expect(records[1]?.files.map(({ relative_path }) => relative_path)).toEqual(["src/a.ts"]);
    // Not STALE_FILE: the baseline is what the handler left.
    expect((await scene.call("write_to_file", { path: "src/a.ts", content: "def\n" })).decision).toBe("allow");
  });

  it("is told in a host with two processes as well, with the time in between", async () => {
    const scene = await working(hookFiles("tracker", "PostAbilityCall", {}));
    const call = {
      toolName: "read_file",
      payload: { path: "src/a.ts" },
      session: { id: "s1" },
      cwd: scene.root,
      callId: "c1",
    };
    await scene.again().workspace.before(call);
    await scene.again().workspace.after(call, true);
    expect(told(scene, "tracker")).toMatchObject({ ability_id: "read_file", status: "success" });
    expect(told(scene, "tracker").duration_ms).toEqual(expect.any(Number));
  });

  it("a refused call in such a host is told at once", async () => {
    const scene = await working(hookFiles("tracker", "PostAbilityCall", {}));
    const call = {
      toolName: "write_to_file",
      payload: { path: "x.md", content: "" },
      session: { id: "s1" },
      cwd: scene.root,
      callId: "c2",
    };
    expect((await scene.again().workspace.before(call)).allowExecution).toBe(false);
    expect(told(scene, "tracker")).toMatchObject({ status: "skipped" });
  });
});

it("without hooks nothing is written and nothing is different", async () => {
  for (const path of ["docs/x.md", ".system/.keep", ".system/hooks/readme.md"]) {
    const scene = hookScene({ [path]: "no hook" });
    await scene.take();
    expect((await scene.write("src/a.ts", "1\n")).notices).toEqual([]);
    expect([scene.has(".system/logs"), scene.has(".system/cache")]).toEqual([false, false]);
  }
});

describe("several roots", () => {
  it("have hooks of their own, told what of a call lies in them", async () => {
    const one = hookScene(hookFiles("here", "PreAbilityCall", {}, ["match: { ability_id: write_to_file }"]));
    const two = hookScene(
      hookFiles("there", "PreAbilityCall", { error: "not here" }, [
        ...blocking,
        "match: { ability_id: write_to_file }",
      ]),
    );
    const stateDir = one.stateDir;
    writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [one.root, two.root] }));
    const workspace = openWorkspace([one.root, two.root], { stateDir, userHome: one.stateDir, environment: null });
    for (const root of workspace.roots) workspace.eventHooks(root).trust("all");
    const session = { id: "s1" };
    await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session });
    const write = (path: string) =>
      workspace.run({ tool: "write_to_file", input: { path, content: "x" }, session, cwd: one.root });
    expect((await write("src/new.ts")).decision).toBe("allow");
    expect(told(one, "here")).toMatchObject({ repository_root: one.root, changed_files: ["src/new.ts"] });
    expect(await write(join(two.root, "src/new.ts"))).toMatchObject({
      decision: "deny",
      refusal: { code: "BLOCKED_BY_HOOK", meta: { hook_id: "there" } },
    });
    expect(told(two, "there")).toMatchObject({ repository_root: two.root, changed_files: ["src/new.ts"] });
    expect([runsOf(one, "here"), runsOf(two, "there")]).toEqual([1, 1]);
  });

  it("a linked worktree is steered by the main one's hooks, and runs its own scripts only where they are the same", async () => {
    const scene = hookScene(
      hookFiles("guard", "PreAbilityCall", { error: "no" }, [...blocking, "match: { ability_id: read_file }"]),
    );
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], {
        cwd: scene.root,
        stdio: "pipe",
      });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "start");
    const tree = `${scene.root}-tree`;
    git("worktree", "add", "-q", tree);
    scene.trust();
    const read = () => {
      const workspace = openWorkspace(tree, { stateDir: scene.stateDir, userHome: scene.stateDir, environment: null });
      return workspace.run({ tool: "read_file", input: { path: "src/a.ts" }, session: { id: "w" }, cwd: tree });
    };
    expect(await read()).toMatchObject({
      decision: "deny",
      refusal: { message: expect.stringContaining("stopped this call: no") },
    });
    rmSync(join(tree, ".system"), { recursive: true });
    expect(await read()).toMatchObject({
      decision: "deny",
      refusal: { message: expect.stringContaining("stopped this call: no") },
    });
    writeFileSync(join(tree, "scripts/guard.sh"), "#!/bin/sh\necho '{}'\n");
    expect(await read()).toMatchObject({
      decision: "deny",
      refusal: { message: expect.stringContaining("changed since") },
    });
  });
});
