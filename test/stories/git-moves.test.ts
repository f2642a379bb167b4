/** Git as people speak of it, where nothing contains a command: what it changes is git's, what nobody saved is not lost. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { put } from "../planted-root.ts";
import { git, place, plantRepository, saidOf } from "./git-scene.ts";

plantRepository();

/** `work` changes a file outside the scope too; origin has what `main` has. */
beforeEach(() => {
  git("switch", "-q", "-c", "work");
  put(place.root, "lib/b.ts", "work\n");
  put(place.root, "src/a.ts", "work\n");
  put(place.root, "lib/secret.txt", "of work\n");
  git("add", "-A");
  git("commit", "-q", "-m", "on work");
  git("switch", "-q", "main");
  put(place.root, "src/own.ts", "own\n");
  git("add", "-A");
  git("commit", "-q", "-m", "own");
  git("update-ref", "refs/remotes/origin/main", "HEAD~1");
});

describe("passes where nothing unsaved is lost", () => {
  it.each([
    "git switch work",
    "git switch -q work",
    "git checkout work",
    "git checkout -q work",
    "git switch -c next work",
    "git checkout -b next work",
    "git switch -c next",
    "git switch --detach work",
    "git merge work",
    "git merge --no-edit work",
    "git merge --ff-only origin/main",
    "git rebase work",
    "git rebase origin/main",
    "git cherry-pick work",
    "git revert --no-edit HEAD",
    "git stash",
    "git stash -u",
    "git stash push -m wip",
    "git add -A && git stash",
    "git add src && git commit -qm x && git switch work",
    "git status && git switch work",
    "git -C src switch work",
    "git -c alias.sw='switch work' sw",
    "git reset --soft HEAD~1",
    "git reset HEAD~1",
    "git reset --hard",
    "git reset --hard HEAD~1",
    "git commit --amend --no-edit",
    "git merge -X ours work",
    "git merge beside",
    "timeout 9 git switch work",
    "bash -c 'git switch work'",
    "git commit -qam x && git merge work",
  ])("%s", async (command) => {
    git("branch", "-q", "beside", "work");
    put(place.root, "src/new.ts", "new\n");
    expect(await saidOf(command)).toBe("allow");
  });
});

/** Something that stands nowhere but in the tree. */
const unsaved = (path: string) => () => put(place.root, path, "nobody saved this\n");
const nothing = () => undefined;
const pushed = () => void git("update-ref", "refs/remotes/origin/main", "HEAD");
/** Git ignores what stands where `work` has a folder. */
const inTheWay = (path: string) => () => {
  git("switch", "-q", "work");
  put(place.root, `${path}/w.ts`, "w\n");
  git("add", "-A");
  git("commit", "-qm", "a folder");
  git("switch", "-q", "main");
  put(place.root, ".git/info/exclude", `${path}\n`);
  put(place.root, path, "a person's\n");
};
const folderLeft = () => {
  put(place.root, "src/deep/c.ts", "c\n");
  git("add", "-A");
  git("commit", "-qm", "deep");
  rmSync(join(place.root, "src/deep"), { recursive: true });
  put(place.root, "src/deep", "nobody saved this\n");
};
/** Git takes the file for unchanged. */
const filtered = (path: string) => () => {
  put(place.root, ".git/info/attributes", `${path} filter=strip\n`);
  git("config", "filter.strip.clean", "grep -v out");
  put(place.root, path, `${path.slice(4, 5)}\nout\n`);
  git("add", path);
};
/** What `work` does to `src/moved/m.ts` git would bring to where `main` has it now. */
const moved = (to: string) => () => {
  const text = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join("");
  put(place.root, "src/moved/m.ts", text);
  git("add", "-A");
  git("commit", "-qm", "one place");
  git("switch", "-q", "-c", "other");
  put(place.root, "src/moved/m.ts", `${text}more\n`);
  git("commit", "-qam", "at the one place");
  git("switch", "-q", "-c", "beside", "main");
  put(place.root, "src/moved/new.ts", "new\n");
  git("add", "-A");
  git("commit", "-qm", "beside it");
  git("switch", "-q", "main");
  mkdirSync(join(place.root, to), { recursive: true });
  git("mv", "src/moved/m.ts", `${to}/m.ts`);
  git("commit", "-qm", "another place");
};
/** A commit that no branch, tag or remote leads to, as a command could make one. */
const loose = () => {
  const tree = git("rev-parse", "work^{tree}");
  const commit = git("commit-tree", tree, "-p", "main", "-m", "loose");
  git("config", "core.bare", "false");
  return commit;
};

