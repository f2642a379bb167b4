/** Somebody is at work while a command's changes are brought into the tree: what they did is never gone over. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain("mkdir -p src/d lib; echo a > src/a.ts; echo z > src/z.ts; echo d > src/d/d.ts; ln -s a.ts src/l");
});
afterEach(() => stage.clear());

const asked = (said: ReturnType<Stage["boxed"]>) =>
  said.verdicts
    .filter(([, , becomes, because]) => becomes === "asked" && because === "contested")
    .map(([, path]) => path);

describe("between the end of a command and its application", () => {
  it.each([
    ["edited what it changed", "echo agent > src/a.ts", "echo person > src/a.ts", "src/a.ts"],
    ["edited it at once and with the same size", "echo b > src/a.ts", "echo c > src/a.ts", "src/a.ts"],
    ["put another file over it", "echo b > src/a.ts", "echo a > src/n; mv src/n src/a.ts", "src/a.ts"],
    ["deleted what it changed", "echo agent > src/a.ts", "rm src/a.ts", "src/a.ts"],
    ["made what it made", "echo agent > src/new.ts", "echo person > src/new.ts", "src/new.ts"],
    ["made a link where it made a file", "echo agent > src/new.ts", "ln -s ../lib/x src/new.ts", "src/new.ts"],
    ["made a file where it made a link", "ln -s a.ts src/n", "echo person > src/n", "src/n"],
    ["edited what it deleted", "rm src/z.ts", "echo person > src/z.ts", "src/z.ts"],
    ["made again what it deleted", "rm src/z.ts", "rm src/z.ts; echo person > src/z.ts", "src/z.ts"],
    ["edited what it gave permissions", "chmod 700 src/a.ts", "echo person > src/a.ts", "src/a.ts"],
    ["gave other permissions to the same file", "chmod 700 src/a.ts", "chmod 600 src/a.ts", "src/a.ts"],
    ["gave other permissions to a folder", "chmod 700 src/d", "chmod 711 src/d", "src/d"],
    ["gave permissions to what it changed", "echo agent > src/a.ts", "chmod 600 src/a.ts", "src/a.ts"],
    ["led a link elsewhere", "ln -sfn z.ts src/l", "ln -sfn d src/l", "src/l"],
    ["edited what it replaced by a folder", "rm src/a.ts; mkdir src/a.ts", "echo person > src/a.ts", "src/a.ts"],
    ["edited what it replaced by a link", "ln -sf z.ts src/a.ts", "echo person > src/a.ts", "src/a.ts"],
    ["put a link in the place of the folder", "echo x > src/d/n", "mv src/d lib/d; ln -s ../lib/d src/d", "src/d/n"],
    [
      "put another folder in its place",
      "echo x > src/d/d.ts",
      "mv src/d e; mkdir src/d; echo p > src/d/d.ts",
      "src/d/d.ts",
    ],
  ])("somebody %s: it is asked about, and theirs stands", (_what, script, meanwhile, path) => {
    const picture = "find . -printf '%y %m %p %l\\n' | sort; find . -type f | sort | xargs grep -H ''";
    stage.plain(`cp -a . ~/theirs; cd ~/theirs; ${meanwhile}`);
    const said = stage.boxed({ script: `${script}; echo beside > lib/beside`, meanwhile });
    expect([asked(said), said.failed]).toEqual([[path], []]);
    expect(stage.plain(`rm lib/beside; ${picture}`)).toBe(stage.plain(`cd ~/theirs; ${picture}`));
  });

  it.each([
    ["made the same file", "echo same > src/new.ts", "echo same > src/new.ts"],
    ["made the same folder", "mkdir src/n; echo x > src/n/x", "mkdir src/n"],
    ["deleted the same file", "rm src/z.ts", "rm src/z.ts"],
    ["deleted the folder of what it deleted", "rm src/d/d.ts", "rm -r src/d"],
    ["did something beside it", "echo agent > src/a.ts", "echo person > src/z.ts"],
    ["touched what it touched", "touch -d 2001-01-01 src/a.ts", "touch src/a.ts"],
    ["filled a folder that it deleted", "rm -r src/d", "echo n > src/d/n"],
  ])("somebody %s: nothing is asked", (_what, script, meanwhile) => {
    const said = stage.boxed({ script, meanwhile });
    expect([asked(said), said.failed]).toEqual([[], []]);
  });

  it("changes neither the mode nor the time of a file under its other names", () => {
    stage.plain("ln src/a.ts lib/one; ln src/z.ts lib/two; touch -d 2020-01-01 src/z.ts");
    const said = stage.boxed({ script: "chmod 700 src/a.ts; touch -d 2001-01-01 src/z.ts", scope: "^src/" });
    expect(said.failed).toEqual([]);
    expect(stage.plain("stat -c '%a' src/a.ts lib/one; stat -c %y src/z.ts lib/two | cut -c1-4")).toBe(
      "700\n644\n2001\n2020\n",
    );
  });

  it("changes both names of one file without a question", () => {
    stage.plain("ln src/a.ts src/b.ts");
    const said = stage.boxed({ script: "echo 1 > src/one; cp src/one src/a.ts; sed -i s/a/c/ src/b.ts; rm src/one" });
    expect([asked(said), said.failed]).toEqual([[], []]);
    expect(stage.plain("cat src/a.ts src/b.ts")).toBe("1\nc\n");
  });
});

describe("while a command runs", () => {
  beforeEach(
    () => void stage.plain(`mkdir -p ~/.npm/_cacache; ${git} init -q -b main; ${git} add -A; ${git} commit -qm first`),
  );
  /** Both sides see this folder while the command runs. */
  const place = "$HOME/.npm/_cacache";
  const during = (script: string, meanwhile: string) => {
    const wait = (name: string) => `until [ -e ${place}/${name} ]; do sleep 0.02; done`;
    stage.plain(`(${wait("begun")}; ${meanwhile}; touch ${place}/done) > /dev/null 2>&1 &`);
    return stage.boxed({ script: `${script}; touch ${place}/begun; ${wait("done")}`, isInstall: true });
  };

  it("somebody deleted the file that it changed: it is asked about, and not made again", () => {
    expect(asked(during("echo agent > src/a.ts", "rm src/a.ts"))).toEqual(["src/a.ts"]);
    expect(stage.plain("ls src")).toBe("d\nl\nz.ts\n");
  });

  it("somebody deleted the folder of what it changed: it is not made again", () => {
    during("echo agent > src/d/d.ts", "rm -r src/d");
    expect(stage.plain("ls src")).toBe("a.ts\nl\nz.ts\n");
  });

  it("somebody made a file beside one that it made: nothing is asked", () => {
    expect(asked(during("echo agent > src/new.ts", "echo person > src/other.ts"))).toEqual([]);
    expect(stage.plain("cat src/new.ts src/other.ts")).toBe("agent\nperson\n");
  });

  it("makes again what was deleted before it began", () => {
    stage.plain("rm src/a.ts; sleep 0.05");
    expect(asked(stage.boxed({ script: "echo agent > src/a.ts" }))).toEqual([]);
    expect(stage.plain("cat src/a.ts")).toBe("agent\n");
  });
});

