import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gateIn, withPerson } from "./gate-scene.ts";
import { call, makeScene, put, run, type Scene, textOf } from "./scene.ts";
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

/** What `git clone` makes of the scene's repository, under the gate of another person. */
async function cloneOf(scene: Scene, name: string): Promise<Scene> {
  const repo = join(scene.repo, "..", name);
  expect(git(scene, "clone", "-q", scene.repo, repo).status).toBe(0);
  return { ...scene, repo, env: { ...scene.env, XDG_STATE_HOME: join(scene.repo, "../state-of", name) } };
}

const idOfNew = async (scene: Scene, name = "New") =>
  (await json<{ intent: { id: string } }>(scene, "intent", "new", "--name", name, "--scope", "src/**")).intent.id;

describe("the id of a new intent", () => {
  it("is plain, and not the one that another branch gave", async () => {
    const scene = makeScene();
    const start = git(scene, "branch", "--show-current").out.trim();
    await declaredOn(scene, "one", start);
    expect(textOf(scene, INTENTS)).toContain("id: INT-003");
    await declaredOn(scene, "two", start);
    expect(textOf(scene, INTENTS)).not.toContain("INT-003");
    expect(textOf(scene, INTENTS)).toContain("id: INT-004");
    expect(git(scene, "switch", "-q", start).status).toBe(0);
    expect(await idOfNew(scene)).toBe("INT-005");
  });

  it("has the mark of its clone, so that none gives the same", async () => {
    const scene = makeScene();
    const clones = [await cloneOf(scene, "ann"), await cloneOf(scene, "ben")];
    const ids = await Promise.all(clones.map((clone) => idOfNew(clone)));
    for (const id of ids) expect(id).toMatch(/^INT-003-[a-z][a-z0-9]$/);
    const again = await Promise.all(clones.map((clone) => idOfNew(clone)));
    expect(again.map((id) => id.slice(-3))).toEqual(ids.map((id) => id.slice(-3)));
    for (const id of again) expect(id).toMatch(/^INT-004-/);
  });

  it("is the same for an agent that proposes one", async () => {
    const scene = await cloneOf(makeScene(), "ann");
    const mark = (await idOfNew(scene)).slice(-3);
    const gate = gateIn(scene, scene.repo);
    const proposal = { name: "By an agent", owned_scope: ["src/**"] };
    const { value } = await withPerson(gate, "once", () => gate.call("propose_intent", proposal));
    expect(JSON.stringify(value)).toContain(`INT-004${mark}`);
    expect(textOf(scene, INTENTS)).toMatch(new RegExp(`id: INT-004${mark}\\n +name: "?By an agent`));
  });

  it.each([
    ["a name in a text", "active_intents:\n  - { id: A, name: after INT-050 }\n"],
    ["a file that is broken there", "active_intents:\n  - { id: INT-050\n"],
    ["an id of another kind", "active_intents:\n  - { id: INT-050b }\n"],
    ["a comment", "# id: INT-050\nactive_intents: []\n"],
  ])("takes no number from %s of another branch", async (_, text) => {
    const scene = makeScene();
    const start = git(scene, "branch", "--show-current").out.trim();
    git(scene, "switch", "-qc", "odd");
    put(scene.repo, INTENTS, text);
    git(scene, "commit", "-qam", "odd");
    git(scene, "switch", "-q", start);
    expect(await idOfNew(scene)).toBe("INT-003");
  });

  it("is plain where there is no commit yet, and no repository", async () => {
    const scene = makeScene();
    rmSync(join(scene.repo, ".git"), { recursive: true });
    expect(await idOfNew(scene)).toBe("INT-003");
    git(scene, "init", "-q");
    expect(await idOfNew(scene)).toBe("INT-004");
  });
});
