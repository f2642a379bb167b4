import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { call, makeScene, run, type Scene, textOf } from "./scene.ts";
import { done, INTENTS, json } from "./steps.ts";

function git(scene: Scene, ...words: string[]): { status: number | null; out: string } {
  const as = ["-c", "user.name=S", "-c", "user.email=s@example.invalid"];
  const ran = spawnSync("git", [...as, ...words], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
  return { status: ran.status, out: `${ran.stdout}${ran.stderr}` };
}

async function declaredOn(scene: Scene, branch: string, from: string): Promise<void> {
  expect(git(scene, "switch", "-qc", branch, from).status).toBe(0);
  await done(scene, "intent", "new", "--name", `Work of ${branch}`, "--scope", `src/${branch}/**`);
  expect(git(scene, "commit", "-qam", branch).status).toBe(0);
}

/** Two branches that each declared an intent, in the middle of their merge. */
async function merging(): Promise<Scene> {
  const scene = makeScene();
  const start = git(scene, "branch", "--show-current").out.trim();
  await declaredOn(scene, "one", start);
  await declaredOn(scene, "two", start);
  expect(git(scene, "merge", "one").out).toContain("CONFLICT");
  return scene;
}

describe("two branches with new intents that are merged", () => {
  it.each([["intent list"], ["status"], ["doctor"], ["intent new --name More"]])(
    "are one sentence with its line to `%s`",
    async (words) => {
      const scene = await merging();
      const line = textOf(scene, INTENTS).split("\n").indexOf("<<<<<<< HEAD") + 1;
      const { out, err } = await run(scene, words.split(" "));
      const said = `${out}${err}`;
      expect(said.match(/a merge conflict was left here/g)).toHaveLength(1);
      expect(said).toContain(`${INTENTS}:${line}:1`);
      expect(said).toContain("Keep what is meant of both sides");
      expect(said).not.toMatch(/YAML|INTERNAL/);
    },
  );

  it("stop changes until a person decided, and every edit of the file", async () => {
    const scene = await merging();
    const before = textOf(scene, INTENTS);
    for (const [tool, input] of [
      ["write_to_file", { path: "src/auth/a.ts", content: "1\n" }],
      ["select_active_intent", { intent_id: "INT-001" }],
    ] as const)
      expect(JSON.stringify(await call(scene, tool, input))).toContain("merge conflict");
    for (const words of ["intent new --name More", "intent complete INT-001"])
      expect((await run(scene, words.split(" "))).code).toBe(1);
    expect(textOf(scene, INTENTS)).toBe(before);
  });

  it("are read again once a person kept one side", async () => {
    const scene = await merging();
    expect(git(scene, "checkout", "--ours", INTENTS).status).toBe(0);
    const { intents } = await json<{ intents: { id: string; name: string }[] }>(scene, "intent", "list");
    expect(intents.map(({ name }) => name)).toContain("Work of two");
  });
});
