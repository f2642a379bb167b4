/** A held command writes to the folders of its scope for real, and to nothing else. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import type { NetworkOrder } from "./network-driver.ts";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage("project", "network-driver.ts");
  stage.plain(`
    git init -q; mkdir -p src/deep/.claude src/pkg lib dist node_modules/.cache node_modules/.vite node_modules/dep
    printf 'dist/\\nnode_modules/\\n.env\\nmyenv/\\n' > .gitignore; echo 1 > .env; echo a > src/a.ts; echo b > lib/b.ts; echo c > top.ts
    echo '{}' > src/deep/.claude/settings.json; echo unused > src/.gitignore; echo '{}' > src/pkg/.mcp.json; ln -s ../lib src/out; ln lib/b.ts src/hard.ts
    mkdir -p src/far/a/b/.claude; echo '{}' > src/far/a/b/.claude/settings.json; echo t > src/twin.ts; ln src/twin.ts src/far/twin.ts
    mkdir -p src/node_modules/.bin src/node_modules/.vite src/node_modules/dep/node_modules/.bin src/e/myenv/bin src/e/.venv/lib
    for path in node_modules/.bin/tsc node_modules/dep/node_modules/.bin/x e/myenv/pyvenv.cfg e/myenv/bin/activate e/.venv/lib/a.pth; do echo it > src/$path; done
    ln -s node_modules src/e/node_modules; printf '.venv/\n' >> .git/info/exclude
    mkdir -p myenv/lib/site-packages; echo 1 > myenv/lib/site-packages/m.py; echo 1 > ~/.bashrc; mkdir -p ~/.ssh; echo key > ~/.ssh/id; git add top.ts
  `);
});
afterEach(() => {
  drive({ do: "end" });
  stage.clear();
});

function drive<T = unknown>(order: Partial<NetworkOrder>): T {
  const { root, state } = stage;
  const all = { root, state, session: "one", script: "", scope: ["src/**"], allow: [], owner: null, id: "", port: 0 };
  return stage.drive({ ...all, ...order }) as T;
}
type Started = { began: true; held: { id: string; output: string } } | { began: false; why: string };

/** What it said, once it came to its end. */
async function heldTo(script: string, scope = ["src/**"]): Promise<string> {
  const started = drive<Started>({ do: "hold", script, scope });
  if (!started.began) throw new Error(started.why);
  const said = () => readFileSync(started.held.output, "utf8");
  await until(() => said().includes("[ended with"));
  return said();
}

describe("it may", () => {
  it.each([
    ["change a file of the scope", "echo n > src/a.ts"],
    ["change one in place", "sed -i s/a/b/ src/a.ts"],
    ["make one", "echo n > src/new.ts"],
    ["make a folder", "mkdir -p src/x/y && echo > src/x/y/z"],
    ["delete one", "rm src/a.ts"],
    ["change a file whose names all lie in the scope", "echo n > src/twin.ts && cat src/far/twin.ts | grep n"],
    ["make one beside what it may not change", "echo n > src/pkg/x && mkdir src/far/a/new && rm src/pkg/x"],
    ["write output that git ignores", "echo n > dist/bundle.js"],
    ["write a cache", "echo n > node_modules/.cache/x && echo n > node_modules/.vite/x"],
    [
      "write beside code of others in the scope",
      "echo n > src/node_modules/.vite/x && echo n > src/node_modules/own.js",
    ],
    ["make such a folder", "mkdir -p src/x/node_modules/p && echo n > src/x/node_modules/p/index.js"],
    ["write what git does not ignore", "mkdir -p src/own && echo n > src/own/sitecustomize.py"],
    [
      "write rules for git that hide nothing",
      "echo '*' > dist/.gitignore && mkdir src/.pytest_cache && echo '*' > src/.pytest_cache/.gitignore",
    ],
    ["write scratch", "echo n > /tmp/x && cat /tmp/x && echo n > /var/tmp/y"],
    ["read what lies outside the scope", "cat lib/b.ts top.ts"],
  ])("%s", async (_, script) => {
    expect(await heldTo(`${script} && echo yes`)).toMatch(/yes\n\[ended with 0\]\n$/);
  });
});