describe("what is applied", () => {
  const attributes = `/usr/bin/python3 -I -c 'import os
for f in os.popen("find src").read().split(): print(f, os.listxattr(f, follow_symlinks=False))'`;

  it.each([
    "mv src/a.ts src/b.ts",
    "mv src/a.ts src/b.ts; echo new > src/a.ts",
    "echo x >> src/a.ts; mv src/a.ts src/d/b.ts; cp -p src/d/b.ts src/c.ts",
    "mv src/a.ts src/b.ts; cp -p src/b.ts src/a.ts",
    "mkdir src/n; echo n > src/n/n; mv src/d src/e",
  ])("holds nothing of the layer: %s", (script) => {
    expect(stage.boxed({ script }).failed).toEqual([]);
    expect(stage.plain(`${attributes} | grep -v '\\[\\]$'`)).toBe("");
  });

  it("is no link that leads to what is no text, and it is told", () => {
    const said = stage.boxed({ script: "ln -s $'x\\xff' src/raw; ln -sfn $'y\\xfe' src/l; echo b > src/a.ts" });
    expect(said.verdicts).toEqual([["change", "src/a.ts", "applied", "in scope"]]);
    expect(said.unreadable.sort()).toEqual(["src/l", "src/raw"]);
    expect(stage.plain("readlink src/l; ls src")).toBe("a.ts\na.ts\nd\nl\nz.ts\n");
  });
});

