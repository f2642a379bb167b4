/** Git's names, logs, flags and links: what a script would take away, turn round or blind is not kept. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain(
    `mkdir -p src/real lib; echo a > src/a.ts; echo b > lib/b.ts; ${git} init -q -b main; git config user.name A; git config user.email a@example.invalid
git add -A; git commit -qm first; echo v2 > lib/b.ts; git commit -qam second; git tag old HEAD~1; git branch kept HEAD~1; git branch feature
git switch -q feature; echo f > src/f.ts; git add -A; git commit -qm feature; git switch -q main; echo s > src/a.ts; git stash -q; echo s2 > src/a.ts; git stash -q
git symbolic-ref refs/heads/alias refs/heads/kept`,
  );
});
afterEach(() => stage.clear());

const state =
  "git for-each-ref; git stash list; cat .git/HEAD; cat .git/logs/HEAD .git/logs/refs/heads/*; git ls-files -v -s; ls .git";

describe("is not kept, and nothing of git's with it:", () => {
  it.each([
    ["a deleted branch", "git branch -D feature", "refs/heads/feature"],
    ["a branch whose file is gone", "rm .git/refs/heads/feature", "refs/heads/feature"],
    ["a moved branch", "git branch -f feature main", "refs/heads/feature"],
    ["a branch that goes back", "git update-ref refs/heads/feature main", "refs/heads/feature"],
    ["another name of a branch", "git branch -m feature other", "refs/heads/feature"],
    ["a packed branch that is gone", "git pack-refs --all; sed -i /feature/d .git/packed-refs", "refs/heads/feature"],
    [
      "a packed branch that was moved",
      'h=$(git rev-parse main); git pack-refs --all; sed -i "s#.* refs/heads/feature#$h refs/heads/feature#" .git/packed-refs',
      "refs/heads/feature",
    ],
    ["a deleted tag", "git tag -d old", "refs/tags/old"],
    ["a moved tag", "git tag -f old main", "refs/tags/old"],
    ["a name that stands for another now", "git symbolic-ref refs/heads/feature refs/heads/main", "refs/heads/feature"],
    ["a new name that stands for another", "git symbolic-ref refs/heads/n refs/heads/feature", "refs/heads/n"],
    ["a name that stands for a third now", "git symbolic-ref refs/heads/alias refs/heads/main", "refs/heads/alias"],
    ["a dropped stash", "git stash drop -q", "logs/refs/stash"],
    ["all stashes", "git stash clear", "refs/stash"],
    ["a log that is gone", "rm .git/logs/HEAD", "logs/HEAD"],
    ["all logs", "rm -rf .git/logs", "logs/HEAD"],
    ["an expired log", "git reflog expire --expire=now --all", "logs/HEAD"],
    ["a log that begins later", "sed -i 1d .git/logs/refs/heads/main", "logs/refs/heads/main"],
    [
      "a current branch that goes back, with its log",
      "git reset -q --soft HEAD~1; rm .git/logs/HEAD .git/logs/refs/heads/main",
      "refs/heads/main",
    ],
  ])("%s", (_what, script, name) => {
    const before = stage.plain(state);
    const said = stage.boxed({ script: `${script}; echo x > src/x.ts` });
    expect(said.lostRefs).toContain(name);
    expect(said.verdicts.filter(([, path, becomes]) => path.startsWith(".git/") && becomes === "applied")).toEqual([]);
    expect(stage.plain(state)).toBe(before);
    expect(stage.plain("cat src/x.ts")).toBe("x\n");
  });
});

describe("is kept:", () => {
  it.each([
    ["a new branch", "git branch n"],
    ["a new tag", "git tag n"],
    ["a branch of its own that got another name", "git branch n; git branch -m n m"],
    ["a commit", "echo x > src/x.ts; git add src/x.ts; git commit -qm x"],
    ["a commit in the place of the last one", "git commit -q --amend -m other"],
    ["a commit on another branch", "git switch -q feature; echo x > src/x.ts; git add src/x.ts; git commit -qm x"],
    ["a further stash", "echo x > src/a.ts; git stash -q"],
    ["packed names", "git pack-refs --all"],
  ])("%s", (_what, script) => {
    const wanted = stage.plain(
      `cp -a . ../copy; cd ../copy; ${script} > /dev/null 2>&1; git for-each-ref --format='%(refname)'; git stash list | wc -l; cd ..; rm -rf copy`,
    );
    const said = stage.boxed({ script });
    expect(said.lostRefs).toEqual([]);
    expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
    expect(stage.plain("git for-each-ref --format='%(refname)'; git stash list | wc -l")).toBe(wanted);
  });
});

describe("no object stands for another:", () => {
  const two = "h=$(git rev-parse HEAD); o=$(git rev-parse HEAD~1)";
  it.each([
    ["by a packed name", `${two}; git pack-refs --all; echo "$o refs/replace/$h" >> .git/packed-refs`],
    ["by a packed name alone", `${two}; printf '%s refs/replace/%s\\n' $o $h > .git/packed-refs`],
    ["by a packed name with other blanks", `${two}; printf '%s\\trefs/replace/%s\\n' $o $h >> .git/packed-refs`],
    ["by git itself", "git replace HEAD HEAD~1"],
    ["by other parents", `${two}; echo "$h" > .git/info/grafts`],
    ["by an end of the history", `${two}; echo $h > .git/shallow`],
    ["by other objects", "mkdir -p src/o; echo $PWD/src/o > .git/objects/info/alternates"],
    ["by other objects over the network", "echo http://x > .git/objects/info/http-alternates"],
    ["by a promise", "git config extensions.partialClone x"],
    ["by another folder", "echo ../src > .git/commondir"],
  ])("%s", (_what, script) => {
    const look =
      "git cat-file -p HEAD; git show HEAD:lib/b.ts; git rev-list --count HEAD; git for-each-ref; ls .git .git/info .git/objects/info; cat .git/config";
    const before = stage.plain(look);
    const said = stage.boxed({ script });
    expect(said.verdicts.filter(([, path, becomes]) => path.startsWith(".git/") && becomes === "applied")).toEqual([]);
    expect(stage.plain(look)).toBe(before);
  });
});

describe("git looks at every file as before:", () => {
  it.each(["--assume-unchanged", "--skip-worktree"])("%s", (flag) => {
    const said = stage.boxed({ script: `git update-index ${flag} lib/b.ts`, scope: "^src/" });
    expect(said.committed).toContain("lib/b.ts");
    expect(stage.plain("echo z > lib/b.ts; git status --short")).toBe(" M lib/b.ts\n");
    stage.boxed({ script: `git update-index ${flag} lib/b.ts`, scope: "^src/", movesTree: true });
    expect(stage.plain("git status --short")).toBe(" M lib/b.ts\n");
    // In the scope it may.
    stage.boxed({ script: `git update-index ${flag} src/a.ts`, scope: "^src/" });
    expect(stage.plain("git ls-files -v src/a.ts")).toMatch(/^[hS] /);
  });

  it("to be added later", () => {
    const said = stage.boxed({
      script: "echo n > src/n; git add -N src/n lib/../lib/b.ts; echo > lib/n",
      scope: "^src/",
    });
    expect(said.verdicts).toContainEqual(["create", "lib/n", "asked", "outside"]);
    stage.plain("echo n > lib/n");
    expect(stage.boxed({ script: "git add -N lib/n", scope: "^src/" }).committed).toContain("lib/n");
    expect(stage.plain("git ls-files lib/n")).toBe("");
  });
});

describe("a link", () => {
  it.each([
    ["ln -s .. src/d; ln -s d/../secret src/e", "src/e", ["asked", "link"]],
    ["ln -s real/../../../secret src/e", "src/e", ["asked", "link"]],
    ["ln -s real/../a.ts src/e", "src/e", ["asked", "link"]],
    ["ln -s /etc src/d; ln -s d/passwd src/e", "src/e", ["asked", "link"]],
    ["ln -s out/x src/e", "src/e", ["asked", "link"]],
    ["rm src/out; mkdir src/out; ln -s out/x src/e", "src/e", ["asked", "link"]],
    ["rm -r src/real; ln -s ../.. src/real; ln -s real/x src/e", "src/e", ["asked", "link"]],
    ["ln -s /usr/bin/true src/d; ln -s d src/e", "src/e", ["asked", "link"]],
    ["ln -s /etc src/f; ln -s g src/e; ln -s e/../f src/g", "src/g", ["asked", "link"]],
    ["ln -s ../d/k/h src/real/h; ln -s real src/d; ln -s /etc src/real/k; ln -s d/h src/e", "src/e", ["asked", "link"]],
    ["ln -s g/x src/f; ln -s f/../out src/g; ln -s out/x src/e; ln -s e/y src/e2", "src/e2", ["asked", "link"]],
    ["ln -s ../.claude/settings.json src/e", "src/e", ["dropped", "control"]],
    ["ln -s ../.claude src/d; ln -s d/settings.json src/e", "src/e", ["dropped", "control"]],
    ["ln -s ../.git/config src/e", "src/e", ["dropped", "control"]],
    ["ln -s $PWD/.git/hooks src/e", "src/e", ["dropped", "control"]],
    ["ln -s ../.gitignore src/e", "src/e", ["dropped", "control"]],
    ["ln -s .. src/e", "src/e", ["applied", "in scope"]],
    ["ln -s real src/d; ln -s d/x src/e", "src/e", ["applied", "in scope"]],
    ["ln -s ../lib/b.ts src/e", "src/e", ["applied", "in scope"]],
    ["ln -s $PWD/src/a.ts src/e", "src/e", ["applied", "in scope"]],
    ["ln -s nowhere src/e", "src/e", ["applied", "in scope"]],
    ["ln -s e src/f; ln -s f src/e", "src/e", ["applied", "in scope"]], // in a circle it leads nowhere
    ["ln -s e src/e", "src/e", ["applied", "in scope"]],
    ["ln -s e/x src/e", "src/e", ["applied", "in scope"]],
    ["ln -s g/x src/e; ln -s e/y src/g", "src/e", ["applied", "in scope"]],
    ["rm -r src/real; ln -s real/x src/real", "src/real", ["applied", "in scope"]],
  ])("%s", (script, path, wanted) => {
    stage.plain("ln -s /etc src/out; mkdir .claude; echo {} > .claude/settings.json");
    const said = stage.boxed({ script, scope: "^src/" });
    expect(said.verdicts.find(([, one]) => one === path)?.slice(2)).toEqual(wanted);
    if (wanted[0] !== "applied") expect(stage.plain(`ls ${path} 2> /dev/null; readlink ${path}`)).toBe("");
  });
});
