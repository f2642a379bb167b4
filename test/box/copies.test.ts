/** Where no layers can be laid: a command works on copies of what it may change, and what it did is judged as on layers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Random } from "../shell/random.ts";
import { until } from "../support/patience.ts";
import { searchRuns } from "../support/search-runs.ts";
import { canPose, noLayers, type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  if (canPose) stage.pose(noLayers);
  stage.plain(`
    mkdir -p src/deep docs dist node_modules/left src/node_modules/own .claude .git ~/.ssh ~/.nvm/bin
    echo a > src/a.ts; echo c > src/deep/c.ts; echo d > docs/d.md; echo '{}' > package.json; echo '{}' > .claude/settings.json
    printf 'dist/\\nnode_modules/\\n.env\\n' > .gitignore; echo old > dist/out.js; echo l > node_modules/left/index.js; echo o > src/node_modules/own/index.js
    echo KEY=1 > src/.env; echo key > ~/.ssh/id; echo secret > ~/secret; echo 'echo tool' > ~/.nvm/bin/tool; chmod +x ~/.nvm/bin/tool
    rmdir .git; ${git} init -q -b main; ${git} add -A; ${git} commit -qm first`);
});
afterEach(() => stage.clear());

const scope = { onCopies: "^src(/|$)", scope: "^src(/|$)" };
const run = (script: string, more: Record<string, unknown> = {}) => stage.boxed({ script, ...scope, ...more });
const tree = () =>
  stage.plain(
    "find . -printf '%y %m %p %l\\n' | sort; find . -path ./.git/index -prune -o -type f -print | sort | xargs -d '\\n' sha256sum; ls -A ~",
  );

it.runIf(canPose)("is what the probe finds, by a run of each kind", () => {
  expect(stage.drive({ probe: stage.state })).toMatchObject({ can: "copies", with: expect.stringContaining("0.") });
});

describe("what it did in the scope is applied", () => {
  it.each([
    ["a file that it made", "echo x > src/new.ts", ["create", "src/new.ts"], "cat src/new.ts", "x\n"],
    ["a file that it changed", "echo x > src/a.ts", ["change", "src/a.ts"], "cat src/a.ts", "x\n"],
    ["one that it changed in its place", "sed -i s/a/b/ src/a.ts", ["change", "src/a.ts"], "cat src/a.ts", "b\n"],
    ["a file that is gone", "rm src/a.ts", ["delete", "src/a.ts"], "ls src", "deep\nnode_modules\n"],
    ["a folder that is gone", "rm -r src/deep", ["delete", "src/deep"], "ls src", "a.ts\nnode_modules\n"],
    ["another name", "mv src/a.ts src/b.ts", ["delete", "src/a.ts"], "cat src/b.ts", "a\n"],
    ["another name of a folder", "mv src/deep src/other", ["create", "src/other"], "cat src/other/c.ts", "c\n"],
    ["a mode", "chmod 755 src/a.ts", ["mode", "src/a.ts"], "stat -c %a src/a.ts", "755\n"],
    ["a link", "ln -s a.ts src/l", ["create", "src/l"], "readlink src/l", "a.ts\n"],
    ["output that was there", "echo x > dist/out.js", ["change", "dist/out.js"], "cat dist/out.js", "x\n"],
    [
      "an output folder that was not",
      "mkdir build dist/js; echo x > dist/js/a",
      ["create", "dist/js/a"],
      "cat dist/js/a",
      "x\n",
    ],
  ])("%s", (_what, script, change, look, shown) => {
    const said = run(script);
    expect(said.ended).toEqual({ began: true, code: 0, isListed: true });
    expect(said.verdicts.map(([does, path]) => [does, path])).toContainEqual(change);
    expect(stage.plain(look)).toBe(shown);
  });

  it("and nothing is told of what it only read", () => {
    const said = run(
      "cat src/a.ts docs/d.md node_modules/left/index.js src/node_modules/own/index.js; git status; tool",
    );
    expect(said.verdicts).toEqual([]);
    expect(said.lost).toEqual([]);
    expect(said.left).toEqual([]);
    expect(said.output).toContain("nothing to commit");
  });

  it("of what it read there is nothing missing: git, code of others, its own toolchains", () => {
    const said = run(
      "git log --format=%s; cat node_modules/left/index.js src/node_modules/own/index.js; PATH=$PATH:~/.nvm/bin tool",
    );
    expect(said.ended).toMatchObject({ code: 0 });
    expect(said.output).toBe("first\nl\no\ntool\n");
  });
});

it.each(["700", "2775", "1777"])("leaves a folder of which parts are copied with its mode: %s", (mode) => {
  stage.plain(`chmod ${mode} src`);
  expect(run("echo x > src/new.ts").verdicts).toEqual([["create", "src/new.ts", "applied", "in scope"]]);
  expect(stage.plain("stat -c %a src")).toBe(`${mode}\n`);
});

it("keeps from a folder what its owner closed it to", () => {
  stage.plain("chmod 500 src");
  const said = run("echo x > src/new.ts");
  stage.plain("chmod 700 src");
  expect(said.ended).toMatchObject({ began: true });
  expect(said.ended).not.toMatchObject({ code: 0 });
  expect(said.verdicts).toEqual([]);
});

it("leaves where it is what has a name that is no text, as it is not there for the command", () => {
  stage.plain("mkdir src/deep/$'\\xff'; echo mine > src/deep/$'\\xff'/$'\\xfe'");
  const said = run("ls src/deep; mv src/deep src/other");
  expect(said.ended).toMatchObject({ began: true, code: 0 });
  expect(said.output).toBe("c.ts\n");
  expect(stage.plain("cat src/deep/*/* src/other/c.ts")).toBe("mine\nc\n");
});

