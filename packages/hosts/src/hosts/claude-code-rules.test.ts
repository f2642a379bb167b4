import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import type { RuleVerdict } from "../host/rules.ts";
import { claudeCode } from "./claude-code.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.claude" };

function ruled(command: string, texts: Texts, { tool = "Bash", startedIn = root, env = {} } = {}): RuleVerdict {
  return claudeCode.rules({ tool, command, startedWith: [] }, aroundOf(places, texts, startedIn), env);
}

const settings = (permissions: unknown) => JSON.stringify({ permissions });
const inProject = (permissions: unknown): Texts => ({ root: { ".claude/settings.json": settings(permissions) } });
const says = (command: string, rule: string) => {
  const verdict = ruled(command, inProject({ deny: [rule] }));
  return verdict.kind === "matched" ? verdict.says : verdict.kind;
};

const fitting: readonly (readonly [string, string])[] = [
  ["Bash", "ls"],
  ["Bash(*)", "ls"],
  ["Bash()", "ls"],
  ["*", "ls"],
  ["B*", "ls"],
  ["bash(ls)", "ls"],
  ["Bash(npm run build)", "npm run build"],
  ["Bash(npm run build)", "  npm   run 'build'  "],
  ["Bash(npm run build)", "npm run build > out.txt 2>&1"],
  ["Bash(npm run test:*)", "npm run test"],
  ["Bash(npm run test:*)", "npm run test --watch"],
  ["Bash(npm run test:*)", "npm run test:unit"],
  ["Bash(git push *)", "git push"],
  ["Bash(git push *)", "git push origin main"],
  ["Bash(git push *)", "git push origin 'ma in' \"ü – 漢字\""],
  ["Bash(git * --force)", "git push origin --force"],
  ["Bash(* --force)", "git push --force"],
  ["Bash(rm*)", "rmdir x"],
  ["Bash(git push *)", "npm test && git push"],
  ["Bash(git push *)", "npm test||git push"],
  ["Bash(git push *)", "npm test;git push"],
  ["Bash(git push *)", "npm test | git push"],
  ["Bash(git push *)", "npm test |& git push"],
  ["Bash(git push *)", "npm test & git push"],
  ["Bash(git push *)", "npm test\ngit push\n"],
  ["Bash(git push *)", "npm test\r\ngit push"],
  ["Bash(git push *)", "(cd x && git push)"],
  ["Bash(git push *)", "{ git push; }"],
  ["Bash(git push *)", "if true; then git push; fi"],
  ["Bash(git push *)", "for a in b; do git push; done"],
  ["Bash(git push *)", "f() { git push; }; f"],
  ["Bash(git push *)", "! git push"],
  ["Bash(git push *)", 'echo "$(git push)"'],
  ["Bash(git push *)", "echo `git push`"],
  ["Bash(git push *)", "diff <(git push) x"],
  ["Bash(git push *)", "A=1 B='x y' git push"],
  ["Bash(git push *)", "ls 2>&-&git push"],
  ["Bash(git push *)", "ls &>x|git push"],
  ["Bash(git push *)", "ls >&2&&git push"],
  ["Bash(git push *)", "<in >|out git push"],
  ["Bash(git push *)", "watch -n 5 'ls; git push'"],
  ["Bash(git push *)", "\\git push"],
  ["Bash(git push *)", "gi\\\nt push"],
  ["Bash(git push *)", "function f { git push; }"],
  ["Bash(git push *)", "case x in x) git push;; esac"],
  ["Bash(git push *)", "while read l; do git push; done <in"],
  ["Bash(git push *)", "timeout 5 git push"],
  ["Bash(git push *)", "timeout -k 3 -s KILL 5m git push"],
  ["Bash(git push *)", "nice -n 10 nohup git push"],
  ["Bash(git push *)", "env -u A -i B=2 git push"],
  ["Bash(git push *)", "time git push"],
  ["Bash(git push *)", "find . -name x | xargs -n 1 git push"],
  ["Bash(git push *)", "stdbuf -oL git push"],
  ["Bash(rm *)", "find . -name x -exec rm {} ;"],
  ["Bash(git push *)", "bash -c 'git push'"],
  ["Bash(git push *)", 'sh -lc "cd x; git push"'],
  ["Bash(git push *)", "git \\\n  push origin"],
  ["Bash(git push *)", "cat <<EOF\ndon't\nEOF\ngit push\ncat <<EOF\ncan't\nEOF"],
  ["Bash(git push *)", "ls # don't\ngit push"],
  ["Bash(git push *)", "echo 'never closed\ngit push"],
  ["Bash(* && *)", "a && b"],
  ["Bash(echo \\(x\\))", "echo '(x)'"],
  ["Read(./.env)", "cat .env"],
  ["Read(.env)", "cat sub/.env"],
  ["Read(**/.env)", "cat ../shop/.env"],
  ["Read(./secrets/**)", "grep -r x secrets/deep/key"],
  ["Read(./secrets/**)", "cat 'secrets/a b'"],
  ["Read(~/.ssh/**)", "cat ~/.ssh/id"],
  ["Read(~/.ssh/**)", "cat $HOME/.ssh/id"],
  ["Read(//etc/passwd)", "head -n1 </etc/passwd"],
  ["Edit(/src/**)", "echo x > src/a.ts"],
  ["Edit(*.lock)", "sed -i s/a/b/ --file=x yarn.lock"],
  ["Read(./.env)", "cat .e*"],
];

