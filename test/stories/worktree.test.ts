import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, files, type Gate, gateIn, intents, refused, write } from "./gate-scene.ts";
import { call, makeScene, run, type Scene } from "./scene.ts";

interface Trees {
  scene: Scene;
  main: Gate;
  tree: Gate;
  path: string;
}

async function trees(given: { policy?: string; files?: Record<string, string> } = {}): Promise<Trees> {
  const scene = makeScene({ intents, files: { ...files, ...given.files }, policy: given.policy });
  const path = join(scene.repo, "../tree");
  const made = spawnSync("git", ["worktree", "add", "-q", path], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
  expect(made.stderr).toBe("");
  const main = gateIn(scene, scene.repo);
  await main.workspace.registry.add(scene.repo);
  return { scene, main, tree: gateIn({ ...scene, repo: path }, path), path };
}

describe("a linked worktree", () => {
  it("shares the main worktree's sidecar, and matches paths against itself", async () => {
    const { main, tree, path, scene } = await trees();
    expect(tree.workspace.home).toMatchObject({
      root: path,
      sidecar: join(scene.repo, ".orchestration"),
      registered: true,
    });
    await tree.take("INT-001", "s1");
    await allowed(tree, ...write("src/auth/new.ts"));
    await refused(tree, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
    expect(existsSync(join(path, "src/auth/new.ts"))).toBe(true);
    expect(existsSync(join(scene.repo, "src/auth/new.ts"))).toBe(false);
    expect(main.ledger()).toMatchObject([{ files: [{ relative_path: "src/auth/new.ts" }] }]);
  });

  it("shares the sessions: a handshake made in the main worktree counts", async () => {
    const { main, tree } = await trees();
    await main.take("INT-001", "s1");
    await allowed(tree, ...write("src/auth/new.ts"), "s1");
    await refused(tree, "INTENT_REQUIRED", ...write("src/auth/other.ts"), "s2");
  });

  it("is not freed by removing its own copy of the sidecar, nor by changing it", async () => {
    const { scene, path } = await trees();
    rmSync(join(path, ".orchestration"), { recursive: true });
    const tree = gateIn({ ...scene, repo: path }, path);
    await refused(tree, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    mkdirSync(join(path, ".orchestration"));
    writeFileSync(join(path, ".orchestration/active_intents.yaml"), intents.replace("- src/auth/**", '- "**"'));
    writeFileSync(join(path, ".orchestration/policy.yaml"), "mode: observe\n");
    const again = gateIn({ ...scene, repo: path }, path);
    await again.take();
    await refused(again, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
    await refused(again, "CONTROL_FILE", ...write(".orchestration/policy.yaml"));
  });

  it("takes .intentignore and lessons from the main worktree", async () => {
    const { tree, scene } = await trees({ files: { ".intentignore": "src/auth/generated/**\n" } });
    rmSync(join(tree.repo, ".intentignore"));
    await tree.take();
    await refused(tree, "INTENT_IGNORED", ...write("src/auth/generated/a.ts"));
    await allowed(tree, "record_lesson", { lesson: "worktrees share a brain" });
    expect(readFileSync(join(scene.repo, ".orchestration/lessons.jsonl"), "utf8")).toContain("worktrees share a brain");
    expect(existsSync(join(tree.repo, ".orchestration/lessons.jsonl"))).toBe(false);
  });

  it("does not reach the main worktree's files or git's folder", async () => {
    const { tree, scene } = await trees();
    await tree.take();
    await refused(tree, "SCOPE_VIOLATION", ...write(join(scene.repo, "src/auth/new.ts")));
    await refused(tree, "SCOPE_VIOLATION", ...write("../repo/src/auth/new.ts"));
    for (const control of [
      ".git",
      join(scene.repo, ".git/hooks/pre-commit"),
      join(scene.repo, ".orchestration/policy.yaml"),
    ]) {
      await refused(tree, "CONTROL_FILE", ...write(control, "x"));
    }
  });

  it("has its main repository's hooks put back after a declared command", async () => {
    const policy = 'commands: [{ run: sh work.sh, writes: ["src/auth/**"] }]\n';
    const { tree, scene } = await trees({
      policy,
      files: { "work.sh": 'echo evil > "$(git rev-parse --git-common-dir)/hooks/pre-commit"\n' },
    });
    await tree.take();
    const answer = await allowed(tree, "execute_command", { command: "sh work.sh" });
    expect(answer.notices).toMatchObject([{ kind: "put_back", paths: [join(scene.repo, ".git/hooks/pre-commit")] }]);
    expect(existsSync(join(scene.repo, ".git/hooks/pre-commit"))).toBe(false);
  });

  it("is not made by a planted pointer to another repository", async () => {
    const { scene } = await trees();
    const planted = join(scene.repo, "../planted");
    mkdirSync(planted);
    writeFileSync(join(planted, ".git"), `gitdir: ${join(scene.repo, ".git/worktrees/tree")}\n`);
    expect(gateIn(scene, planted).workspace.home.sidecar).toBe(join(planted, ".orchestration"));
  });

  it("works through the built program as well", async () => {
    const { scene, path } = await trees();
    const taken = await run(scene, ["call"], {
      cwd: path,
      input: JSON.stringify({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: "s1" }),
    });
    expect(taken.code).toBe(0);
    const written = await call(scene, "write_to_file", { path: "src/auth/main.ts", content: "x" });
    expect(written.exit).toBe(0);
  });
});