describe("what it does elsewhere fails, and nothing of it is there", () => {
  it.each([
    "echo x > docs/d.md",
    "echo x > docs/new",
    "rm docs/d.md",
    "mv docs other",
    "mkdir docs/sub",
    "ln src/a.ts docs/l",
    "echo x > .claude/settings.json",
    "rm -r .claude",
    "echo x > .git/hooks/pre-commit",
    "git config a.b c",
    "git add -A && git commit -m second --allow-empty",
    "echo x > node_modules/left/index.js",
    "mkdir node_modules/.bin",
    "echo x > src/node_modules/own/index.js",
    "rm -r src/node_modules",
    "mv src/node_modules src/other",
    "mv src other",
    "mv node_modules other",
    "echo x > /opt/x",
    "echo x > ~/.nvm/bin/tool",
    "mount -o remount,rw /",
    "umount docs",
  ])("%s", (script) => {
    const before = tree();
    const said = run(script);
    expect(said.ended).toMatchObject({ began: true });
    expect(said.ended).not.toMatchObject({ code: 0 });
    expect(tree()).toBe(before);
  });
});

describe("what it can write and may not is judged, and is not there", () => {
  it.each([
    ["package.json", "echo x > package.json", "asked"],
    ["a new file of the root", "echo x > new", "asked"],
    [".gitignore", "echo src > .gitignore", "dropped"],
    ["one that it planted", "echo '*' > src/.gitignore", "dropped"],
    [".gitattributes", "echo '* filter=x' > src/deep/.gitattributes", "dropped"],
    ["settings of an agent, planted", "mkdir src/.claude; echo x > src/.claude/settings.json", "dropped"],
    ["folders of control files, planted", "mkdir .orchestration; echo x > .orchestration/policy.yaml", "dropped"],
    ["a folder of git's, planted", "mkdir -p src/.git/hooks; echo x > src/.git/hooks/pre-commit", "dropped"],
    ["settings that git ignores", "echo KEY=2 > .env", "asked"],
    ["a fifo", "mkfifo src/p", "dropped"],
    ["setuid", "cp /bin/true src/t; chmod u+s src/t", "dropped"],
    ["a link out of the root", "ln -s /etc/passwd src/l", "asked"],
    ["code of others", "mkdir -p .venv/bin; touch .venv/pyvenv.cfg; echo x > .venv/bin/activate", "asked"],
  ])("%s", (_what, script, becomes) => {
    const before = tree();
    const said = run(script);
    expect(said.ended).toEqual({ began: true, code: 0, isListed: true });
    expect(said.verdicts.map(([, , became]) => became)).toContain(becomes);
    expect(tree()).toBe(before);
  });

  it("and what somebody changed meanwhile is asked about, and stays theirs", () => {
    const said = run("echo mine > src/a.ts; echo mine > src/b.ts", { meanwhile: "echo theirs > src/a.ts" });
    expect(said.verdicts).toContainEqual(["change", "src/a.ts", "asked", "contested"]);
    expect(stage.plain("cat src/a.ts src/b.ts")).toBe("theirs\nmine\n");
  });
});