describe("a rule of Claude Code matches", () => {
  it.each(fitting)("%s: %s", (rule, command) => {
    expect(says(command, rule)).toBe("deny");
  });
});

/** The same lines with another word in them. */
const missing = fitting
  .filter(([rule]) => rule.includes("git push *") || rule.includes("rm *"))
  .map(([rule, command]): [string, string] => [rule, command.replaceAll("push", "pull").replaceAll("rm ", "ls ")]);

describe("a rule of Claude Code leaves alone", () => {
  it.each<readonly [string, string]>([
    ["Bash(npm run build)", "npm run build --watch"],
    ["Bash(npm run build)", "npm run buildx"],
    ["Bash(npm run test:*)", "npm run tests"],
    ["Bash(npm run test:*)", "npm run"],
    ["Bash(ls *)", "lsof"],
    ["Bash(ls:*)", "lsof"],
    ["Bash(git push *)", "git pull"],
    ["Bash(git push *)", "git pushx"],
    ["Bash(git push *)", "git -C x push"],
    ["Bash(git push *)", "echo git push"],
    ["Bash(git push *)", "echo 'a; git push'"],
    ["Bash(git push *)", 'git commit -m "then git push && more"'],
    ["Bash(git push *)", "echo \\; git push"],
    ["Bash(git push *)", "npm run 'git push'"],
    ["Bash(git push *)", ""],
    ["Bash(git * --force)", "git push --force-with-lease"],
    ["Bash(* --force)", "git push"],
    ["Bash(rm *)", "grep rm file"],
    ["Bash(rm *)", "npm rm x"],
    ["Bash(rm *)", "find . -name rm"],
    ["Bash(RM *)", "rm x"],
    ["Read", "cat .env"],
    ["Edit", "echo x > y"],
    ["Read(./.env)", "cat .envrc"],
    ["Read(./.env)", "cat env"],
    ["Read(./secrets/**)", "cat secret"],
    ["Read(~/.ssh/**)", "cat .ssh/id"],
    ["Read(//etc/passwd)", "cat etc/passwd"],
    ["Edit(!src/**)", "cat src/x"],
    ["Edit(**)", "npm"],
    ["WebFetch(domain:x.com)", "curl x.com"],
    ["mcp__x", "ls"],
    ["mcp__*", "ls"],
    ["Monitor(ls)", "ls"],
    ["Agent(ls)", "ls"],
    ["", "ls"],
    ["ls", "ls"],
    ["git push", "git push"],
    ...missing,
  ])("%s: %s", (rule, command) => {
    expect(says(command, rule)).toBe("none");
  });
});

const deny = settings({ deny: ["Bash(git push *)"] });