describe("it may not", () => {
  it.each([
    ["change a file outside the scope", "echo n > lib/b.ts"],
    ["change one through a link in the scope", "echo n > src/out/b.ts"],
    ["change a file in the root", "echo n > top.ts"],
    ["make a file in the root", "echo n > CLAUDE.md"],
    ["make a folder in the root", "mkdir .claude"],
    ["change git's own folder", "git config alias.x '!true'"],
    ["make a hook of git's", "echo > .git/hooks/pre-commit"],
    ["change a control file below the scope", "echo n > src/deep/.claude/settings.json"],
    ["make one beside it", "echo n > src/deep/.claude/hooks.json"],
    ["take its folder away", "rm -rf src/deep/.claude && ! test -e src/deep/.claude"],
    ["put its folder elsewhere", "mv src/deep/.claude src/deep/other"],
    ["move the folder above it", "mv -T src/pkg src/moved"],
    ["move one further above", "mv -T src/far src/moved"],
    [
      "swap it for another folder",
      `mkdir src/n; perl -e 'my ($one, $two) = @ARGV; syscall(316, -100, $one, -100, $two, 2) == 0 or exit 1' src/pkg src/n; x=$?; rmdir src/n; exit $x`,
    ],
    ["take the folder above it away and make another", "rm -rf src/pkg; mkdir src/pkg && echo {} > src/pkg/.mcp.json"],
    ["change a file that has a name outside the scope", "echo n > src/hard.ts"],
    ["put another file in the place of one that has a name outside", "echo n > src/n; mv -f src/n src/hard.ts"],
    ["put another file in its place", "echo n > src/n && mv -f src/n src/pkg/.mcp.json"],
    ["give it another name", "ln src/pkg/.mcp.json src/second"],
    ["change what git ignores", "echo n > src/.gitignore"],
    ["change a dependency", "echo n > node_modules/dep/index.js"],
    ["bring a dependency", "mkdir node_modules/evil"],
    ["change a dependency in an ignored folder", "echo n > myenv/lib/site-packages/m.py"],
    ["change settings that git ignores", "echo n > .env"],
    ["change what code of others starts", "echo n > src/node_modules/.bin/tsc"],
    ["start more of it", "echo n > src/node_modules/.bin/node"],
    ["start what lies deeper", "echo n > src/node_modules/dep/node_modules/.bin/x"],
    ["put what starts elsewhere", "mv -T src/node_modules/.bin src/node_modules/old"],
    ["move the folder of code of others", "mv -T src/node_modules src/other"],
    ["change what an environment starts", "echo n > src/e/myenv/bin/activate"],
    ["move an environment", "mv -T src/e/myenv src/e/other"],
    ["change what python starts", "echo n > src/e/.venv/lib/a.pth"],
    ["change the home folder", "echo n > ~/.bashrc"],
    ["make a file there", "echo n > ~/new"],
    ["read keys", "cat ~/.ssh/id"],
    ["see what the gate keeps", "ls ~/.local/state/intentgate/* > /dev/null"],
    ["mount", "mount -t tmpfs x src"],
    ["unmount what is laid over", "umount src/deep/.claude"],
  ])("%s", async (_, script) => {
    const before = stage.plain(
      "git status --porcelain --ignored; find . -type f -not -path './.git/*' | sort | xargs sha256sum; cat .git/config; ls .git/hooks",
    );
    expect(await heldTo(`${script} && echo yes`)).not.toContain("yes");
    stage.plain("rm -f src/n");
    expect(
      stage.plain(
        "git status --porcelain --ignored; find . -type f -not -path './.git/*' | sort | xargs sha256sum; cat .git/config; ls .git/hooks",
      ),
    ).toBe(before);
    expect(existsSync(join(stage.home, "new"))).toBe(false);
  });
});