it("what somebody does while it runs is none of its doing", async () => {
  const child = stage.begin({
    script: "until [ -e /tmp/copies-go ]; do sleep 0.02; done; echo x > src/new.ts",
    ...scope,
  });
  const told = new Promise<string>((resolve) => {
    let text = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      text += bytes.toString();
    });
    child.on("close", () => resolve(text));
  });
  await until(() => stage.plain(`ls ${stage.state}/runs/*/told-tmp-before 2> /dev/null`) !== "");
  stage.plain("echo theirs > src/theirs.ts; echo changed > src/a.ts; rm src/deep/c.ts");
  stage.plain(`cd ${stage.state}/runs/*/tmp-upper && touch copies-go`);
  const { verdicts } = JSON.parse(await told) as { verdicts: unknown[] };
  expect(verdicts).toEqual([["create", "src/new.ts", "applied", "in scope"]]);
  expect(stage.plain("cat src/new.ts src/a.ts src/theirs.ts; ls src/deep")).toBe("x\nchanged\ntheirs\n");
});

describe("beside the tree", () => {
  it.each([
    ["keys", "cat ~/.ssh/id"],
    ["the state folder", "ls ~/.local/state/intentgate/"],
    ["another file of the home folder", "cat ~/secret"],
    ["a process of the person", "kill -0 $PPID_OUTSIDE"],
    ["a network", "cat < /dev/tcp/127.0.0.1/9"],
    ["a new namespace", "unshare -Ur true"],
  ])("it reaches none of: %s", (_what, script) => {
    const said = run(script, { env: { PPID_OUTSIDE: `${process.pid}` } });
    expect(said.ended).toMatchObject({ began: true });
    expect(said.ended).not.toMatchObject({ code: 0 });
    expect(said.output).not.toMatch(/key|secret\n|runs/);
  });

  it("nothing of the home folder is kept, which is told", () => {
    const said = run("echo x > ~/.bashrc; mkdir -p ~/.config/systemd; echo x > ~/.config/systemd/u; echo x > ~/.ssh");
    expect(said.ended).toMatchObject({ code: 0 });
    expect(said.lost.toSorted()).toEqual([".bashrc", ".config/systemd/u", ".ssh"]);
    expect(stage.plain("ls -A ~ ~/.ssh")).not.toMatch(/bashrc|config/);
  });

  it("what it leaves for scratch comes back where nothing stands, and what stood there can be read", () => {
    const name = `intentgate-copies-${process.pid}`;
    stage.plain(`echo stood > /tmp/${name}-stood`);
    try {
      const said = run(
        `cat /tmp/${name}-stood; echo x > /tmp/${name}-stood; echo new > /tmp/${name}-new; ls /tmp | wc -l`,
      );
      expect(said.output).toMatch(/^stood\n/);
      expect(said.scratch).toEqual([`${name}-new`]);
      expect(said.left).toEqual([`${name}-stood`]);
      expect(stage.plain(`cat /tmp/${name}-stood /tmp/${name}-new`)).toBe("stood\nnew\n");
    } finally {
      stage.plain(`rm -f /tmp/${name}-*`);
    }
  });

  it("connects to no socket of another program, wherever it lies and however it was named", async () => {
    const ends: (() => void)[] = [];
    const scratch = `/tmp/intentgate-copies-${process.pid}.sock`;
    try {
      for (const [path, named] of [
        ["~/service", null],
        ["~/.nvm/service", null],
        ["docs/service", null],
        ["docs/relative", "docs/relative"],
        ["node_modules/left/s", "node_modules/left/s"],
        ["src/service", null],
        ["src/relative", "src/relative"],
        ["service", "service"],
        [scratch, null],
      ] as const) {
        const at = stage.plain(`realpath -m ${path}`).trim();
        const listen = `require("net").createServer((c) => c.end("heard")).listen(${JSON.stringify(named ?? at)})`;
        const server = stage.start([process.execPath, "-e", listen]);
        ends.push(() => server.kill());
        await until(() => existsSync(at));
        const ask = `${process.execPath} -e 'require("net").connect(process.argv[1]).on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))' ${at}`;
        expect(stage.plain(ask)).toBe("heard\n");
        expect(run(ask).output, path).toMatch(/^E[A-Z]+\n$/);
      }
    } finally {
      for (const end of ends) end();
      stage.plain(`rm -f ${scratch}`);
    }
  });
});