describe("the layers of Claude Code", () => {
  it.each<[string, Texts, string]>([
    ["~/.claude/settings.json", { own: { "settings.json": deny } }, root],
    ["~/.claude/settings.local.json", { own: { "settings.local.json": deny } }, root],
    ["~/.claude/remote-settings.json", { own: { "remote-settings.json": deny } }, root],
    [".claude/settings.json", { root: { ".claude/settings.json": deny } }, root],
    [".claude/settings.local.json", { root: { ".claude/settings.local.json": deny } }, root],
    ["a/.claude/settings.json", { root: { "a/.claude/settings.json": deny } }, `${root}/a/b`],
    [".claude/settings.json", { root: { ".claude/settings.json": deny } }, `${root}/a/b`],
    ["/home/.claude/settings.json", { at: { "/home/.claude/settings.json": deny } }, root],
    ["/.claude/settings.local.json", { at: { "/.claude/settings.local.json": deny } }, root],
    ["/etc/claude-code/managed-settings.json", { at: { "/etc/claude-code/managed-settings.json": deny } }, root],
    [
      "/etc/claude-code/managed-settings.d/10-a.json",
      { at: { "/etc/claude-code/managed-settings.d/10-a.json": deny } },
      root,
    ],
  ])("%s", (where, texts, startedIn) => {
    const expected = { kind: "matched", says: "deny", rule: "Bash(git push *)", where };
    expect(ruled("git push", texts, { startedIn })).toEqual(expected);
    expect(ruled("git pull", texts, { startedIn })).toEqual({ kind: "none" });
  });

  it("are those of the folder it was started in too, and of the main worktree", () => {
    const texts = { at: { "/elsewhere/.claude/settings.json": deny } };
    expect(ruled("git push", texts)).toEqual({ kind: "none" });
    expect(ruled("git push", texts, { env: { CLAUDE_PROJECT_DIR: "/elsewhere/sub" } }).kind).toBe("matched");
    expect(ruled("git push", texts, { env: { CLAUDE_PROJECT_DIR: "elsewhere" } }).kind).toBe("none");
    const linked = { ...texts, root: { ".git": "gitdir: /elsewhere/.git/worktrees/shop\n" } };
    expect(ruled("git push", linked).kind).toBe("matched");
    expect(ruled("git push", { ...texts, root: { ".git": "gitdir: /elsewhere/.git/modules/shop\n" } }).kind).toBe(
      "none",
    );
  });

  it("leave files of other folders alone", () => {
    expect(ruled("git push", { root: { "a/.claude/settings.json": deny, ".claude/other.json": deny } })).toEqual({
      kind: "none",
    });
    expect(ruled("git push", { at: { "/etc/claude-code/managed-settings.d/notes.txt": deny } })).toEqual({
      kind: "none",
    });
  });

  it("count together: a deny before an ask, an ask before what is unclear", () => {
    const ask = settings({ ask: ["Bash"] });
    const both = {
      root: { ".claude/settings.json": ask, ".claude/settings.local.json": "{" },
      own: { "settings.json": deny },
    };
    expect(ruled("git push", both)).toMatchObject({ says: "deny", where: "~/.claude/settings.json" });
    expect(ruled("git pull", both)).toMatchObject({ says: "ask", where: ".claude/settings.json" });
    expect(ruled("git pull", { ...both, own: {} })).toMatchObject({ says: "ask" });
    expect(
      ruled("git pull", { root: { ".claude/settings.json": deny, ".claude/settings.local.json": "{" } }),
    ).toMatchObject({ kind: "unclear", where: ".claude/settings.local.json" });
    const allowed = inProject({ allow: ["Bash(git push *)"], deny: ["Bash(git push --force)"] });
    expect(ruled("git push", allowed)).toEqual({ kind: "allowed" });
    expect(ruled("git push --force", allowed)).toMatchObject({ says: "deny" });
  });

  const allow = settings({ allow: ["Bash(git push *)"] });

  it.each<[string, Texts]>([
    ["the person", { own: { "settings.json": allow } }],
    ["the repository", { root: { ".claude/settings.json": allow } }],
    ["the person, here", { root: { ".claude/settings.local.json": allow } }],
    ["the person, without a yes to something else", { own: { "settings.json": allow }, ...inProject({ allow: [] }) }],
  ])("let a command pass that %s allows", (_who, texts) => {
    expect(ruled("git push origin", texts).kind).toBe("allowed");
    expect(ruled("git pull", texts).kind).toBe("none");
    expect(ruled("git push origin", texts, { tool: "Monitor" }).kind).toBe("none");
    expect(ruled("git push origin", texts, { startedIn: `${root}/a` }).kind).toBe("allowed");
  });

  it.each<[string, Texts, Record<string, string>]>([
    ["a folder above allows", { at: { "/home/.claude/settings.json": allow } }, {}],
    ["a folder below allows", { root: { "a/.claude/settings.json": allow } }, {}],
    ["what is managed allows", { at: { "/etc/claude-code/managed-settings.json": allow } }, {}],
    ["another project allows", { at: { "/else/.claude/settings.json": allow } }, { CLAUDE_PROJECT_DIR: "/else" }],
    [
      "this one allows, and it is started in another",
      { root: { ".claude/settings.json": allow } },
      { CLAUDE_PROJECT_DIR: "/else" },
    ],
    [
      "only managed rules may allow",
      {
        own: { "settings.json": allow },
        at: { "/etc/claude-code/managed-settings.json": '{"allowManagedPermissionRulesOnly": true}' },
      },
      {},
    ],
    ["is allowed in another place of the file", { own: { "settings.json": '{"allow": ["Bash"]}' } }, {}],
    ["is asked about too", inProject({ allow: ["Bash(git push *)"], ask: ["Bash(git push *)"] }), {}],
    ["nobody can tell of", { own: { "settings.json": allow }, root: { ".claude/settings.json": "{" } }, {}],
  ])("do not let a command pass that %s", (_who, texts, env) => {
    expect(ruled("git push", texts, { env, startedIn: `${root}/a` }).kind).not.toBe("allowed");
  });

  it("hold for the other tool that runs commands", () => {
    expect(ruled("git push", inProject({ deny: ["Bash(git push *)"] }), { tool: "Monitor" }).kind).toBe("matched");
    expect(ruled("git push", inProject({ ask: ["Monitor(git push *)"] }), { tool: "Monitor" })).toMatchObject({
      says: "ask",
    });
  });
});

