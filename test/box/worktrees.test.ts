/** Commits in a second worktree and in a submodule: git keeps them elsewhere, and judges them all the same. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
const git = "git -c user.name=A -c user.email=a@example.invalid -c protocol.file.allow=always";
const log = "git log --format=%s -1; git status --porcelain";

describe("in a second worktree", () => {
  beforeAll(async () => {
    stage = await setStage("second");
    stage.plain(`rmdir ~/second; mkdir ~/main; cd ~/main; ${git} init -qb main; mkdir src lib; echo a > src/a; echo b > lib/b
      ${git} add -A; ${git} commit -qm first; ${git} worktree add -q ~/second -b side`);
  });
  afterAll(() => stage.clear());
  beforeEach(() => void stage.plain(`${git} reset -q --hard; ${git} clean -fdq`));
  const others =
    "cd ~/main; cat HEAD .git/HEAD .git/config .git/index 2> /dev/null | sha256sum; git status --porcelain; ls -A .git .git/hooks; git rev-parse main";

  it("keeps a commit whose paths are in the scope", () => {
    const before = stage.plain(others);
    const told = stage.boxed({ script: `echo new > src/a; ${git} commit -qam second`, scope: "^src/" });
    expect(told).toMatchObject({ ended: { began: true, code: 0 }, failed: [], committed: ["src/a"] });
    expect(stage.plain(log)).toBe("second\n");
    expect(stage.plain("cd ~/main; git log --format=%s -1 side; git fsck 2>&1 | grep -v dangling")).toBe("second\n");
    expect(stage.plain(others)).toBe(before);
  });

  it("keeps what git does when it moves the tree", () => {
    expect(stage.boxed({ script: `${git} checkout -qb other`, scope: "^src/", movesTree: true }).failed).toEqual([]);
    expect(stage.plain("git branch --show-current; git checkout -q side; git branch -qD other")).toBe("other\n");
  });

  it.each([
    ["a commit of what is not in the scope", `echo new > lib/b; ${git} commit -qam second`],
    ["a commit of both", `echo new > lib/b; echo new > src/a; ${git} commit -qam second`],
    [
      "a commit that never stood in the tree",
      `n=$(echo x | ${git} hash-object -w --stdin); ${git} update-index --add --cacheinfo 100644,$n,lib/c; ${git} commit -qm x`,
    ],
    ["settings of all worktrees", `${git} config alias.x '!true'; echo new > src/a; ${git} commit -qam second`],
    ["settings of this one", `${git} config extensions.worktreeConfig true; ${git} config --worktree alias.x '!true'`],
    ["a hook", "echo true > ~/main/.git/hooks/pre-commit; chmod +x ~/main/.git/hooks/pre-commit"],
    ["another place for git's folder", "echo .. > ~/main/.git/worktrees/second/commondir"],
    ["the branch that another worktree stands on", "echo 'ref: refs/heads/side' > ~/main/.git/HEAD"],
    ["the index of another worktree", "cp ~/main/.git/worktrees/second/index ~/main/.git/index; rm ~/main/.git/index"],
    [
      "an object that is not what its name says",
      "mkdir -p ~/main/.git/objects/aa; echo x > ~/main/.git/objects/aa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ],
    ["what leads to git's folder", "echo 'gitdir: /tmp/x' > .git"],
  ])("keeps nothing in git's folder of %s", (_, script) => {
    const before = stage.plain(
      `${others}; cd ~/second; cat .git; git rev-parse side; find ~/main/.git -type f | sort | xargs sha256sum`,
    );
    const told = stage.boxed({ script, scope: "^src/" });
    expect(told.ended).toMatchObject({ began: true });
    expect(told.verdicts.filter(([, path, becomes]) => /^\.git(\/|$)/.test(path) && becomes === "applied")).toEqual([]);
    expect(
      stage.plain(
        `${others}; cd ~/second; cat .git; git rev-parse side; find ~/main/.git -type f | sort | xargs sha256sum`,
      ),
    ).toBe(before);
  });
});

describe("in a submodule", () => {
  beforeAll(async () => {
    stage = await setStage();
    stage.plain(`mkdir ~/part; cd ~/part; ${git} init -qb main; mkdir in; echo a > in/a; echo b > b; ${git} add -A; ${git} commit -qm first
      cd ~/project; ${git} init -qb main; ${git} submodule --quiet add ~/part sub; ${git} commit -qm with; cd sub; ${git} checkout -q main`);
  });
  afterAll(() => stage.clear());
  beforeEach(() => void stage.plain(`cd sub; ${git} reset -q --hard; ${git} clean -fdq`));

  it("keeps a commit whose paths are in the scope", () => {
    const told = stage.boxed({ script: `cd sub; echo new > in/a; ${git} commit -qam second`, scope: "^sub/in/" });
    expect(told).toMatchObject({ ended: { began: true, code: 0 }, failed: [], committed: ["sub/in/a"] });
    expect(stage.plain(`cd sub; ${log}; git fsck 2>&1 | grep -v dangling`)).toBe("second\n");
  });

  it("keeps one where the submodule is the root", () => {
    const root = `${stage.root}/sub`;
    const told = stage.boxed({ root, script: `echo newer > in/a; ${git} commit -qam third`, scope: "^in/" });
    expect(told).toMatchObject({ ended: { began: true, code: 0 }, failed: [], committed: ["in/a"] });
    expect(stage.plain(`cd sub; ${log}`)).toBe("third\n");
  });

  it.each([
    ["a commit of what is not in the scope", `cd sub; echo new > b; ${git} commit -qam x`],
    ["settings", `cd sub; ${git} config alias.x '!true'; echo x > in/a; ${git} commit -qam x`],
    ["a hook", "echo true > .git/modules/sub/hooks/pre-commit"],
    ["a submodule that is new", `${git} submodule --quiet add ~/part other`],
    ["a folder that looks like one", "mkdir -p .git/modules/x; echo 'ref: refs/heads/main' > .git/modules/x/HEAD"],
  ])("keeps nothing in git's folder of %s", (_, script) => {
    const before = stage.plain("find .git -type f | sort | xargs sha256sum");
    const told = stage.boxed({ script, scope: "^sub/in/" });
    expect(told.ended).toMatchObject({ began: true });
    expect(stage.plain("find .git -type f | sort | xargs sha256sum")).toBe(before);
  });
});