describe("throws away what is kept first, and asks about the rest", () => {
  it.each<[string, () => void, string, string]>([
    ["a change in scope", unsaved("src/a.ts"), "git checkout -- src/a.ts", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git checkout src/a.ts", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git checkout .", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git restore src", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git restore .", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git restore -s HEAD~1 src/a.ts", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git reset --hard", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git reset --hard HEAD~1", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git checkout -f", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git checkout -f work", "allow"],
    ["a change in scope", unsaved("src/a.ts"), "git switch --discard-changes work", "allow"],
    ["a new file in scope", unsaved("src/new.ts"), "git clean -fd", "allow"],
    ["a new file in scope", unsaved("src/new.ts"), "git clean -f src", "allow"],
    ["a change outside the scope", unsaved("lib/b.ts"), "git reset --hard", "ask"],
    ["a change outside the scope", unsaved("lib/b.ts"), "git checkout -f work", "ask"],
    ["a change outside the scope", unsaved("lib/b.ts"), "git switch -f work", "ask"],
    ["a change outside the scope", unsaved("lib/b.ts"), "git checkout -- lib/b.ts", "no: SCOPE_VIOLATION"],
    ["a change outside the scope", unsaved("lib/b.ts"), "git checkout .", "no: SCOPE_VIOLATION"],
    ["a change outside the scope", unsaved("lib/b.ts"), "git restore .", "no: SCOPE_VIOLATION"],
    ["a new file outside the scope", unsaved("lib/new.ts"), "git clean -fd", "no: SCOPE_VIOLATION"],
    ["a file of another branch", nothing, "git checkout work -- lib/b.ts", "no: SCOPE_VIOLATION"],
    ["a file of another branch", nothing, "git restore --source=work lib/b.ts", "no: SCOPE_VIOLATION"],
    ["all of another branch", nothing, "git checkout work .", "no: SCOPE_VIOLATION"],
    ["a secret file that git does not have", unsaved("src/x.key"), "git clean -fd", "ask"],
    [
      "a secret file that was changed",
      () => {
        put(place.root, "src/x.key", "1\n");
        git("add", "-A");
        git("commit", "-qm", "key");
        put(place.root, "src/x.key", "2\n");
      },
      "git reset --hard",
      "ask",
    ],
    [
      "what git ignores and another branch has",
      () => {
        put(place.root, ".git/info/exclude", "lib/secret.txt\n");
        put(place.root, "lib/secret.txt", "a person's\n");
      },
      "git switch work",
      "ask",
    ],
    [
      "what is staged and stands otherwise in the tree",
      () => {
        put(place.root, "src/a.ts", "staged\n");
        git("add", "src/a.ts");
        put(place.root, "src/a.ts", "standing\n");
      },
      "git reset --hard",
      "ask",
    ],
    [
      "commits that no branch has",
      () => {
        git("switch", "-q", "--detach");
        put(place.root, "src/a.ts", "detached\n");
        git("commit", "-qam", "detached");
      },
      "git switch main",
      "ask",
    ],
    [
      "what was staged, once it is not any more",
      () => {
        put(place.root, "lib/b.ts", "staged\n");
        git("add", "-A");
      },
      "git reset -q && git checkout .",
      "no: SCOPE_VIOLATION",
    ],
    [
      "what was staged, once it is not any more, by a shell in the shell",
      () => {
        put(place.root, "src/a.ts", "staged\n");
        git("add", "-A");
      },
      "bash -c 'git restore --staged src; git restore src/a.ts'",
      "ask",
    ],
    [
      "a new file outside the scope that is staged first",
      unsaved("lib/new.ts"),
      "git add -A && git reset --hard",
      "ask",
    ],
    ["what git ignores in the place of a folder", inTheWay("lib/out"), "git switch work", "ask"],
    ["what git ignores in the place of a folder", inTheWay("src/out"), "git switch work", "ask"],
    ["a new file in the place of a folder", folderLeft, "git reset --hard", "ask"],
    ["a new file in the place of a folder", folderLeft, "git checkout -- src/deep/c.ts", "ask"],
    [
      "a folder in the place of a file",
      () => {
        rmSync(join(place.root, "src/a.ts"));
        put(place.root, "src/a.ts/x.log", "log\n");
      },
      "git checkout -- src/a.ts",
      "ask",
    ],
    ["bytes that a filter kept from git", filtered("lib/b.ts"), "git switch work", "ask"],
    ["bytes that a filter kept from git", filtered("src/a.ts"), "git switch work", "allow"],
    [
      "what git ignores, where a commit that is made anew has a file for a while",
      () => {
        put(place.root, "lib/while.txt", "for a while\n");
        git("add", "-A");
        git("commit", "-qm", "comes");
        git("rm", "-q", "lib/while.txt");
        git("commit", "-qm", "goes");
        put(place.root, ".git/info/exclude", "lib/while.txt\n");
        put(place.root, "lib/while.txt", "a person's\n");
      },
      "git rebase work",
      "ask",
    ],
    ["repositories of their own", unsaved("src/sub/.git/HEAD"), "git clean -ffd", "no: SCOPE_VIOLATION"],
    ["what git ignores", unsaved("src/new.ts"), "git clean -fdx", "no: CONTROL_FILE"],
  ])("%s", async (_what, made, command, said) => {
    made();
    expect(await saidOf(command), command).toBe(said);
  });
});

describe("asks one question", () => {
  it.each<[string, () => void]>([
    ["git pull", nothing],
    ["git pull --rebase origin main", nothing],
    ["git merge --abort", nothing],
    ["git rebase --continue", nothing],
    ["git cherry-pick --skip", nothing],
    ["git stash -a", nothing],
    ["git stash branch next", nothing],
    ["git switch work && git merge main", nothing],
    ["git fetch && git rebase origin/main", nothing],
    ["git branch next && git switch next", nothing],
    ["while git reset --hard HEAD~1; do :; done", nothing],
    ["f() { git reset --hard HEAD~1; }; f; f", nothing],
    ["for i in 1 2; do git switch work; done", nothing],
    ["find src -name a.ts -exec git stash ';'", nothing],
    ["git merge other", moved("lib/else")],
    ["git merge -X theirs other", moved("lib/else")],
    ["git merge beside", moved("lib/else")],
    ["git cherry-pick other", moved("lib/else")],
    ["git cherry-pick beside", moved("lib/else")],
    [
      "git rebase main",
      () => {
        moved("lib/else")();
        git("switch", "-q", "other");
      },
    ],
    ["git fetch --tags ../elsewhere", nothing],
    ["git fetch -t src/clone", nothing],
    ["git commit --allow-empty -m x --no-verify", nothing],
    ["git commit --allow-empty -nm x", nothing],
    ["git commit -an -m x", nothing],
    ["git merge --no-verify work", nothing],
    ["git rebase --no-verify work", nothing],
    ["git push --no-verify", nothing],
    ["git push --force-with-lease", nothing],
    ["git push -f", nothing],
    ["git commit --amend --no-edit", pushed],
    ["git reset --soft HEAD~1", pushed],
    ["git reset --hard HEAD~1", pushed],
    ["git rebase work", pushed],
    ["git reset --soft work", nothing],
    ["git reset --hard work", nothing],
    ["git switch -C main work", nothing],
    ["git checkout -B main work", nothing],
    ["git branch -f work main", nothing],
    ["git branch -D work", nothing],
    ["git stash drop", nothing],
    ["git stash clear", nothing],
  ])("%s", async (command, made) => {
    made();
    expect(await saidOf(command)).toBe("ask");
  });
});

describe("is refused where git would bring what no branch has, or what steers", () => {
  it.each(["switch --detach", "checkout", "reset --hard", "merge", "cherry-pick", "rebase"])(
    "a loose commit: git %s",
    async (verb) => {
      expect(await saidOf(`git ${verb} ${loose()}`)).toBe("no: SCOPE_VIOLATION");
    },
  );

  it("what notes hold", async () => {
    git("notes", "add", "-m", "x");
    expect(await saidOf("git checkout refs/notes/commits")).toBe("no: SCOPE_VIOLATION");
  });

  it.each(["switch", "checkout", "merge", "cherry-pick", "rebase", "checkout -f"])(
    "settings of an agent, or hooks: git %s",
    async (verb) => {
      git("switch", "-q", "-c", "evil");
      put(place.root, ".claude/settings.json", "{}\n");
      git("add", "-fA", ".claude");
      git("commit", "-qm", "evil");
      git("switch", "-q", "main");
      expect(await saidOf(`git ${verb} evil`)).toBe("no: CONTROL_FILE");
    },
  );

  it("what a stash would take away of them", async () => {
    put(place.root, ".claude/settings.json", "{}\n");
    git("add", "-fA", ".claude");
    expect(await saidOf("git stash")).toBe("no: CONTROL_FILE");
  });

  it.each([
    "git switch made-up",
    "git switch work --recurse-submodules",
    "git checkout -m work",
    "git switch --orphan next",
    "git -c submodule.recurse=true switch work",
    "git -c core.symlinks=false checkout work",
    "git merge -s ours work",
    "git merge -X subtree=lib work",
    "git merge --strategy-option=subtree=lib work",
    "git cherry-pick -X subtree=lib work",
    "git rebase -X subtree=lib work",
    "git revert -X subtree=lib --no-edit HEAD",
    "git cherry-pick -m 1 work",
    "git rebase --onto main work",
    "git reset --merge work",
    "git read-tree -u -m work",
    "git apply x.patch",
    "git --work-tree=src checkout work",
    "cp src/own.ts src/a.ts && git checkout -f work",
    "git switch work; git switch main; git checkout .",
  ])("what is not foreseen: %s", async (command) => {
    expect(await saidOf(command)).toMatch(/^no: /);
  });

  it("a second copy of the repository's folder behind a link", async () => {
    symlinkSync(place.folder, join(place.root, "src/out"));
    expect(await saidOf("git -C src/out switch work")).not.toBe("allow");
    expect(existsSync(join(place.root, "src/out"))).toBe(true);
  });
});
