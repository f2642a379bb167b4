import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal, call, put, run, type Scene, textOf } from "./scene.ts";
import { bare, done, json, refused } from "./steps.ts";

const LIST = ".git/info/exclude";
const OURS = "/.orchestration/**/sessions/";

function git(cwd: string, scene: Scene, ...words: string[]): string {
  const as = ["-c", "user.name=S", "-c", "user.email=s@example.invalid"];
  const ran = spawnSync("git", [...as, ...words], { cwd, env: scene.env, encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
  return ran.stdout;
}

/** A day's work on a branch that has the sidecar, beside `plain`, which does not. */
async function worked(...words: string[]): Promise<Scene> {
  const scene = bare();
  git(scene.repo, scene, "branch", "plain");
  await done(scene, "init", "--yes", ...words);
  await done(scene, "intent", "new", "--name", "A", "--scope", "src/**", "--start");
  git(scene.repo, scene, "add", "-A");
  git(scene.repo, scene, "commit", "-qm", "Declare an intent");
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  await call(scene, "write_to_file", { path: "src/new.ts", content: "1\n" });
  git(scene.repo, scene, "add", "-A");
  expect(git(scene.repo, scene, "diff", "--cached", "--name-only")).toBe("src/new.ts\n");
  git(scene.repo, scene, "commit", "-qm", "A day");
  return scene;
}

describe("git's own list of what stays out", () => {
  it.each([[[]], [["--host", "claude-code"]], [["--host", "claude-code", "--team"]]])(
    "keeps the work tree clean on a branch without the sidecar, after init %j",
    async (words) => {
      const scene = await worked(...words);
      expect(git(scene.repo, scene, "status", "--porcelain", "-uall")).toBe("");
      git(scene.repo, scene, "switch", "-q", "plain");
      expect(existsSync(join(scene.repo, ".orchestration/.gitignore"))).toBe(false);
      expect(existsSync(join(scene.repo, ".orchestration/agent_trace.jsonl"))).toBe(true);
      expect(git(scene.repo, scene, "status", "--porcelain", "-uall")).toBe("");
      git(scene.repo, scene, "add", "-A");
      expect(git(scene.repo, scene, "diff", "--cached", "--name-only")).toBe("");
    },
  );

  it("is the one of all worktrees", async () => {
    const scene = await worked();
    const tree = join(scene.repo, "../tree");
    git(scene.repo, scene, "worktree", "add", "-q", tree, "plain");
    put(tree, ".orchestration/sessions/s.jsonl", "{}\n");
    expect(git(tree, scene, "status", "--porcelain", "-uall")).toBe("");
  });

  it("names the folder of a root that is not the top", async () => {
    const scene = bare({ "sub/a.ts": "1\n" });
    await done(scene, "init", "--yes", "--root", "sub");
    expect(textOf(scene, LIST)).toContain("\n/sub/.orchestration/**/sessions/\n");
    expect(textOf(scene, LIST)).not.toContain(`\n${OURS}`);
  });

  it.each([
    ".orchestration/policy.yaml",
    ".orchestration/active_intents.yaml",
    ".orchestration/ledger/s-1.jsonl",
    ".system/hooks/mine.yaml",
    "src/sessions/a.ts",
    "docs/agent_trace.jsonl",
    "approvals/a.ts",
    "AGENT.md",
  ])("does not hide %s", async (path) => {
    const scene = await worked();
    git(scene.repo, scene, "switch", "-q", "plain");
    put(scene.repo, path, "x\n");
    expect(git(scene.repo, scene, "status", "--porcelain", "-uall")).toBe(`?? ${path}\n`);
  });

  it.each([
    ["that ends without a line break", "*.log"],
    ["with comments alone", "# git's own\n"],
    ["with one of the same lines, written by a person", `${OURS}\n*.log\n`],
    ["with Windows line ends", "*.log\r\n*.tmp\r\n"],
    ["that is not there", null],
  ])("loses exactly our lines with uninit: one %s", async (_, before) => {
    const scene = bare();
    const list = join(scene.repo, LIST);
    if (before === null) rmSync(list);
    else writeFileSync(list, before);
    await done(scene, "init", "--yes", "--no-hosts");
    const once = textOf(scene, LIST);
    await done(scene, "init", "--yes", "--no-hosts");
    expect(textOf(scene, LIST), "twice is once").toBe(once);
    expect(once).toContain(OURS);
    expect((await atTerminal(scene, ["uninit", "--yes"]).done).code).toBe(0);
    expect(existsSync(list) ? readFileSync(list, "utf8") : null).toBe(before);
  });

  it("loses our lines alone where a person added some behind them", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", "--no-hosts");
    writeFileSync(join(scene.repo, LIST), `${textOf(scene, LIST)}mine/\n`);
    expect((await atTerminal(scene, ["uninit", "--yes"]).done).code).toBe(0);
    expect(textOf(scene, LIST)).toContain("mine/\n");
    expect(textOf(scene, LIST)).not.toContain("orchestration");
  });

  it("gets them from upgrade where an earlier version set the repository up", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", "--host", "claude-code", "--host", "codex", "--team");
    writeFileSync(join(scene.repo, LIST), "*.log\n");
    expect(await run(scene, ["upgrade", "--check"])).toMatchObject({ code: 1, out: expect.stringContaining(LIST) });
    expect(textOf(scene, LIST)).toBe("*.log\n");
    expect((await atTerminal(scene, ["upgrade", "--yes"]).done).code).toBe(0);
    expect(textOf(scene, LIST)).toContain(OURS);
    await done(scene, "upgrade", "--check");
  });

  it("is not written through a link: init goes on and says so", async () => {
    const scene = bare();
    rmSync(join(scene.repo, LIST));
    put(scene.repo, "../dotfiles/exclude", "*.log\n");
    symlinkSync(join(scene.repo, "../dotfiles/exclude"), join(scene.repo, LIST));
    expect(await done(scene, "init", "--yes", "--no-hosts")).toContain(`${LIST} is a link`);
    expect(lstatSync(join(scene.repo, LIST)).isSymbolicLink()).toBe(true);
    expect(textOf(scene, "../dotfiles/exclude")).toBe("*.log\n");
  });

  it("is named by init beforehand and afterwards, and nothing is made where there is no repository", async () => {
    const scene = bare();
    expect(await refused(scene, 64, "init")).toContain(LIST);
    expect(textOf(scene, LIST)).not.toContain("orchestration");
    expect(await done(scene, "init", "--yes")).toContain(LIST);
    const outside = join(scene.repo, "../outside");
    mkdirSync(outside);
    const { files } = await json<{ files: { file: string }[] }>(scene, "init", "--yes", "--root", outside);
    expect(files.map(({ file }) => file)).not.toContain(LIST);
    expect(existsSync(join(outside, ".git"))).toBe(false);
  });
});
