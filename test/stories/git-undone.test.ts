/** What git changed and threw away under an intent is given back by an undo, byte for byte; nothing contains it here. */
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, put, type Scene, textOf } from "./scene.ts";
import { ledger, undo, working } from "./undo-scene.ts";

const files = {
  "src/auth/b.bin": "\0\r\n b",
  "docs/d.md": "d\n",
  ".gitignore": ".orchestration/\nAGENT.md\nlocal.txt\n",
};

function git(scene: Scene, ...words: string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid"];
  execFileSync("git", [...identity, ...words], { cwd: scene.repo, env: scene.env, stdio: "ignore" });
}

function picture(scene: Scene): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(scene.repo, { recursive: true, encoding: "utf8" }).sort()) {
    if (/^(\.git|\.orchestration|AGENT\.md)(\/|$)/.test(path) || !lstatSync(join(scene.repo, path)).isFile()) continue;
    found[path] = readFileSync(join(scene.repo, path), "latin1");
  }
  return found;
}

async function twoBranches(policy?: string): Promise<Scene> {
  const scene = await working({ files, ...(policy === undefined ? {} : { policy }) });
  git(scene, "branch", "-M", "main");
  git(scene, "switch", "-q", "-c", "work");
  put(scene.repo, "docs/d.md", "work\n");
  put(scene.repo, "src/auth/token.ts", "work\n");
  put(scene.repo, "docs/more.md", "more\n");
  git(scene, "add", "-A", "docs", "src");
  git(scene, "commit", "-qm", "work");
  git(scene, "switch", "-q", "main");
  return scene;
}

const dirty = (scene: Scene) => {
  put(scene.repo, "src/auth/token.ts", "not committed\n");
  put(scene.repo, "src/auth/b.bin", "\0 not committed");
  put(scene.repo, "src/auth/new.ts", "never in git\n");
};

describe("is given back", () => {
  it.each([
    "git checkout -- src/auth",
    "git checkout .",
    "git checkout src/auth/token.ts",
    "git restore src/auth/token.ts src/auth/b.bin",
    "git restore .",
    "git reset --hard",
    "git reset -q --hard HEAD",
    "git checkout -f",
    "git clean -fd",
    "git clean -fdq src",
    "git stash",
    "git stash -u",
    "git rm -q -f src/auth/token.ts",
  ])("%s", async (command) => {
    const scene = await twoBranches();
    dirty(scene);
    const before = picture(scene);
    expect(await call(scene, "execute_command", { command })).toMatchObject({ decision: "allow" });
    expect(picture(scene)).not.toEqual(before);
    expect(await undo(scene, "--last")).toMatchObject({ code: 0, left: [] });
    expect(picture(scene)).toEqual(before);
  });

  it.each(["git switch -q work", "git checkout -q work", "git merge -q work", "git rebase -q work"])(
    "what lies outside the scope with it, as git's: %s",
    async (command) => {
      const scene = await twoBranches("on_violation: revert\n");
      git(scene, "config", "user.name", "Ann");
      git(scene, "config", "user.email", "ann@example.invalid");
      const before = picture(scene);
      const said = await call(scene, "execute_command", { command });
      expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
      expect(said.notices ?? []).toEqual([]);
      expect(textOf(scene, "docs/d.md")).toBe("work\n");
      expect(textOf(scene, "docs/more.md")).toBe("more\n");
      const credited = ledger(scene).flatMap(({ files: its }) =>
        its.flatMap((file: { conversations: { contributor: { entity_type: string } }[] }) =>
          file.conversations.map(({ contributor }) => contributor.entity_type),
        ),
      );
      expect(credited).not.toContain("AI");
      expect(await undo(scene, "--last")).toMatchObject({ code: 0, left: [] });
      expect(picture(scene)).toEqual(before);
    },
  );
});

it("gives back what a filter kept from git", async () => {
  const scene = await twoBranches();
  put(scene.repo, ".git/info/attributes", "*.ts filter=strip\n");
  git(scene, "config", "filter.strip.clean", "grep -v out");
  put(scene.repo, "src/auth/token.ts", `${textOf(scene, "src/auth/token.ts")}out\n`);
  git(scene, "add", "src");
  const before = picture(scene);
  expect(await call(scene, "execute_command", { command: "git switch -q work" })).toMatchObject({
    result: { exit_code: 0 },
  });
  expect(textOf(scene, "src/auth/token.ts")).toBe("work\n");
  expect(await undo(scene, "--last")).toMatchObject({ code: 0, left: [] });
  expect(picture(scene)).toEqual(before);
});

describe("names no pattern that means everything", () => {
  it.each([
    "git apply x.patch",
    "git am x.patch",
    "git switch made-up",
    "git bisect start",
    "git submodule update",
    "git format-patch -1",
    "git restore -s work .",
    "git stash pop",
    "git pull",
    "git checkout -m work",
    "tar xf x.tar",
  ])("%s", async (command) => {
    const scene = await twoBranches();
    const said = JSON.stringify(await call(scene, "execute_command", { command }));
    expect(said).toContain('"decision":"deny"');
    expect(said).not.toContain("./**");
  });
});