describe("a new file that steers", () => {
  const made = [
    ["a settings file", "mkdir src/x/.claude && echo n > src/x/.claude/settings.json", "src/x/.claude"],
    ["one in a new folder", "mkdir -p src/n/m && echo n > src/n/m/.mcp.json", "src/n/m/.mcp.json"],
    ["a folder that gets the name", "mkdir src/n && echo n > src/n/a && mv src/n src/x/.claude", "src/x/.claude"],
    ["a link", "ln -s ../a.ts src/x/.mcp.json", "src/x/.mcp.json"],
    ["another name of a file", "ln src/a.ts src/x/.gitignore", "src/x/.gitignore"],
    ["settings in a folder of output", "echo n > dist/.env", "dist/.env"],
    [
      "what code of others starts",
      "mkdir -p src/x/node_modules/.bin && echo n > src/x/node_modules/.bin/tsc",
      "src/x/node_modules/.bin",
    ],
    [
      "a folder of that name",
      "mkdir -p src/n/.bin && echo n > src/n/.bin/tsc && mv src/n src/x/node_modules",
      "src/x/node_modules/.bin",
    ],
    ["what python starts", "mkdir -p src/x/.venv/lib && echo n > src/x/.venv/lib/b.pth", "src/x/.venv/lib/b.pth"],
    [
      "what an environment starts",
      "mkdir -p src/x/myenv/bin && echo > src/x/myenv/pyvenv.cfg && echo n > src/x/myenv/bin/activate",
      "src/x/myenv/bin/activate",
    ],
    [
      "what one starts that lost its mark",
      "rm src/e/myenv/pyvenv.cfg && echo n > src/e/myenv/b.pth",
      "src/e/myenv/b.pth",
    ],
    [
      "a link that code of others lies behind",
      "mkdir -p src/x/own/.bin && echo n > src/x/own/.bin/tsc && ln -s own src/x/node_modules",
      "src/x/node_modules",
    ],
    [
      "another link in the place of one",
      "mkdir -p src/x/own && ln -sfn ../x/own src/e/node_modules",
      "src/e/node_modules",
    ],
    [
      "rules for git in a folder that is looked at",
      "mkdir src/x/cache && echo '*' > src/x/cache/.gitignore",
      "src/x/cache/.gitignore",
    ],
    ["attributes in one that is not", "echo > dist/.gitattributes", "dist/.gitattributes"],
    ["another repository", "git init -q src/x", "src/x/.git"],
  ];
  it.each(made)("is taken away at once and ends the command: %s", async (_, script, path = "") => {
    stage.plain("mkdir src/x");
    const said = await heldTo(`${script}; echo made; sleep 20; echo went on`);
    expect(said).toContain(`[ended: ${path} steers the gate`);
    expect(said).not.toContain("went on");
    expect(existsSync(join(stage.root, path))).toBe(false);
    expect(stage.plain(`ls -d ${/it lies in (\S+) now/.exec(said)?.[1] ?? "nowhere"}`)).not.toBe("");
  });

  it("is taken away where the command ends with it", async () => {
    stage.plain("mkdir src/x");
    await heldTo("for n in 1 2 3 4 5 6 7 8; do mkdir -p src/x/$n; echo > src/x/$n/.mcp.json; done");
    expect(stage.plain("find src/x -name .mcp.json")).toBe("");
  });

  it("is left alone where its name only looks like one", async () => {
    expect(await heldTo("echo n > src/claude.json && mkdir src/x.claude && echo yes")).toBe("yes\n[ended with 0]\n");
    expect(stage.plain("ls -d src/claude.json src/x.claude")).toBe("src/claude.json\nsrc/x.claude\n");
  });
});

