import type { Effect } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { defaultPolicy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";

/** A small tree; a value is a link's target, null a file. */
const tree: Record<string, string | null> = {
  "/w/src/a.ts": null,
  "/w/src/b.ts": null,
  "/w/src/.env": null,
  "/w/src/deep/c.ts": null,
  "/w/docs/a.md": null,
  "/w/dashed/-oa": null,
  "/w/out": "/elsewhere",
  "/w/src/link": "/elsewhere/file",
  "/elsewhere/file": null,
  "/elsewhere/sub/x": null,
  "/w/links/a.ts": null,
  "/w/links/near": "/w/links/a.ts",
  "/w/links/far": "/w/docs",
  "/w/.git/HEAD": null,
  "/w/.git/objects/x": null,
  "/w/.git/refs/x": null,
  "/elsewhere/repo/.git/HEAD": null,
  "/w/src/split/HEAD": null,
  "/w/src/split/commondir": null,
  "/w/src/bare/HEAD": null,
  "/w/src/bare/objects/x": null,
  "/w/src/bare/refs/x": null,
};
const folders = new Set(
  Object.keys(tree).flatMap((path) => {
    const names = path.split("/").slice(1, -1);
    return names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`);
  }),
);
const facts: FileFacts = {
  kind(path) {
    if (folders.has(path) || path === "/") return "folder";
    if (!Object.hasOwn(tree, path)) return "absent";
    return tree[path] === null ? "file" : "link";
  },
  linkTarget: (path) => tree[path] ?? "",
  names: (folder) => [
    ...new Set(
      [...Object.keys(tree), ...folders]
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""),
    ),
  ],
  mayEnter: () => true,
  ignoresCase: () => false,
};

const commands = [
  { run: "npm test", args: "any" as const, writes: ["coverage/**"], contain: true, network: [], variables: [] },
  { run: "make check", args: "none" as const, writes: [], contain: true, network: [], variables: [] },
];

function call(command: string, cwd = "/w") {
  const policy = { ...defaultPolicy, commands };
  const read = createEffectsOf({ facts, isControlName, policy: () => policy, home: "/home/u", root: "/w" });
  return read("execute_command", { command }, cwd);
}

function changesOf(command: string, cwd?: string): string[] {
  return call(command, cwd).effects.list.flatMap(told);
}

function told(effect: Effect): string[] {
  switch (effect.kind) {
    case "write":
    case "delete":
      return [`${effect.kind} ${effect.absolute}`];
    case "write_below":
      return [`below ${effect.absolute}`];
    case "move":
      return [`move ${effect.from.absolute} ${effect.to.absolute}`];
    case "git_metadata":
      return [`git ${effect.absolute}`];
    case "loss":
      return ["loss"];
    default:
      return [];
  }
}

describe("a file that find starts from", () => {
  it.each([
    "find docs/a.md -exec sed -i s/a/b/ {} \\;",
    "find docs/a.md -type f -exec sed -i s/a/b/ {} +",
    "find docs/a.md src/a.ts -exec truncate -s 0 {} \\;",
    "find ./docs/../docs/a.md -maxdepth 0 -exec tee {} \\;",
    "find docs/a.md -name '*' -exec cp src/a.ts {} \\;",
    "find docs/a.md -exec chmod 777 {} +",
    "find docs/a.md -exec gzip {} \\;",
    "find docs/a.md -ok rm {} \\;",
    "find docs/a.md -okdir rm {} \\;",
    "find docs/a.md -delete",
    "find docs/* -exec sed -i s/a/b/ {} \\;",
    "find doc?/a.md -exec rm {} +",
    "cd docs && find a.md -exec sed -i s/a/b/ {} \\;",
    "find src docs/a.md -exec touch {} +",
    "find links/far/a.md -exec tee {} +",
    "gfind docs/a.md -exec sed -i s/a/b/ {} \\;",
  ])("is itself among what is changed: %s", (command) => {
    const named = changesOf(command).flatMap((one) => one.split(" ").slice(1));
    expect(named).toContain("/w/docs/a.md");
  });

  it.each([
    "find docs/a.md -exec mv {} src/new.ts \\;",
    "find docs/a.md -exec mv {} {}.old \\;",
    "find docs/a.md -execdir sed -i s/a/b/ {} \\;",
    "find docs/a.md -exec sh -c 'rm \"$1\"' _ {} \\;",
    "find -L docs/a.md -exec rm {} \\;",
    "find docs/a.md | xargs rm",
    "find docs/a.md -print0 | xargs -0 sed -i s/a/b/",
  ])("makes the whole unknown where what becomes of it cannot be told: %s", (command) => {
    expect(call(command).effects.risk).toBe("UNKNOWN");
  });
});

describe("where a command writes", () => {
  it.each<[string, string[]]>([
    ["echo x > src/a.ts", ["write /w/src/a.ts"]],
    ["echo x >> src/link", ["write /elsewhere/file"]],
    ["cd src && touch new.ts", ["write /w/src/new.ts"]],
    ["cd out && touch new.ts", ["write /elsewhere/new.ts"]],
    ["sed -i s/a/b/ src/link", ["write /elsewhere/file", "write /w/src/link"]],
    ["rm src/link", ["delete /w/src/link"]],
    ["rm -r src/deep", ["delete /w/src/deep", "below /w/src/deep"]],
    ["rm src/*.ts", ["delete /w/src/a.ts", "delete /w/src/b.ts"]],
    ["rm src/[ab].ts", ["delete /w/src/a.ts", "delete /w/src/b.ts"]],
    ["rm src/*.js", ["delete /w/src/*.js"]],
    ["rm -rf out/", ["delete /elsewhere", "below /elsewhere"]],
    ["chmod -R 700 src", ["write /w/src", "below /w/src"]],
    ["chmod 700 src", ["write /w/src"]],
    ["git checkout -- src", ["write /w/src", "below /w/src", "loss", "git /w"]],
    ["split docs/a.md src/a", ["write /w/src/a*", "write /w/src/a.ts"]],
    ["touch 'src/[ab].ts'", ["write /w/src/[ab].ts", "write /w/src/a.ts", "write /w/src/b.ts"]],
    ["install src/a.ts src/link", ["write /elsewhere/file", "write /w/src/link"]],
    ["gzip -r d*/", ["below /w/d*", "below /w/docs", "below /w/dashed"]],
    ["find out -delete", ["below /elsewhere", "write /w/out"]],
    ["find src -exec tee {} +", ["below /w/src", "write /elsewhere/file"]],
    ["find src -name x -exec chmod 600 {} \\;", ["below /w/src", "write /elsewhere/file"]],
    ["find links -exec touch {} +", ["below /w/links", "below /w/docs"]],
    ["find docs -exec touch {} +", ["below /w/docs"]],
    ["find src -exec rm {} +", ["below /w/src"]],
    ["fd x src -x tee", ["below /w/src", "write /elsewhere/file"]],
    ["ln -s ../docs src", ["write /w/src", "write /docs", "write /w/src/docs", "write /w/docs"]],
    ["cd src/deep && git reset --hard", ["below /w", "git /w/src/deep", "loss"]],
    ["install -d d/e; install src/a.ts d", ["write /w/d/e", "write /w/d", "write /w/d/a.ts"]],
    ["rm src/.e*", ["delete /w/src/.env"]],
    ["cp src/a.ts docs", ["write /w/docs/a.ts"]],
    ["cp src/a.ts out", ["write /elsewhere/a.ts"]],
    ["cp -T src/a.ts docs/new", ["write /w/docs/new"]],
    ["cp src/a.ts docs/b.ts", ["write /w/docs/b.ts"]],
    ["mkdir d && cp src/a.ts d", ["write /w/d", "write /w/d", "write /w/d/a.ts"]],
    ["mv src/a.ts docs", ["move /w/src/a.ts /w/docs/a.ts"]],
    ["mv src/a.ts docs/", ["move /w/src/a.ts /w/docs/a.ts"]],
    ["mv src/deep docs/deep", ["move /w/src/deep /w/docs/deep", "below /w/src/deep", "below /w/docs/deep"]],
    ["mv src/a.ts src/link", ["move /w/src/a.ts /w/src/link"]],
    ["ln -s ../docs/a.md src/l", ["write /w/src/l", "write /w/docs/a.md"]],
    ["ln -s /etc/passwd src/l", ["write /w/src/l", "write /etc/passwd"]],
    ["touch ~/x", ["write /home/u/x"]],
    ["git commit -m x", ["git /w"]],
    ["git -C /elsewhere commit -m x", ["git /elsewhere"]],
    ["git reset --hard", ["below /w", "git /w", "loss"]],
    ["tar xf a.tar -C docs", ["below /w/docs"]],
    ["touch ../y", ["write /y"]],
  ])("%s", (command, changes) => {
    expect(call(command).effects.risk).toBe("DESTRUCTIVE");
    expect(changesOf(command)).toEqual(changes);
  });
});

describe("what a command shows of a file", () => {
  it.each([
    ["cat src/a.ts", "content"],
    ["cat src/a.ts; ls", "content"],
    ["cat src/a.ts; git --git-dir=.git log; git -C src status", "content"],
    ["cat -s src/a.ts", "facts"],
    ["cat src/a.ts | head -3", "facts"],
    ["cat src/a.ts > /dev/null", "facts"],
    ["x=$(cat src/a.ts)", "facts"],
    ["grep x src/a.ts", "facts"],
  ])("%s", (command, shows) => {
    expect(call(command).effects).toMatchObject({ risk: "SAFE", mutates: false });
    expect(call(command).effects.list).toContainEqual(expect.objectContaining({ absolute: "/w/src/a.ts", shows }));
  });
});

describe("commands whose paths cannot be relied on", () => {
  it.each([
    ["a folder that is not there", "cd gone; touch a"],
    ["a folder that is a file", "cd src/a.ts; touch a"],
    ["a folder that cannot be made", "mkdir src/a.ts; cd src/a.ts; rm -rf *"],
    ["a folder made in one that is not there", "mkdir gone/d; cd gone/d; touch a"],
    ["a step out of a folder that is not there", "mkdir -p gone/../a"],
    ["a link that is taken away before", "rm out; mkdir out; touch out/a"],
    ["a name with a dash that the command makes", "touch -- -oa; sort *"],
    ["a name with a dash that is there", "cd dashed && cat *"],
    ["a setting of git that runs something", "git config core.fsmonitor ./p; git status"],
    ["a setting of the person", "echo x >> ~/.gitconfig; git status"],
    ["a hook that the command writes", "echo x > .git/hooks/pre-commit; git commit -m x"],
    ["a step out of a link", "cat x > out/../a"],
    ["a step out of a folder behind a link", "touch out/sub/../y"],
    ["a step out of a link that was entered", "cd out && touch ../a"],
    ["a step out of a link by a program", "git -C out/.. add a"],
    ["a repository under another name", "git --git-dir=src/bare log"],
    ["a folder that is a repository by what it holds", "cd src/bare && git diff"],
    ["such a folder behind -C", "git -C src/bare/refs status"],
    ["another person's home folder", "touch ~root/a"],
    ["a folder moved in the same command", "mv src/deep d && echo x > d/c.ts"],
    ["a link moved in the same command", "mv out src/o && echo x > src/o/a"],
    ["a file where an archive was unpacked in the same command", "tar xf a.tar && echo x > src/a.ts"],
    ["a file where a branch was checked out in the same command", "git checkout other && echo x > src/a.ts"],
    ["a target that is known only when it runs", 'touch "$X"'],
    ["the same place under another spelling", "cp -r src/deep d; echo x > /w/d/x"],
    ["a loop that writes before it fills", "for i in 1 2; do echo x > d/x; cp -P src/link d; done"],
    ["a job in the background that writes later", "(sleep 1; echo x > d/x) & cp -P src/link d"],
    ["a copy of a link", "cp -P src/link l2; echo x > l2"],
    ["two archives, one after the other", "tar xf a.tar -C docs; tar xf b.tar -C docs"],
    ["an archive over a folder with a link", "tar xf a.tar -C src"],
    ["a zip archive over a folder with a link", "unzip a.zip -d src"],
    ["what lies behind a link that find finds", "find src -exec touch {}/new \\;"],
    ["a link in a folder that find goes to", "find src -mindepth 1 -execdir tee link \\;"],
    ["a folder that is closed before it is entered", "mkdir -m 000 d; cd d; touch x"],
    ["a folder that is closed by chmod", "chmod 000 docs; cd docs; touch x"],
    ["new folders that are closed", "umask 777; mkdir d; cd d; touch x"],
    ["a repository that was copied a moment ago", "cp -r docs src/n; cd src/n && git status"],
    ["a repository outside of the workspace", "git -C /elsewhere/repo status"],
    ["a repository in two places", "cd src/split && git diff"],
    ["several files moved by a pattern", "mv src/*.ts docs"],
    ["a path with a control character", "touch $'a\\x01b'"],
  ])("%s: %s", (_why, command) => {
    const { risk, mutates } = call(command).effects;
    expect([risk, mutates]).toEqual(command.includes("x01") ? ["DESTRUCTIVE", true] : ["UNKNOWN", true]);
  });

  it("refuses a path that is none", () => {
    expect(call("touch $'a\\x01b'").effects.list).toContainEqual(expect.objectContaining({ kind: "bad_path" }));
  });

  it("holds a command that is not understood to the writes that are", () => {
    expect(call("node x.js > src/a.ts").effects.risk).toBe("UNKNOWN");
    expect(changesOf("node x.js > src/a.ts")).toEqual(["write /w/src/a.ts"]);
    expect(changesOf("cd gone; node x.js > src/a.ts")).toEqual([]);
  });

  it("does not know where .. leads from a working folder that is a link", () => {
    expect(call("touch ../a", "/w/out").effects.risk).toBe("UNKNOWN");
    expect(changesOf("touch a", "/w/out")).toEqual(["write /elsewhere/a"]);
  });
});

describe("declared commands", () => {
  const known = (command: string, cwd?: string) =>
    call(command, cwd).effects.list.flatMap((effect) => (effect.kind === "run" ? [effect.known] : []));

  it.each([
    "npm test",
    "npm test -- -t name",
    "npm test cart",
    "npm test 2>&1 | tail -20",
    "CI=1 npm test",
    "cd src && cd .. && npm test",
    "npm test; echo $?",
    "npm test && git status",
    "timeout 60 npm test",
    "time npm test",
  ])("%s runs as declared", (command) => {
    expect(call(command).effects.risk).toBe("DESTRUCTIVE");
    expect(known(command)).toEqual([{ by: "declaration", writes: ["coverage/**"] }]);
  });

  it.each([
    ["another script", "npm run other"],
    ["another project", "npm test --prefix src"],
    ["another shell for its scripts", "npm test --script-shell=src/x.sh"],
    ["more words than were declared", "make check all"],
    ["another folder", "cd src && npm test"],
    ["a variable that steers it", "NODE_OPTIONS=--require=./x npm test"],
    ["any variable that nobody knows", "ANYTHING=1 npm test"],
    ["an exported variable", "export ANYTHING=1; npm test"],
    ["a function of its name", "npm() { curl x | sh; }; npm test"],
    ["a word that is not known", 'npm test "$X"'],
    ["a pattern", "npm test *"],
    ["a sign that another shell would see", "npm test -- '; touch x'"],
    ["a program that is not declared beside it", "npm test; node x.js"],
    ["another path to it", "./npm test"],
    ["a changed PATH", "PATH=.:$PATH npm test"],
  ])("%s is not what was declared: %s", (_why, command) => {
    expect(call(command).effects.risk).toBe("UNKNOWN");
    expect(known(command)).toEqual([{ by: "nobody" }]);
  });

  it("holds in the root alone", () => {
    expect(known("npm test", "/w/src")).toEqual([{ by: "nobody" }]);
    expect(known("cd .. && npm test", "/w/src")).toEqual([{ by: "declaration", writes: ["coverage/**"] }]);
  });

  it("keeps the writes beside it", () => {
    expect(changesOf("npm test > src/a.ts")).toEqual(["write /w/src/a.ts"]);
  });

  it("names the words that no declaration speaks for", () => {
    expect(call("npm test -- --out=.claude/settings.json").named).toContainEqual(
      expect.objectContaining({ absolute: "/w/.claude/settings.json" }),
    );
  });
});

describe("the gate's own command line", () => {
  it.each([
    "intentgate status",
    "intentgate why src/a.ts:3 --json",
    "cd src && intentgate intent list",
    "intentgate suggest 'run the tests' --stage plan --json",
    "intentgate ability list",
    "intentgate ability show db.write.user_row --json",
    "intentgate routing lint",
    "intentgate trace",
    "intentgate trace log -n 5 --file src/a.ts",
    "intentgate trace verify --json",
    "intentgate decisions --code SCOPE_VIOLATION",
    "intentgate decisions show 3f2a91c0",
    "intentgate session show s1",
    "intentgate session --json list",
    "intentgate trace --json | head -3",
    "intentgate report --since 7d --json",
    "intentgate trace log --since 2030-01-01 > /dev/null; ls",
  ])("%s passes", (command) => {
    expect(call(command)).toMatchObject({ gateCommand: false, effects: { risk: "SAFE" } });
  });

  it.each([
    "intentgate approvals approve 1",
    "cd src && intentgate trust --yes",
    "echo y | intentgate pause 10m",
    "npx intentgate trust",
    "intentgate intent edit X",
    "intentgate ability task run task-1",
    "intentgate ability task create db.write.user_row",
    "intentgate ability run db.write.user_row",
    "intentgate ability sync",
    "intentgate ability",
    "intentgate routing",
    "intentgate trace share",
    "intentgate trace rotate",
    "intentgate trace heads --git",
    "intentgate trace export --format agent-trace",
    "intentgate trace --json share",
    "intentgate trace -n 5 share",
    "intentgate trace --all rotate",
    "intentgate trace {share,--json}",
    "intentgate trace $what",
    "intentgate decisions --json rotate",
    "intentgate session --json reset s1",
    "intentgate session",
    "intentgate session reset s1",
    "intentgate --json session reset s1",
    "intentgate decisions; intentgate trust",
    "intentgate report --apply",
    "intentgate report --since 7d --yes",
    "intentgate report $what",
    "intentgate report; intentgate trust",
    "bash -c 'intentgate ability run x'",
    "bash -c 'intentgate trust'",
    "$(echo intentgate) trust",
  ])("%s is a person's", (command) => {
    expect(call(command).effects.risk).toBe("UNKNOWN");
  });

  it("may be spoken of", () => {
    expect(call("echo 'run intentgate trust' > docs/a.md")).toMatchObject({
      gateCommand: false,
      effects: { risk: "DESTRUCTIVE" },
    });
  });
});

describe("the programs that a command runs", () => {
  it.each<[string, string[]]>([
    ["cd src && git push origin main", ["git push origin main"]],
    ["sudo 'git' \"push\"", ["sudo git push", "git push"]],
    ["bash -c 'git push'", ["git push"]],
    ["ls | xargs rm", ["ls", "xargs rm"]],
  ])("%s", (command, ran) => {
    expect(call(command).ran).toEqual(expect.arrayContaining(ran));
  });
});
