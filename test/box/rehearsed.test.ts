/** A command in its box does what it would do outside, and what counts of it is decided afterwards. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain("mkdir -p src lib; echo a > src/a.ts; echo b > lib/b.ts; mkdir src/deep; echo c > src/deep/c.ts");
});
afterEach(() => stage.clear());

const text = (path: string) => readFileSync(join(stage.root, path), "utf8");
const there = (path: string) => existsSync(join(stage.root, path));

describe("what it changes", () => {
  it("counts where it lies in the scope, and nowhere else", () => {
    const said = stage.boxed({ script: "echo x > src/a.ts; echo y > lib/b.ts; echo z > src/new.ts", scope: "^src/" });
    expect(said.ended).toMatchObject({ began: true, code: 0 });
    expect(said.verdicts.sort()).toEqual([
      ["change", "lib/b.ts", "asked", "outside"],
      ["change", "src/a.ts", "applied", "in scope"],
      ["create", "src/new.ts", "applied", "in scope"],
    ]);
    expect([text("src/a.ts"), text("lib/b.ts"), text("src/new.ts")]).toEqual(["x\n", "b\n", "z\n"]);
  });

  it.each([
    [
      "rm -r src/deep",
      [
        ["delete", "src/deep/c.ts"],
        ["delete", "src/deep"],
      ],
    ],
    [
      "rm -r src/deep; mkdir src/deep; echo n > src/deep/n",
      [
        ["delete", "src/deep/c.ts"],
        ["create", "src/deep/n"],
      ],
    ],
    ["rm src/a.ts; mkdir src/a.ts", [["replace", "src/a.ts"]]],
    [
      "rm -r src/deep; echo f > src/deep",
      [
        ["delete", "src/deep/c.ts"],
        ["replace", "src/deep"],
      ],
    ],
    ["chmod +x src/a.ts", [["mode", "src/a.ts"]]],
    ["echo a > src/a.ts; touch -d 2001-01-01 src/a.ts", [["touch", "src/a.ts"]]],
    ["ln -s a.ts src/l", [["create", "src/l"]]],
    [
      "mv src/a.ts src/z.ts",
      [
        ["delete", "src/a.ts"],
        ["create", "src/z.ts"],
      ],
    ],
    ["sed -i s/a/q/ src/a.ts", [["change", "src/a.ts"]]],
    ["cat src/a.ts; true", []],
    ["echo x > src/n; rm src/n", []],
    ["printf 'n' > $'src/new\\nline'", [["create", "src/new\nline"]]],
  ])("is listed and applied as it was done: %s", (script, wanted) => {
    const said = stage.boxed({ script });
    expect(said.verdicts.map(([does, path]) => [does, path]).sort()).toEqual([...wanted].sort());
    const boxed = stage.plain(
      "find . -printf '%y %m %p %l\\n' | sort; find . -type f | sort | xargs -d '\\n' cat 2>/dev/null",
    );
    stage.plain(
      "rm -rf src lib; mkdir -p src lib; echo a > src/a.ts; echo b > lib/b.ts; mkdir src/deep; echo c > src/deep/c.ts",
    );
    stage.plain(script);
    const plain = stage.plain(
      "find . -printf '%y %m %p %l\\n' | sort; find . -type f | sort | xargs -d '\\n' cat 2>/dev/null",
    );
    expect(boxed).toBe(plain);
  });

  it.each([
    ["mkdir .claude; echo '{}' > .claude/settings.json", ".claude/settings.json", "dropped", "control"],
    ["echo x > .gitignore", ".gitignore", "dropped", "control"],
    ["echo x > src/.gitattributes", "src/.gitattributes", "dropped", "control"],
    ["mkfifo src/f", "src/f", "dropped", "special"],
    ["cp /bin/true src/t; chmod 4755 src/t", "src/t", "dropped", "special"],
    ["ln -s /etc src/l", "src/l", "asked", "link"],
    ["ln -s ../../.. src/l", "src/l", "asked", "link"],
    [
      "git init -q; mkdir .git/rebase-merge; echo 'exec x' > .git/rebase-merge/git-rebase-todo",
      ".git/rebase-merge/git-rebase-todo",
      "dropped",
      "git",
    ],
    [
      "git init -q; mkdir .git/rebase-apply; echo x > .git/rebase-apply/onto",
      ".git/rebase-apply/onto",
      "dropped",
      "git",
    ],
    ["git init -q; mkdir .git/sequencer; echo x > .git/sequencer/todo", ".git/sequencer/todo", "dropped", "git"],
    ["git init -q; mkdir -p .git/refs/replace; echo x > .git/refs/replace/x", ".git/refs/replace/x", "dropped", "git"],
    ["git init -q; echo x > .git/shallow", ".git/shallow", "dropped", "git"],
    ["git init -q; mkdir -p .git/modules/m; echo x > .git/modules/m/HEAD", ".git/modules/m/HEAD", "dropped", "git"],
    ["git init -q; echo /x > .git/commondir", ".git/commondir", "dropped", "git"],
    ["git init -q; echo evil > .git/hooks/pre-commit", ".git/hooks/pre-commit", "dropped", "git"],
  ])("is held back although everything is in scope: %s", (script, path, becomes, because) => {
    const said = stage.boxed({ script });
    expect(said.verdicts.find(([, one]) => one === path)?.slice(2)).toEqual([becomes, because]);
    expect(there(path)).toBe(false);
  });

  it.each([
    ["a file", "rm -r src; echo f > src"],
    ["a link", "rm -r src; ln -s lib src"],
  ])("leaves a folder that holds what was held back where %s would replace it", (_what, script) => {
    stage.plain("mkdir src/.claude; echo {} > src/.claude/settings.json");
    const said = stage.boxed({ script: `${script}; echo y > lib/b.ts` });
    expect(said.verdicts).toContainEqual(["replace", "src", "dropped", "filled"]);
    expect(said.failed).toEqual([]);
    expect(stage.plain("find src -type f; cat lib/b.ts; find . -name '.*.*'")).toBe("src/.claude/settings.json\ny\n");
  });

  it.each([
    ["a folder was filled", "rm -r src/deep; echo f > src/deep", "echo n > src/deep/n", ["src/deep"]],
    ["a folder stands there", "echo n > src/new", "mkdir src/new; touch src/new/x", ["src/new"]],
    ["a file is in the way", "mkdir src/x; echo > src/x/y", "echo > src/x", ["src/x", "src/x/y"]],
    ["a link leads away", "echo > src/deep/n", "mv src/deep src/d; ln -s d src/deep", ["src/deep/n"]],
  ])("is applied but for what is asked about, where meanwhile %s", (_what, script, meanwhile, paths) => {
    const said = stage.boxed({ script: `${script}; echo y > lib/b.ts; echo z > src/z.ts`, meanwhile });
    expect(said.failed).toEqual([]);
    const asked = said.verdicts.filter(([, , becomes, because]) => becomes === "asked" && because === "contested");
    expect(asked.map(([, path]) => path)).toEqual(paths);
    expect(stage.plain("cat lib/b.ts src/z.ts; find . -name '.*.*'")).toBe("y\nz\n");
  });

  it("is not listed where its name is no text, and is told", () => {
    const said = stage.boxed({ script: "echo x > $'src/a\\xff'" });
    expect(said).toMatchObject({ verdicts: [], unreadable: [expect.stringContaining("src/a")] });
    expect(stage.plain("ls src")).toBe("a.ts\ndeep\n");
  });

  it("is asked about where somebody changed the same file meanwhile", () => {
    // Both sides see this folder while the command runs.
    const place = "$HOME/.npm/_cacache";
    const wait = (name: string) => `until [ -e ${place}/${name} ]; do sleep 0.02; done`;
    stage.plain(
      `mkdir -p ${place}; (${wait("begun")}; echo person > src/a.ts; touch ${place}/done) > /dev/null 2>&1 &`,
    );
    const script = `echo box > src/a.ts; touch ${place}/begun; ${wait("done")}`;
    const said = stage.boxed({ script, isInstall: true });
    expect(said.verdicts).toEqual([["change", "src/a.ts", "asked", "contested"]]);
    expect(text("src/a.ts")).toBe("person\n");
  });
});

describe("a commit", () => {
  const git = "git -c user.name=A -c user.email=a@example.invalid";
  beforeEach(() => void stage.plain(`${git} init -q -b main; ${git} add -A; ${git} commit -qm first`));

  it("counts with what it holds", () => {
    const said = stage.boxed({ script: `echo x > src/a.ts; ${git} commit -qam second`, scope: "^src/" });
    expect(said.verdicts.every(([, , becomes]) => becomes === "applied")).toBe(true);
    expect(stage.plain("git log --format=%s; git status --short; git fsck 2>&1")).toBe("second\nfirst\n");
  });

  const evil = "b=$(echo evil | git hash-object -w --stdin)";
  const state =
    "git for-each-ref; cat .git/HEAD; git ls-files -s; find .git/objects -type f | sort; cat .git/logs/HEAD";

  it.each([
    ["staged", `${evil}; git update-index --add --cacheinfo 100644,$b,.claude/settings.json`],
    ["committed", `${evil}; git update-index --add --cacheinfo 100644,$b,.claude/settings.json; ${git} commit -qm x`],
    [
      "committed and taken back in the next commit",
      `${evil}; git update-index --add --cacheinfo 100644,$b,.claude/s; ${git} commit -qm x; git rm -q --cached .claude/s; ${git} commit -qm y`,
    ],
    [
      "on another branch",
      `${evil}; export GIT_INDEX_FILE=/tmp/i; git update-index --add --cacheinfo 100644,$b,.claude/s; git update-ref refs/heads/o $(${git} commit-tree -m x $(git write-tree))`,
    ],
    [
      "in packed references",
      `${evil}; export GIT_INDEX_FILE=/tmp/i; git update-index --add --cacheinfo 100644,$b,.claude/s; echo "$(${git} commit-tree -m x $(git write-tree)) refs/heads/o" > .git/packed-refs`,
    ],
    [
      "in the log only",
      `${evil}; git update-index --add --cacheinfo 100644,$b,.claude/s; ${git} commit -qm x; git reset -q HEAD~1`,
    ],
    ["a hidden attribute", `${evil}; git update-index --add --cacheinfo 100644,$b,lib/.gitattributes`],
    ["a tag of a tree", "git update-ref refs/tags/t HEAD^{tree}"],
    ["a name without an object", `echo ${"1".repeat(40)} > .git/refs/heads/o`],
    [
      "an object below another's name",
      `${evil}; mkdir -p .git/objects/11; mv .git/objects/\${b:0:2}/\${b:2} .git/objects/11/${"1".repeat(38)}`,
    ],
    [
      "an object in the place of another",
      "o() { h=$(git rev-parse $1); echo .git/objects/$(echo $h | cut -c1-2)/$(echo $h | cut -c3-); }; chmod +w $(o HEAD); cat $(o HEAD^{tree}) > $(o HEAD)",
    ],
    [
      "an object that was there, gone",
      "h=$(git rev-parse HEAD); rm -f .git/objects/$(echo $h | cut -c1-2)/$(echo $h | cut -c3-)",
    ],
    ["a pack", "git gc -q"],
    ["an index that is none", "echo x > .git/index"],
    ["a head without the control files that were there", "git update-ref refs/heads/main HEAD~1"],
    ["no index", "rm .git/index"],
  ])("does not count with what nobody saw in the tree: %s", (_what, script) => {
    stage.plain(`mkdir .claude; echo {} > .claude/kept; ${git} add -A; ${git} commit -qm second`);
    const before = stage.plain(state);
    const said = stage.boxed({ script: `${script}; echo x > src/a.ts` });
    expect(said.verdicts.filter(([, path, becomes]) => path.startsWith(".git/") && becomes === "applied")).toEqual([]);
    expect(said.verdicts.some(([, path]) => path.startsWith(".git/"))).toBe(true);
    expect([stage.plain(state), text("src/a.ts")]).toEqual([before, "x\n"]);
  });

  it("counts without what the index says of trees, which git would commit unseen", () => {
    stage.boxed({ script: `echo x > src/a.ts; ${git} commit -qam x; grep -c TREE .git/index > src/trees` });
    expect([text("src/trees"), stage.plain("grep -c TREE .git/index; git status --short")]).toEqual([
      "1\n",
      "0\n?? src/trees\n",
    ]);
  });

  it("does not count with what lies outside the scope", () => {
    const before = stage.plain(state);
    stage.boxed({
      script: `${evil}; git update-index --cacheinfo 100644,$b,lib/b.ts; ${git} commit -qm x`,
      scope: "^src/",
    });
    expect(stage.plain(state)).toBe(before);
  });

  it.each([
    ["an amended one", `echo x > src/a.ts; ${git} commit -qa --amend -m x`],
    ["a branch", `git checkout -qb o; echo x > src/a.ts; ${git} commit -qam x; git branch -m o p`],
    [
      "a merge",
      `git checkout -qb o; echo x > src/a.ts; ${git} commit -qam x; git checkout -q main; echo y > lib/b.ts; ${git} commit -qam y; ${git} merge -q -m z o`,
    ],
    ["a reset", `echo x > src/a.ts; ${git} commit -qam x; git reset -q --hard HEAD~1`],
    ["a stash", `echo x > src/a.ts; echo n > src/n; ${git} stash -q -u`],
    ["a tag, and packed references", `${git} tag -a -m t t; git pack-refs --all`],
    ["a detached head", `echo x > src/a.ts; ${git} commit -qam x; git checkout -q --detach HEAD~1`],
    ["what is only staged", "echo x > src/a.ts; git rm -q lib/b.ts; git add -A"],
  ])("counts whole: %s", (_what, script) => {
    const said = stage.boxed({
      script: `set -e; ${script}; (${"git for-each-ref; cat .git/HEAD; git ls-files -s"}) > src/wanted`,
    });
    expect(said.ended).toMatchObject({ code: 0 });
    expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
    expect(stage.plain("git for-each-ref; cat .git/HEAD; git ls-files -s")).toBe(text("src/wanted"));
    expect(stage.plain("git fsck --no-dangling 2>&1")).toBe("");
  });

  it("may end a rebase that stood there before", () => {
    const setup = `echo 1 > src/a.ts; ${git} commit -qam 1; ${git} checkout -qb o HEAD~1; echo 2 > src/a.ts; ${git} commit -qam 2`;
    stage.plain(`${setup}; ${git} rebase main; true`);
    expect(there(".git/rebase-merge")).toBe(true);
    stage.boxed({ script: `echo 3 > src/a.ts; git add -A; GIT_EDITOR=true ${git} rebase --continue` });
    expect(stage.plain("git log --format=%s; git status --short; ls -d .git/rebase-merge 2>/dev/null")).toBe(
      "2\n1\nfirst\n",
    );
  });

  it("does not count where a rebase stopped in the box", () => {
    const setup = `echo 1 > src/a.ts; ${git} commit -qam 1; ${git} checkout -qb o HEAD~1; echo 2 > src/a.ts; ${git} commit -qam 2`;
    stage.plain(setup);
    const before = stage.plain("git rev-parse HEAD; git symbolic-ref HEAD; git ls-files -s");
    stage.boxed({ script: `${git} rebase main` });
    expect(stage.plain("git rev-parse HEAD; git symbolic-ref HEAD; git ls-files -s")).toBe(before);
    expect(there(".git/rebase-merge")).toBe(false);
  });

  it("does not count where a file of it was held back", () => {
    stage.boxed({ script: `echo x > src/a.ts; echo y > lib/b.ts; ${git} commit -qam second`, scope: "^src/" });
    expect(stage.plain("git log --format=%s; git status --short")).toBe("first\n M src/a.ts\n");
  });
});

describe("what it can reach", () => {
  it("is no variable that looks like a key", () => {
    const kept = ["PWD", "GIT_AUTHOR_NAME", "TOKENIZERS_PARALLELISM", "KEYBOARD", "PATHS", "DOCS_URL"];
    const gone = [
      ...["GH_TOKEN", "NPM_TOKENS", "API_SECRET", "PGPASSWORD", "MYSQL_PWD", "OPENAI_API_KEY", "AWS_ACCESS_KEY_ID"],
      ...["GOOGLE_APPLICATION_CREDENTIALS", "npm_config__authToken", "GH_PAT", "DATABASE_URL"],
    ];
    const value = (name: string) => (name.endsWith("URL") ? "postgres://me:word@db/x" : "x");
    const env = Object.fromEntries(
      [...kept, ...gone].map((name) => [name, name === "DOCS_URL" ? "http://a/b:c" : value(name)]),
    );
    stage.boxed({ script: "env > src/env", env });
    const names = text("src/env")
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    expect(kept.filter((name) => !names.includes(name))).toEqual([]);
    expect(gone.filter((name) => names.includes(name))).toEqual([]);
  });

  it.each([
    ["the home folder", "echo x > $HOME/.bashrc", "test ! -e $HOME/.bashrc"],
    ["a cache in it", "echo x > $HOME/.npm/_cacache/x; touch $HOME/.bashrc", "test ! -e $HOME/.npm/_cacache/x"],
    [
      "the state folder",
      "ls -A $HOME/.local/state/intentgate | grep . && echo x > $HOME/.local/state/intentgate/x",
      "true",
    ],
    ["keys", "cat $HOME/.ssh/id", "true"],
    ["a process outside", "kill -9 $(cat $HOME/pid)", "kill -0 $(cat $HOME/pid)"],
    ["the network", "exec 3<>/dev/tcp/127.0.0.1/$(cat $HOME/port)", "true"],
    ["a folder above the root", "echo x > ../beside", "test ! -e ../beside"],
    ["the terminal and further namespaces", "unshare -U true", "true"],
  ])("is nothing of %s", async (_what, script, check) => {
    const { createServer } = await import("node:net");
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    stage.plain(
      `mkdir -p ~/.ssh ~/.npm/_cacache; echo key > ~/.ssh/id; echo ${port} > ~/port; sleep 60 > /dev/null 2>&1 & echo $! > ~/pid`,
    );
    const said = stage.boxed({ script: `(${script}) && echo reached > src/reached` });
    server.close();
    expect(stage.plain(`${check} && echo held; kill $(cat ~/pid)`)).toBe("held\n");
    // What is written to a layer that is thrown away is written, and gone.
    const isThrownAway = /bashrc|beside/.test(script);
    expect(said.verdicts).toEqual(isThrownAway ? [["create", "src/reached", "applied", "in scope"]] : []);
  });
});

it("says of this machine that it can contain commands", () => {
  expect(stage.drive({ probe: stage.state })).toEqual({
    can: true,
    with: expect.stringContaining("bubblewrap"),
    laidBy: "mount",
  });
});