describe("what lies behind a link", () => {
  const other = "cd ~/other; find . -printf '%i %y %p\\n' | sort; cat .gitignore .mcp.json deep/.gitignore";
  const exchange = (one: string, two: string) =>
    `perl -e 'my ($one, $two) = @ARGV; syscall(316, -100, $one, -100, $two, 2) == 0 or die "$!"' ${one} ${two}`;

  it.each([
    [
      "exchanged for a watched folder",
      "mkdir src/x; ln -s ~/other src/l; sleep 0.3",
      exchange("src/x", "src/l"),
      "src/l",
    ],
    [
      "exchanged for the folder above",
      "mkdir -p src/x/deep; ln -s ~/other src/l; sleep 0.3",
      exchange("src/x", "src/l"),
      "src/l/deep",
    ],
    ["put in the place of a watched folder", "mkdir src/x; sleep 0.3", "mv src/x src/y; ln -s ~/other src/x", "src/y"],
    [
      "put there and taken away again and again",
      "mkdir src/x; ln -s ~/other src/l; sleep 0.3",
      `for n in $(seq 41); do ${exchange("src/x", "src/l")}; done`,
      "src/l",
    ],
  ])("stays: it was %s", async (_how, before, does, made) => {
    stage.plain("mkdir -p ~/other/deep; cd ~/other; echo p > .gitignore; echo p > .mcp.json; echo p > deep/.gitignore");
    const stood = stage.plain(other);
    const said = await heldTo(
      `${before}; ${does}; echo n > ${made}/.gitignore; echo n > ${made}/.mcp.json; sleep 20; echo went on`,
    );
    expect(stage.plain(other)).toBe(stood);
    expect(said).toContain("steers the gate");
    expect(said).not.toContain("went on");
    expect(
      stage.plain("find src -mindepth 2 -name .gitignore; find src/x src/y src/l -name .mcp.json 2> /dev/null"),
    ).toBe("");
  });
});

it("ends where what was guarded became another file, as nothing guards that one", async () => {
  const started = drive<Started>({ do: "hold", script: "echo up; sleep 20; echo went on" });
  if (!started.began) throw new Error(started.why);
  const said = () => readFileSync(started.held.output, "utf8");
  await until(() => said().includes("up"));
  stage.plain("echo other > src/n; mv -f src/n src/pkg/.mcp.json");
  await until(() => said().includes("[ended with"));
  expect(said()).toContain("[ended: src/pkg/.mcp.json steers the gate");
  expect(said()).not.toContain("went on");
});

describe("a scope", () => {
  it("that is the whole repository lets every folder be written, and no file be made beside them", async () => {
    const script = "for f in src/n lib/n n .claude .git/n; do echo > $f && echo $f; done 2> /dev/null; true";
    expect(await heldTo(script, ["**"])).toBe("src/n\nlib/n\n[ended with 0]\n");
  });

  it("that leaves something out does not let it be written", async () => {
    const script = "for f in src/n src/pkg/n src/deep/n; do echo > $f && echo $f; done 2> /dev/null; true";
    expect(await heldTo(script, ["src/**", "!src/deep/**"])).toBe("src/pkg/n\n[ended with 0]\n");
  });

  it.each([[["src/*.ts"]], [["top.ts"]], [["missing/**"]], [[".git/**"]], [["src/out/**"]], [[]]])(
    "of %j cannot be held",
    (scope) => {
      expect(drive({ do: "hold", script: "true", scope })).toEqual({
        began: false,
        why: expect.stringContaining("no folder"),
      });
    },
  );

  it("with a control file that is a link cannot be held", () => {
    stage.plain("ln -s ../lib src/.claude");
    expect(drive({ do: "hold", script: "true" })).toEqual({
      began: false,
      why: expect.stringContaining("src/.claude is a link"),
    });
  });
});

it("keeps the last of what it says, in a file that does not grow", async () => {
  const said = await heldTo("seq 1500000; echo last");
  expect(said).toMatch(/^\[what came before is left out\]\n\d+\n/);
  expect(said).toMatch(/1500000\nlast\n\[ended with 0\]\n$/);
  expect(said.length).toBeLessThan(4_100_000);
});

it("hears of a change that a person makes", async () => {
  const watching = `${process.execPath} -e 'const w = require("fs").watch("lib", () => { console.log("heard"); w.close() }); console.log("up")'`;
  const started = drive<Started>({ do: "hold", script: watching });
  if (!started.began) throw new Error(started.why);
  const said = () => readFileSync(started.held.output, "utf8");
  await until(() => said().includes("up"));
  stage.plain("echo person > lib/b.ts");
  await until(() => said().includes("[ended"));
  expect(said()).toBe("up\nheard\n[ended with 0]\n");
});
