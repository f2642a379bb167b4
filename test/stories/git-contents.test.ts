/** What enters the index, or a commit, without ever having stood in the tree is a change like any other. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Planted, plantRoot, put } from "../planted-root.ts";

const intents = `active_intents:\n  - { id: INT-001, name: One, status: IN_PROGRESS, owned_scope: ["src/**"] }\n`;

let place: Planted;
const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid", ...words], {
    cwd: place.root,
    env: { ...place.env, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

beforeEach(() => {
  place = plantRoot({ intents, files: { "src/a.ts": "a\n", "lib/b.ts": "b\n", ".gitignore": ".orchestration/\n" } });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
});
afterEach(() => place.clear());

/** What the gate says of a command, under an intent. */
async function saidOf(command: string): Promise<string> {
  const workspace = openWorkspace(place.root, { stateDir: place.stateDir, userHome: place.env.HOME });
  await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
  const said = await workspace.decide({ tool: "execute_command", input: { command }, session: { id: "s" } });
  return said.decision === "deny" ? `no: ${said.refusal.code}` : said.decision;
}

/** A blob that stands nowhere in the tree, as an agent could write one. */
function blob(text: string): string {
  writeFileSync(join(place.folder, "tmp/blob"), text);
  return git("hash-object", "-w", join(place.folder, "tmp/blob"));
}

describe("what enters the index by plumbing", () => {
  it.each([".orchestration/active_intents.yaml", ".claude/settings.json", "lib/b.ts", "src/a.ts"])(
    "counts from the top of the tree wherever it is called, so it is a change anywhere: %s",
    async (path) => {
      const object = blob("x\n");
      for (const words of [`100644,${object},${path}`, `100644 ${object} ${path}`, `a.ts 100644 ${object} ${path}`]) {
        expect(await saidOf(`git update-index --add --cacheinfo ${words}`)).toBe("no: SCOPE_VIOLATION");
        expect(await saidOf(`cd src && git update-index --add --cacheinfo ${words}`)).toBe("no: SCOPE_VIOLATION");
      }
    },
  );

  it.each([
    ["git rm --cached lib/b.ts", "no: SCOPE_VIOLATION"],
    ["git rm --cached src/a.ts", "allow"],
    ["git restore --staged --source=main lib/b.ts", "no: SCOPE_VIOLATION"],
    ["git apply --cached change.patch", "no: SCOPE_VIOLATION"],
    ["git read-tree main", "no: SCOPE_VIOLATION"],
    ["git update-index --index-info", "ask"],
  ])("is held to the scope: %s", async (command, said) => {
    expect(await saidOf(command)).toBe(said);
  });
});

describe("a commit", () => {
  const stage = (path: string, text: string) =>
    git("update-index", "--add", "--cacheinfo", `100644,${blob(text)},${path}`);

  it.each([
    [".orchestration/active_intents.yaml", "no: CONTROL_FILE"],
    [".claude/settings.json", "no: CONTROL_FILE"],
    ["lib/b.ts", "no: SCOPE_VIOLATION"],
    ["README.md", "no: SCOPE_VIOLATION"],
    ["src/a.ts", "allow"],
  ])("with %s staged: %s", async (path, said) => {
    stage(path, "staged\n");
    for (const command of ["git commit -m x", "git commit --amend --no-edit", "cd src && git commit -m x"])
      expect([command, await saidOf(command)]).toEqual([command, said]);
  });

  it("with nothing staged passes, and so does one in a repository without commits", async () => {
    expect(await saidOf("git commit --allow-empty -m x")).toBe("allow");
    git("update-ref", "-d", "HEAD");
    git("rm", "-rq", "--cached", ".");
    put(place.root, "src/a.ts", "a\n");
    git("add", "src/a.ts");
    expect(await saidOf("git commit -m x")).toBe("allow");
    git("add", "lib/b.ts");
    expect(await saidOf("git commit -m x")).toBe("no: SCOPE_VIOLATION");
  });

  it("that ends a merge is held to what none of its parents has", async () => {
    git("checkout", "-q", "-b", "other");
    put(place.root, "lib/b.ts", "theirs\n");
    git("commit", "-qam", "theirs");
    git("checkout", "-q", "main");
    put(place.root, "src/a.ts", "ours\n");
    git("commit", "-qam", "ours");
    git("merge", "-q", "--no-commit", "--no-ff", "other");
    expect(await saidOf("git commit -m merged")).toBe("allow");
    stage("lib/b.ts", "neither\n");
    expect(await saidOf("git commit -m merged")).toBe("no: SCOPE_VIOLATION");
  });
});

describe("moving, replacing and importing refs", () => {
  it.each([
    "git update-ref refs/heads/main HEAD",
    "git replace HEAD HEAD",
    "git symbolic-ref HEAD refs/heads/other",
    "git branch -f main HEAD",
    "git tag -f v1",
    "git reset --soft HEAD~1",
    "git reset --soft evil",
    "git reset -q evil -- src/a.ts && git commit -qm x",
    "git branch -m main old",
    "git branch -d main",
    "git fetch --refmap=evil:main -u . evil",
    "git push . evil:refs/heads/rel",
    "git bundle unbundle x",
  ])("asks: %s", async (command) => {
    expect(await saidOf(command)).toBe("ask");
  });
});
