/** Read-only runs, folders that get another name, the home folder, scratch, and signals. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain("mkdir -p src/deep; echo a > src/a.ts; echo c > src/deep/c.ts");
});
afterEach(() => stage.clear());

const tree = () => stage.plain("find . -path ./.git -prune -o -printf '%y %m %p %l\\n' | sort");

describe("a read-only run", () => {
  it.each([
    ["echo x > src/a.ts", ["change", "src/a.ts"]],
    ["echo x > src/new", ["create", "src/new"]],
    ["rm src/a.ts", ["delete", "src/a.ts"]],
    ["chmod +x src/a.ts", ["mode", "src/a.ts"]],
    ["git config a.b c", ["change", ".git/config"]],
  ])("keeps nothing of %s, and tells that it wrote", (script, wrote) => {
    stage.plain(`${git} init -q`);
    const before = stage.plain("cat src/a.ts .git/config") + tree();
    const said = stage.boxed({ script, isReadOnly: true });
    expect(said.ended).toMatchObject({ began: true, code: 0 });
    expect(said.verdicts.map(([does, path]) => [does, path])).toContainEqual(wrote);
    expect(stage.plain("cat src/a.ts .git/config") + tree()).toBe(before);
  });

  it.each(["cat src/a.ts", "git status --short", "git log --oneline", "grep -r a src | sort > /tmp/$$; cat /tmp/$$"])(
    "is told to have written nothing: %s",
    (script) => {
      stage.plain(`${git} init -q; ${git} add -A; ${git} commit -qm first; touch src/a.ts`);
      const said = stage.boxed({ script, isReadOnly: true });
      expect(said.ended).toMatchObject({ began: true, code: 0 });
      expect(said.verdicts).toEqual([]);
    },
  );

  it("says of each path that it is not applied", () => {
    const said = stage.boxed({ script: "echo x > src/a.ts", isReadOnly: true });
    expect(said.failed).toEqual([{ path: "src/a.ts", why: "the run was read-only" }]);
  });
});

describe("where no layers can be laid, a run that only reads", () => {
  const bound = (script: string) => stage.boxed({ script, isBound: true });

  it.each([
    ["reads", "cat src/a.ts", "a\n"],
    ["looks at git", "git log --format=%s", "first\n"],
    ["has scratch", "echo t > /tmp/bound-scratch; cat /tmp/bound-scratch", "t\n"],
    ["sees nothing of the gate's state", "ls -A ~/.local/state/intentgate", ""],
    ["is in no network", "ls /sys/class/net 2> /dev/null | wc -l; cat /proc/net/route | wc -l", /^\d+\n1\n$/],
    ["sees no other process", "ps -e | wc -l | awk '{ print $1 < 9 }'", "1\n"],
  ])("%s", (_what, script, output) => {
    stage.plain(`${git} init -q; ${git} add -A; ${git} commit -qm first`);
    const said = bound(script);
    expect(said.ended).toEqual({ began: true, code: 0, isListed: true });
    expect(said.output).toEqual(typeof output === "string" ? output : expect.stringMatching(output));
    expect(existsSync("/tmp/bound-scratch")).toBe(false);
  });

  it.each([
    "echo x > src/a.ts",
    "echo x > src/new",
    "rm src/a.ts",
    "chmod +x src/a.ts",
    "git config a.b c",
    "touch ~/left",
    "mkdir .claude",
    "touch /opt/left",
    "mount -o remount,rw /",
    "mv src other",
  ])("changes nothing: %s", (script) => {
    stage.plain(`${git} init -q`);
    const before = stage.plain("cat src/a.ts .git/config; ls -A ~ /opt") + tree();
    const said = bound(script);
    expect(said.ended).toMatchObject({ began: true });
    expect(said.ended).not.toMatchObject({ code: 0 });
    expect(said.verdicts).toEqual([]);
    expect(stage.plain("cat src/a.ts .git/config; ls -A ~ /opt") + tree()).toBe(before);
  });

  it("connects to no socket of another program, in the home folder or the root", async () => {
    const ends: (() => void)[] = [];
    try {
      for (const path of ["~/service", "src/service"]) {
        const at = stage.plain(`realpath -m ${path}`).trim();
        const listen = `require("net").createServer((c) => c.end("heard")).listen(${JSON.stringify(at)})`;
        const server = stage.start([process.execPath, "-e", listen]);
        ends.push(() => server.kill());
        await until(() => existsSync(at));
        const ask = `${process.execPath} -e 'require("net").connect(process.argv[1]).on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))' ${at}`;
        expect(stage.plain(ask)).toBe("heard\n");
        expect(bound(ask).output).not.toContain("heard");
      }
    } finally {
      for (const end of ends) end();
    }
  });
});

describe("a folder that gets another name", () => {
  const renames = `perl -e 'rename("src/deep", "src/other") or die "$!\n"'`;

  it("cannot get it on a layer, which the program is told", () => {
    const said = stage.boxed({ script: renames });
    expect(said.output).toContain("cross-device");
    expect(said.verdicts).toEqual([]);
  });

  it.each([
    ["a program", renames],
    ["git", "git mv src/deep src/other"],
    ["mv", "mv src/deep src/other"],
  ])("gets it from %s where that was said before", (_who, script) => {
    stage.plain(`${git} init -q; ${git} add -A; ${git} commit -qm first`);
    const said = stage.boxed({ script, movable: ["src/deep"] });
    expect(said.ended).toMatchObject({ began: true, code: 0 });
    expect(said.verdicts.filter(([, path]) => !path.startsWith(".git/")).sort()).toEqual([
      ["create", "src/other", "applied", "in scope"],
      ["create", "src/other/c.ts", "applied", "in scope"],
      ["delete", "src/deep", "applied", "in scope"],
      ["delete", "src/deep/c.ts", "applied", "in scope"],
    ]);
    expect(stage.plain("ls src src/other; cat src/other/c.ts")).toBe("src:\na.ts\nother\n\nsrc/other:\nc.ts\nc\n");
  });

  it("gets it although it and one below it are closed for writing, as files in them are; nothing but the name changes", () => {
    stage.plain(
      "mkdir -p src/deep/in/er; echo e > src/deep/in/er/e; chmod 444 src/deep/c.ts; chmod 555 src/deep/in/er src/deep/in src/deep",
    );
    const look = "find . -printf '%m %p\\n' | sort";
    const before = stage.plain(`cd src/deep; ${look}`);
    const script = `mv src/deep src/other && cd src/other && ${look}`;
    const said = stage.boxed({ script, movable: ["src/deep"] });
    expect([said.ended, said.output, said.failed]).toEqual([{ began: true, code: 0, isListed: true }, before, []]);
    expect(stage.plain(`ls src; cd src/other; ${look}`)).toBe(`a.ts\nother\n${before}`);
    stage.plain("chmod -R u+w src/other");
  });

  it.each([
    ["a file is deleted", "rm src/deep/c.ts"],
    ["a file is made", "echo n > src/deep/n"],
    ["a file is changed", "echo n > src/deep/c.ts"],
    ["a file is replaced", "echo n > src/deep/n; mv src/deep/n src/deep/c.ts"],
    ["a file becomes a folder", "rm src/deep/c.ts; mkdir src/deep/c.ts; echo n > src/deep/c.ts/n"],
    ["a folder is made and closed", "mkdir src/deep/n; echo n > src/deep/n/n; chmod 555 src/deep/n"],
    ["a link is made", "ln -s c.ts src/deep/n"],
    ["all of it goes", "rm src/deep/c.ts; rmdir src/deep/in; touch src/deep/n"],
  ])("is opened for its change alone where its owner closed it: %s", (_what, does) => {
    const closed = "mkdir -p src/deep/in; chmod 555 src/deep";
    const look = "find src -printf '%m %p %l\n' | sort; cat src/deep/c.ts 2> /dev/null; true";
    const script = `chmod u+w src/deep; ${does}; chmod 555 src/deep`;
    stage.plain(`cp -r src kept; ${closed}; ${script}`);
    const plainly = stage.plain(look);
    stage.plain(`chmod -R u+w src; rm -r src; mv kept src; ${closed}`);
    expect(stage.boxed({ script }).failed).toEqual([]);
    expect(stage.plain(look)).toBe(plainly);
    stage.plain("chmod -R u+w src");
  });

  it("stays closed where the command did not open it, and where what it holds is not let through", () => {
    stage.plain("mkdir -p src/deep/in; echo e > src/deep/in/e; chmod 555 src/deep/in src/deep");
    const look = "find src -printf '%m %p\n' | sort";
    const before = stage.plain(look);
    stage.boxed({ script: "echo n > src/deep/n; rm -rf src/deep" });
    expect(stage.plain(look)).toBe(before);
    stage.boxed({ script: "chmod -R u+w src/deep; rm -r src/deep", scope: "^src/deep/in/e$" });
    expect(stage.plain(look)).toBe(
      before
        .split("\n")
        .filter((line) => !line.includes("/deep/in"))
        .join("\n"),
    );
    stage.plain("chmod -R u+w src/deep");
  });

  it("is no change where it got none after all", () => {
    expect(stage.boxed({ script: "cat src/deep/c.ts", movable: ["src/deep", "src"] }).verdicts).toEqual([]);
  });

  it.each([
    ["a folder on the way", "ln -s ~/other src/link", ["src/link/precious"]],
    ["the folder itself", "ln -s ~/other/precious src/link", ["src/link"]],
    ["a link to a link", "ln -s ~/other ~/way; ln -s ~/way src/link", ["src/link/precious"]],
    ["names that lead out", "", ["../other/precious", "src/../../other/precious"]],
    ["a folder beside the home folder", "ln -s $(dirname ~) src/link", ["src/link/home/other/precious"]],
    ["the folder above it", "ln -s ~/other/precious src/link", ["src/link/.."]],
    ["git's own folder of another project", "ln -s ~/other src/link", ["src/link/.git"]],
  ])("reaches nothing outside the root: a link is %s", (_what, made, movable) => {
    stage.plain(
      `mkdir -p ~/other/precious/deep; echo p > ~/other/precious/deep/p; cd ~/other; ${git} init -q; cd -; ${made}`,
    );
    const look = "cd ~; find . \\( -path ./.local -o -path ./project \\) -prune -o -printf '%i %y %m %p %T@\n' | sort";
    const before = stage.plain(look);
    stage.boxed({ script: "true", movable });
    expect(stage.plain(look)).toBe(before);
    expect(stage.plain("cat ~/other/precious/deep/p")).toBe("p\n");
  });

  it("is copied by the system's programs, and not by those of the project", () => {
    stage.plain("mkdir bin; for one in cp rm mv mktemp; do echo 'exit 1' > bin/$one; done; chmod +x bin/*");
    const said = stage.boxed({
      script: renames,
      movable: ["src/deep"],
      env: { PATH: `${stage.root}/bin:/usr/bin:/bin` },
    });
    expect(said.ended).toMatchObject({ began: true, code: 0 });
    expect(stage.plain("cat src/other/c.ts; ls -A src")).toBe("c\na.ts\nother\n");
  });

  it("leaves nothing beside it where it is not moved after all, and nothing where it cannot be copied", () => {
    expect(stage.boxed({ script: "ls -A src", movable: ["src/deep"] }).output).toBe("a.ts\ndeep\n");
    stage.plain("mkdir src/deep/closed; echo x > src/deep/closed/x; chmod 000 src/deep/closed");
    expect(stage.boxed({ script: "true", movable: ["src/deep"] })).toMatchObject({
      ended: { began: false },
      verdicts: [],
    });
    expect(stage.plain("ls -A src; chmod 755 src/deep/closed; cat src/deep/closed/x src/deep/c.ts")).toBe(
      "a.ts\ndeep\nx\nc\n",
    );
  });

  it("begins nothing where there is no such folder", () => {
    expect(stage.boxed({ script: "echo > src/x", movable: ["nowhere"] }).ended).toMatchObject({ began: false });
  });
});

describe("beside the tree", () => {
  it("names what is lost in the home folder, but no cache", () => {
    const said = stage.boxed({
      script:
        "mkdir -p ~/.config/x ~/.cache/y; echo > ~/.config/x/z; echo > ~/.cache/y/z; echo > ~/.bashrc; echo > src/n",
    });
    expect(said.lost.sort()).toEqual([".bashrc", ".config/x/z"]);
    expect(stage.plain("ls -A ~; ls src")).toBe(".local\nproject\na.ts\ndeep\nn\n");
  });

  it.each([
    ["counts", true, "y\n"],
    ["does not count", false, ""],
  ])("a cache of what installs %s in an install: %s", (_what, isInstall, left) => {
    stage.plain("mkdir -p ~/.npm/_cacache ~/elsewhere ~/.cache; ln -s ~/elsewhere ~/.cache/pip");
    const said = stage.boxed({ script: "echo > ~/.npm/_cacache/y; echo > ~/.cache/pip/y; echo > ~/.npmrc", isInstall });
    expect(said.ended).toMatchObject({ began: true, code: 0 });
    expect(stage.plain("ls ~/.npm/_cacache; ls ~/elsewhere; ls ~/.npmrc 2>/dev/null")).toBe(left);
  });

  describe("of scratch", () => {
    const mine = () => `/tmp/${stage.home.split("/").at(-2)}-scratch`;
    afterEach(() => void stage.plain(`rm -rf ${mine()}*`));

    it("a new folder comes back with its plain files, and nothing else in it does", () => {
      const script = [
        `mkdir ${mine()}; cd ${mine()}; echo new > new; mkdir -p a/b; echo deep > a/b/c; ln -s /etc link; mkfifo pipe`,
        "cp /bin/true suid; chmod 4755 suid",
        `node -e 'require("net").createServer().listen("socket", () => process.exit())'; echo one > ${mine()}.txt`,
      ];
      const said = stage.boxed({ script: script.join("; ") });
      expect(said.scratch.filter((path) => path.startsWith(mine().slice(5))).length).toBe(6);
      expect(stage.plain(`cd ${mine()}; find . -mindepth 1 | sort; cat new a/b/c ${mine()}.txt`)).toBe(
        "./a\n./a/b\n./a/b/c\n./new\nnew\ndeep\none\n",
      );
      expect(said.left).toContain(mine().slice(5));
      expect(said.verdicts).toEqual([]);
    });

    it.each([
      ["a changed file", "echo changed > old"],
      ["a new file", "echo n > new"],
      ["a hook of a repository", "echo x > .git/hooks/post-commit"],
      ["another common folder of one", "echo ../x > .git/commondir"],
      ["settings of an agent", "echo {} > .claude/settings.local.json"],
      ["an answer in the person's name", "mkdir .orchestration; echo {} > .orchestration/x"],
      ["a program that a build starts", "mkdir -p node_modules/.bin; echo x > node_modules/.bin/tsc"],
      ["a deletion", "rm old"],
      ["another mode", "chmod 777 . old"],
      ["a link in its place", `cd ..; rm -r ${"$OLDPWD"}; ln -s /etc ${"$OLDPWD"}`],
    ])("nothing goes into a folder that stands there: %s", (_what, script) => {
      stage.plain(`mkdir -p ${mine()}/.claude; cd ${mine()}; git init -q; echo old > old`);
      const look = `cd ${mine()}; find . -printf '%y %m %s %p %l\n' | sort; cat old`;
      const before = stage.plain(look);
      const said = stage.boxed({ script: `cd ${mine()}; ${script}` });
      expect(stage.plain(look)).toBe(before);
      expect(said.scratch.filter((path) => path.startsWith(mine().slice(5)))).toEqual([]);
      if (!script.startsWith("chmod")) expect(said.left.some((path) => path.startsWith(mine().slice(5)))).toBe(true);
    });

    it.each([
      ["a repository", "git init -q ."],
      ["settings of an agent", "mkdir .claude; echo {} > .claude/settings.json"],
      ["deep settings of an agent", "mkdir -p a/b/.claude; echo {} > a/b/.claude/settings.json"],
      ["what git obeys", "echo '*' > .gitattributes"],
    ])("a new folder with %s in it does not come back, nor anything beside that", (_what, script) => {
      const said = stage.boxed({ script: `mkdir ${mine()}; cd ${mine()}; echo n > n; ${script}` });
      expect(said.ended).toMatchObject({ began: true, code: 0 });
      expect(said.left).toContain(mine().slice(5));
      expect(existsSync(mine())).toBe(false);
    });

    it.each(["node_modules/x/index.js", ".envrc", ".venv/bin/x", "sitecustomize.py", ".claude/x", ".git/config"])(
      "a new entry does not come back that what is started near it would obey: %s",
      (path) => {
        const [first = ""] = path.split("/");
        if (existsSync(`/tmp/${first}`)) throw new Error(`/tmp/${first} stands there`);
        const said = stage.boxed({ script: `mkdir -p $(dirname /tmp/${path}); echo x > /tmp/${path}` });
        expect(existsSync(`/tmp/${first}`)).toBe(false);
        expect(said.left).toContain(first);
      },
    );
  });
});

describe("a signal", () => {
  it("reaches the command, and what that left in scope counts", async () => {
    const script = `trap 'echo told > src/told; exit 7' TERM; echo begun > src/begun; mkdir /tmp/x$$; echo ready > ${"$HOME"}/.npm/_cacache/ready; sleep 40 & wait`;
    stage.plain("mkdir -p ~/.npm/_cacache");
    const child = stage.begin({ script, isInstall: true });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const ready = join(stage.home, ".npm/_cacache/ready");
    await until(() => existsSync(ready));
    child.kill("SIGTERM");
    await ended;
    expect(readFileSync(join(stage.root, "src/told"), "utf8")).toBe("told\n");
    expect(existsSync(join(stage.root, "src/begun"))).toBe(true);
  });

  it("of the command's own is its code", () => {
    expect(stage.boxed({ script: "kill -TERM $$" }).ended).toMatchObject({ began: true, code: 143 });
    expect(stage.boxed({ script: "kill -INT $$; exit 3" }).ended).toMatchObject({ began: true, code: 130 });
  });
});