describe("nobody knows what Claude Code's rules say", () => {
  it.each<[string, Texts]>([
    ["{", { root: { ".claude/settings.json": "{" } }],
    ["a list", { root: { ".claude/settings.json": "[]" } }],
    ["a text", { own: { "settings.json": '"x"' } }],
    ["two equal keys", { own: { "settings.json": '{"permissions": {}, "permissions": {"deny": []}}' } }],
    ["closed", { at: { [`${root}/.claude/settings.json`]: null } }],
    ["closed above", { at: { "/etc/claude-code/managed-settings.json": null } }],
    ["a number", inProject({ deny: [1] })],
    ["a map", inProject({ ask: { Bash: true } })],
    ["a rule that does not end", inProject({ deny: ["Bash(git push"] })],
    ["a rule that does not end, with stars", inProject({ deny: ["B*(git push"] })],
  ])("%s", (_, texts) => {
    expect(ruled("ls", texts)).toMatchObject({ kind: "unclear", where: expect.any(String), why: expect.any(String) });
  });

  it.each<[string, Texts]>([
    ["nothing", {}],
    ["an empty file", { root: { ".claude/settings.json": "" } }],
    ["comments", { root: { ".claude/settings.json": '// none\n{"permissions": {"deny": [],},}' } }],
    ["null", inProject({ deny: null })],
    ["another tool's broken rule", inProject({ deny: ["Read(x"] })],
  ])("but there is none in %s", (_, texts) => {
    expect(ruled("ls", texts)).toEqual({ kind: "none" });
  });

  it("of a command that is too much", () => {
    const texts = inProject({ deny: ["Bash(git push *)"] });
    for (const command of ["x".repeat(100_001), "a;".repeat(5_001), `${"$(".repeat(100)}a`, "eval ".repeat(400)])
      expect(ruled(command, texts)).toMatchObject({ kind: "unclear", where: "the command" });
  });
});

it("is in time for the longest commands", () => {
  const rules = ["Bash(git * --force)", "Bash(*a*b*c*d*)", "Read(**/x*y*z/**)", "Edit(a*b*c*d)"];
  const texts = inProject({ deny: rules });
  for (const word of [
    "git ",
    "env ",
    "-",
    "\\",
    "'",
    '"',
    "aaaa ",
    "./a/../",
    "a=",
    "$(",
    "xargs -n 1 ",
    "c",
    "then ",
    "eval ",
    "bash -c ",
    "find -exec ",
  ]) {
    ruled(`env ${word.repeat(Math.floor(40_000 / word.length))}`, texts);
  }
});