it.each(["docs/pipe", "node_modules/left/pipe"])("says nothing to whoever listens at a pipe: %s", async (pipe) => {
  stage.plain(`mkfifo ${pipe}`);
  const reader = stage.start(["bash", "-c", `exec 3<> ${pipe}; touch ~/listens; exec cat <&3`]);
  const heard: Buffer[] = [];
  reader.stdout?.on("data", (bytes: Buffer) => void heard.push(bytes));
  await until(() => existsSync(join(stage.home, "listens")));
  run(`echo secret > ${pipe}`);
  stage.plain(`echo end > ${pipe}`);
  await until(() => Buffer.concat(heard).includes("end"));
  reader.kill();
  expect(Buffer.concat(heard).toString()).toBe("end\n");
});

describe("it cannot run on copies", () => {
  it.each([
    ["where there is too much", "mkdir src/many; cd src/many; seq 20500 | xargs touch", /too much/],
    ["where one file is too large", "truncate -s 201M src/large", /too much/],
    ["where a file is closed to its owner", "touch src/shut; chmod 0 src/shut", /closed/],
    ["where a folder is closed to its owner", "mkdir src/shut; chmod 0 src/shut", /closed/],
    ["where too many folders lie beside", "seq 600 | xargs -I% mkdir docs-%", /too many folders/],
  ])("%s", (_what, before, why) => {
    stage.plain(before);
    expect(run("true").planned).toMatch(why);
    stage.plain("chmod -R u+rwX src");
  });

  it.runIf(canPose)("where a disk lies below the scope", () => {
    stage.pose({}, [{ from: join(stage.root, "docs"), to: join(stage.root, "src/deep") }]);
    expect(run("true").planned).toMatch(/mounted/);
  });
});

it("takes code of others below the scope as it is, however much that is", () => {
  stage.plain("cd src/node_modules; seq 20500 | xargs touch; cd ../../docs; truncate -s 300M large");
  expect(run("echo x > src/new.ts").verdicts).toEqual([["create", "src/new.ts", "applied", "in scope"]]);
});

it("works on caches in code of others", () => {
  stage.plain("mkdir -p node_modules/.vite");
  expect(run("echo x > node_modules/.vite/a").verdicts).toEqual([
    ["create", "node_modules/.vite/a", "applied", "ignored"],
  ]);
  expect(stage.plain("cat node_modules/.vite/a")).toBe("x\n");
});

it("keeps nothing of a folder that it closed and so cannot be listed", () => {
  const before = tree();
  const said = run("mkdir src/shut; echo x > src/shut/a; chmod 0 src/shut");
  expect(said.ended).toMatchObject({ began: true, isListed: false });
  expect(tree()).toBe(before);
});

const names = ["a", "a/f", "a/b", "a/b/g", "c", "c/h", "a/l", "i", "n", "c/n", "a/b/n", "m/o"].map(
  (one) => `src/${one}`,
);
function line(random: Random): string {
  const [one, two] = [random.pick(names), random.pick(names)];
  return random.pick([
    `echo ${random.below(3)} > ${one}`,
    `echo more >> ${one}`,
    `rm -rf ${one}`,
    `mkdir -p ${one}`,
    `mv ${one} ${two} -T`,
    `mv ${one} ${two}`,
    `ln -sfn f ${two}`,
    // A folder that is closed cannot be listed.
    `[ -f ${one} ] && chmod ${random.pick(["600", "755", "444"])} ${one}`,
    `sed -i s/1/9/ ${one}`,
    `rm -rf ${one}; mkdir ${one}; echo new > ${one}/x`,
    `truncate -s 0 ${one}`,
    `mv ${one} ${one}.x; mv ${one}.x ${one}`,
  ]);
}

it("leaves the tree that the script itself leaves", { timeout: 1_800_000 }, () => {
  const seed = Number(process.env.INTENTGATE_TEST_SEED ?? 1);
  const first =
    "chmod -R u+rwX src; rm -rf src; mkdir -p src/a/b src/c; echo 1 > src/a/f; echo 2 > src/a/b/g; echo 3 > src/c/h; ln -s f src/a/l; echo 4 > src/i; chmod +x src/c/h";
  const shown = "find src -printf '%y %m %p %l\\n' | sort; find src -type f | sort | xargs -d '\\n' -r sha256sum";
  for (let one = 0; one < searchRuns(60); one += 1) {
    const random = new Random(seed + one);
    const script = Array.from({ length: 1 + random.below(7) }, () => line(random)).join("; ");
    stage.plain(`${first}; ${script}`);
    const wanted = stage.plain(shown);
    stage.plain(first);
    const { ended } = run(script);
    expect(ended, script).toMatchObject({ began: true, isListed: true });
    expect(stage.plain(shown), `seed ${seed + one}: ${script}`).toBe(wanted);
  }
});