describe("with git", () => {
  beforeEach(() => void stage.plain(`${git} init -q -b main; ${git} add -A; ${git} commit -qm first`));
  const commit = `echo agent > src/a.ts; ${git} commit -qam agent`;

  it.each([
    ["committed", `echo p > lib/p; ${git} add lib; ${git} commit -qm person`, "person\nfirst\n"],
    ["staged", "echo p > lib/p; git add lib", "first\n"],
    ["went to another branch", `${git} switch -qc other`, "first\n"],
    ["edited a file of the commit", "echo person > src/a.ts", "first\n"],
  ])("nothing is committed where somebody %s meanwhile", (_what, meanwhile, log) => {
    const said = stage.boxed({ script: commit, meanwhile });
    expect(said.verdicts.filter(([, path]) => path.startsWith(".git/")).map(([, , becomes]) => becomes)).not.toContain(
      "applied",
    );
    expect(stage.plain("git log --format=%s; git fsck 2>&1 | grep -v dangling")).toBe(log);
  });

  it("nothing is committed where only a branch was made, and somebody went to another meanwhile", () => {
    const said = stage.boxed({ script: "git branch made", meanwhile: `${git} switch -qc other` });
    expect(said.verdicts.some(([, , becomes]) => becomes === "applied")).toBe(false);
    expect(stage.plain("git branch --format='%(refname:short)'")).toBe("main\nother\n");
  });

  it("keeps the permissions of what git made", () => {
    stage.boxed({ script: commit });
    expect(stage.plain("find .git/objects -type f -printf '%m\\n' | sort -u; git log --format=%s")).toBe(
      "444\nagent\nfirst\n",
    );
  });
});

describe("after a kill", () => {
  const many = "for n in $(seq 1000 2500); do echo old > src/f$n; done; echo old > src/gone";
  const script = `for f in src/f*; do echo agent > $f; done; rm src/gone; echo agent > src/new; ${git} add -A; ${git} commit -qm agent`;

  async function killed(): Promise<void> {
    stage.plain(`${many}; ${git} init -q -b main; ${git} add -A; ${git} commit -qm first`);
    const child = stage.begin({ script, scope: "^src/" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const runs = join(stage.state, "runs");
    const begun = () =>
      existsSync(runs) && readdirSync(runs).some((one) => existsSync(join(runs, one, "journal.json")));
    await until(begun);
    child.kill("SIGKILL");
    await ended;
    expect(stage.plain("git log --format=%s")).toBe("first\n");
  }
  const replay = () => stage.drive({ replay: stage.state }) as { runs: number; left: string[]; stuck: unknown[] };

  it("goes over nothing that a person edited and committed since, and tells what it left", async () => {
    await killed();
    stage.plain(
      `echo person > src/f1000; echo person > src/f2500; echo person > src/gone; echo person > src/new; ${git} add -A; ${git} commit -qm person; echo later > src/gone`,
    );
    const head = stage.plain("git rev-parse HEAD");
    const { runs, left } = replay();
    expect(runs).toBe(1);
    expect(left).toEqual(
      expect.arrayContaining(["src/f1000", "src/f2500", "src/gone", "src/new", ".git/refs/heads/main"]),
    );
    expect(stage.plain("git rev-parse HEAD; cat src/f1000 src/f2500 src/new src/gone")).toBe(
      `${head}person\nperson\nperson\nlater\n`,
    );
    expect(
      stage.plain("cat src/f1001 src/f2499; git status --short | grep -c f; git fsck 2>&1 | grep -v dangling"),
    ).toMatch(/^agent\nagent\n\d+\n$/);
  });

  it("brings all of it, and git's, to its end where nobody did anything", async () => {
    await killed();
    expect(replay()).toEqual({ runs: 1, left: [], stuck: [] });
    expect(stage.plain("git log --format=%s; git status --short; git fsck 2>&1")).toBe("agent\nfirst\n");
  });

  it("counts what cannot be looked at as somebody's, and goes on", async () => {
    await killed();
    stage.plain("chmod 000 src");
    const { runs, left, stuck } = replay();
    expect([runs, stuck, left.includes("src/f1000")]).toEqual([1, [], true]);
    stage.plain("chmod 755 src");
    expect(replay()).toEqual({ runs: 0, left: [], stuck: [] });
  });

  it.each([
    ["was cut", "truncate -s 100 $j"],
    ["is empty", ": > $j"],
    ["is of another version", `sed -i 's/"stood":[^}]*}//g' $j`],
    ["may not be read", "rm $j; mkdir $j"],
  ])("applies nothing from a journal that %s, and goes on", async (_what, damage) => {
    await killed();
    const before = stage.plain("cat src/f* | sort | uniq -c");
    stage.plain(`j=$(echo ${stage.state}/runs/*/journal.json); ${damage}`);
    expect(replay()).toEqual({ runs: 0, left: [], stuck: [] });
    expect(stage.plain(`cat src/f* | sort | uniq -c; ls ${stage.state}/runs`)).toBe(before);
  });

  it("applies nothing where another folder stands in the place of the root, or none", async () => {
    await killed();
    stage.plain("cd; mv project old; mkdir project");
    expect(replay()).toEqual({ runs: 0, left: [], stuck: [] });
    expect(stage.plain(`ls -A ~/project; ls ${stage.state}/runs`)).toBe("");
  });
});
