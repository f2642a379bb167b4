import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import type { RuleVerdict } from "../host/rules.ts";
import { codex } from "./codex.ts";
import { codexRules } from "./codex-rules.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.codex" };

function ruled(command: string, texts: Texts, startedIn = root): RuleVerdict {
  return codexRules({ tool: "Bash", command, startedWith: [] }, aroundOf(places, texts, startedIn), {});
}

const mine = (rules: string): Texts => ({ own: { "rules/default.rules": rules } });
const push = 'prefix_rule(pattern = ["git", "push"], decision = "forbidden")\n';
const says = (command: string, rules: string) => {
  const verdict = ruled(command, mine(rules));
  return verdict.kind === "matched" ? verdict.says : verdict.kind;
};

describe("a sandbox of Codex", () => {
  const open = 'sandbox_mode = "danger-full-access"\n';
  const kind = (texts: Texts, startedWith: readonly string[] | null = ["codex"]) =>
    codex.rules({ tool: "Bash", command: "ls", startedWith }, aroundOf(places, texts, root), {}).kind;

  it.each<[string, string]>([
    ["only reads", 'sandbox_mode = "read-only"\n'],
    ["is set up by settings that cannot be read", "sandbox_mode = \n"],
    ["is something else", "sandbox_mode = 1\n"],
    ["takes the folder away that we would write to", "[sandbox_workspace_write]\nexclude_slash_tmp = true\n"],
    ["says of that folder what nobody understands", '[sandbox_workspace_write]\nexclude_slash_tmp = "no"\n'],
  ])("that %s gets nothing handed over", (_what, text) => {
    expect(kind({ own: { "config.toml": text } })).toBe("unclear");
    expect(kind({ own: { "config.toml": open }, root: { ".codex/config.toml": text } })).toBe("unclear");
  });

  it.each<[string, Texts]>([
    ["nobody speaks of it", {}],
    ["the person leaves it on", { own: { "config.toml": 'sandbox_mode = "workspace-write"\n' } }],
    [
      "one of two leaves it on",
      { own: { "config.toml": open }, root: { ".codex/config.toml": 'sandbox_mode = "workspace-write"\n' } },
    ],
  ])("may be on where %s, and what is handed over has to fit into it", (_what, texts) =>
    expect(kind(texts)).toBe("sandboxed"),
  );

  it.each<[string, Texts]>([
    ["a profile of the person's", { own: { "config.toml": `profile = "careful"\n${open}` } }],
    ["permissions of another kind", { own: { "config.toml": `default_permissions = "mine"\n${open}` } }],
    ["the settings of the machine", { at: { "/etc/codex/config.toml": 'sandbox_mode = "read-only"\n' } }],
    ["what is managed", { own: { "managed_config.toml": 'sandbox_mode = "read-only"\n' } }],
    ["what is required", { at: { "/etc/codex/requirements.toml": 'allowed_sandbox_modes = ["read-only"]\n' } }],
    ["what an organisation's server sent", { own: { "cloud-requirements-cache.json": "{}", "config.toml": open } }],
    ["a bundle of it", { own: { "cloud-config-bundle-cache.json": "", "config.toml": open } }],
    ["a closed bundle of it", { at: { "/home/dev/.codex/cloud-config-bundle-cache.json": null } }],
  ])("may be another one by %s", (_what, texts) => expect(kind(texts)).toBe("unclear"));

  it.each<[readonly string[] | null]>([
    [null],
    [["codex", "-s", "read-only"]],
    [["codex", "-sread-only"]],
    [["codex", "-s=read-only"]],
    [["codex", "-s"]],
    [["codex", "exec", "--sandbox", "read-only", "do it"]],
    [["codex", "--sandbox=read-only"]],
    [["codex", "--sandbox", "what-comes-next"]],
    [["codex", "-c", "sandbox_mode=read-only"]],
    [["codex", "-c", 'sandbox_mode = "read-only"']],
    [["codex", "-csandbox_mode='read-only'"]],
    [["codex", "--config=sandbox_mode=read-only"]],
    [["codex", "-c", "sandbox_workspace_write.exclude_slash_tmp=true"]],
    [["codex", "-c", "default_permissions=mine"]],
    [["codex", "-c", "profile=careful"]],
    [["codex", "-c", "profiles.x.sandbox_mode=danger-full-access"]],
    [["codex", "-p", "careful"]],
    [["codex", "--profile", "careful"]],
    [["codex", "--profile=careful"]],
    [["codex", "app-server"]],
    [["codex", "-s", "danger-full-access", "-s", "read-only"]],
    [["codex", "", "node", "/bin/codex", "-s", "read-only"]],
    [["codex", "", "sh", "-c", "codex exec -s read-only 'do it'"]],
    [["codex", "", "tmux", "new", "-s", "work", "codex -s read-only"]],
    [["codex", "", "tmux", "new", "-s", "codex", "codex -s read-only"]],
    [["codex", "", "ssh", "-p", "22", "host", "codex", "-p", "careful"]],
    [["a-new-name", "-s", "read-only"]],
  ])("may be another one by the first words %j", (words) => {
    expect(kind({ own: { "config.toml": open } }, words)).toBe("unclear");
    expect(kind({}, words)).toBe("unclear");
  });

  it.each<[readonly string[], string, string]>([
    [["codex", "exec", "-s", "workspace-write", "do it"], "sandboxed", "sandboxed"],
    [["codex", "--sandbox=danger-full-access"], "none", "none"],
    [["codex", "-c", 'sandbox_mode="danger-full-access"'], "none", "none"],
    [["codex", "--approve-for-me"], "sandboxed", "sandboxed"],
    [["codex", "-c", "model=gpt", "--search"], "sandboxed", "none"],
    [["codex", "--dangerously-bypass-approvals-and-sandbox"], "sandboxed", "none"],
    [["codex", "", "bash", "", "tmux", "new", "-s", "work", "", "ssh", "-p", "22"], "sandboxed", "none"],
    [["codex", "", "tmux", "new", "-s", "codex"], "sandboxed", "none"],
    [["codex", "", "tmux", "new", "-s", "codex", "-n", "work"], "sandboxed", "none"],
    [["codex", "", "ssh", "-p", "22", "host", "codex"], "sandboxed", "none"],
    [["codex", "", "tmux", "new", "-s", "work", "codex -s workspace-write"], "sandboxed", "sandboxed"],
  ])("is what the first words %j say", (words, alone, opened) => {
    expect(kind({}, words)).toBe(alone);
    expect(kind({ own: { "config.toml": open } }, words)).toBe(opened);
  });

  it("does not hide a rule of the person's", () => {
    const texts: Texts = { own: { "rules/default.rules": 'prefix_rule(pattern = ["ls"], decision = "forbidden")\n' } };
    expect(kind(texts)).toBe("matched");
  });

  it("is off where the person says so", () => {
    expect(kind({ own: { "config.toml": open } })).toBe("none");
  });
});

describe("a rule of Codex", () => {
  it.each([
    ["git push", push, "deny"],
    ["git push origin main", push, "deny"],
    ["npm test && git push", push, "deny"],
    ['git "push"', push, "deny"],
    ["'git' push", push, "deny"],
    ["/usr/bin/git push", push, "deny"],
    ["bash -lc 'cd x; git push'", push, "deny"],
    ["A=1 timeout 5 git push > out", push, "deny"],
    ["env -S 'git push'", push, "deny"],
    ["git push", "prefix_rule(['git', ['push', 'pull']], 'prompt')", "ask"],
    ["git pull", "prefix_rule(['git', ['push', 'pull']], 'prompt')", "ask"],
    ["git pull", "prefix_rule(('git', ('push', 'pull')), 'prompt',)", "ask"],
    ["git x", "prefix_rule(pattern=[['jj', 'git']], decision='prompt', justification='ü')", "ask"],
    ["git push", `"""What\nit is for."""\n# push\n${push}`, "deny"],
    ["git push", `prefix_rule(pattern=['a'])\n\n${push}prefix_rule(pattern=['b'])`, "deny"],
    ["git push", `host_executable(name = "git", paths = ["/usr/bin/git"])\n${push}`, "deny"],
    ["git push", "prefix_rule(\n  pattern = [r'git', 'pu\\x73h'], # why\n  decision = '''forbidden''',\n)", "deny"],
    ["ls", 'prefix_rule(pattern = ["bash", "-lc"], decision = "prompt")', "ask"],
    ["git status", push, "none"],
    ["git", push, "none"],
    ["gitpush", push, "none"],
    ["git -C x push", push, "none"],
    ["echo git push", push, "none"],
    ["echo 'git push'", push, "none"],
    ["git 'push origin'", push, "none"],
    ["git commit -m 'a; git push'", push, "none"],
    ["/usr/bin/jj push", push, "none"],
    ["", push, "none"],
    ["git push", "", "none"],
    ["git push", "# prefix_rule(pattern = ['git'], decision = 'forbidden')", "none"],
    ["git push", 'prefix_rule(pattern = ["git", "push"])', "none"],
    ["git push", 'prefix_rule(pattern = ["git", "push"], decision = "allow")', "none"],
    ["git push", 'prefix_rule(pattern = ["git", "push"], decision = None)', "none"],
    ["git push", 'network_rule(host = "x.com", protocol = "https", decision = "forbidden")', "none"],
    ["git push", 'prefix_rule(pattern = ["git", "pull"], decision = "forbidden", match = ["git push"])', "none"],
    ["ls", 'prefix_rule(pattern = ["bash", "x"], decision = "prompt")', "none"],
  ])("%s: %s", (command, rules, expected) => {
    expect(says(command, rules)).toBe(expected);
  });

  it.each([
    ["a name", "P = ['git']\nprefix_rule(pattern = P, decision = 'forbidden')"],
    ["a sum", "prefix_rule(pattern = ['git'] + ['push'], decision = 'forbidden')"],
    ["a loop", "[prefix_rule(pattern = [x], decision = 'prompt') for x in ['a']]"],
    ["a function", "def f():\n  prefix_rule(pattern = ['a'], decision = 'prompt')\nf()"],
    ["an unknown call", "deny('git push')"],
    ["a loaded file", "load('x.star', 'y')\n"],
    ["a text that is put together", "prefix_rule(pattern = [f'{x}'], decision = 'forbidden')"],
    ["an open call", "prefix_rule(pattern = ['git'], decision = 'forbidden'"],
    ["an open text", "prefix_rule(pattern = ['git], decision = 'forbidden')"],
    ["no pattern", "prefix_rule(decision = 'forbidden')"],
    ["an empty pattern", "prefix_rule(pattern = [], decision = 'forbidden')"],
    ["an empty word", "prefix_rule(pattern = ['git', []], decision = 'forbidden')"],
    ["a number", "prefix_rule(pattern = [1], decision = 'forbidden')"],
    ["another decision", "prefix_rule(pattern = ['git'], decision = 'deny')"],
    ["twice the same", "prefix_rule(pattern = ['git'], pattern = ['x'], decision = 'forbidden')"],
    ["something behind a call", "prefix_rule(pattern = ['git'], decision = 'forbidden').x"],
    ["an escape of nobody", "prefix_rule(pattern = ['g\\q'], decision = 'forbidden')"],
    ["two texts", "prefix_rule(pattern = ['git' 'push'], decision = 'forbidden')"],
    ["deep", `prefix_rule(pattern = ${"[".repeat(200)}`],
  ])("is unclear with %s", (_, rules) => {
    expect(ruled("ls", mine(rules))).toMatchObject({ kind: "unclear", where: "~/.codex/rules/default.rules" });
  });
});

const required = (rules: string): Texts => ({ at: { "/etc/codex/requirements.toml": rules } });
const table = (decision: string) =>
  `[rules]\nprefix_rules = [{ pattern = [{ token = "git" }, { any_of = ["push", "pull"] }], decision = "${decision}" }]\n`;

describe("the layers of Codex", () => {
  it.each<[string, Texts, string]>([
    ["~/.codex/rules/default.rules", mine(push), root],
    ["~/.codex/rules/more.rules", { own: { "rules/more.rules": push } }, root],
    [".codex/rules/team.rules", { root: { ".codex/rules/team.rules": push } }, root],
    [".codex/rules/team.rules", { root: { ".codex/rules/team.rules": push } }, `${root}/a/b`],
    ["a/.codex/rules/team.rules", { root: { "a/.codex/rules/team.rules": push } }, `${root}/a`],
    ["/etc/codex/rules/all.rules", { at: { "/etc/codex/rules/all.rules": push } }, root],
    ["/etc/codex/requirements.toml", required(table("forbidden")), root],
    ["/etc/codex/managed_config.toml", { at: { "/etc/codex/managed_config.toml": table("forbidden") } }, root],
  ])("%s", (where, texts, startedIn) => {
    expect(ruled("git push", texts, startedIn)).toMatchObject({ kind: "matched", says: "deny", where });
    expect(ruled("git status", texts, startedIn)).toEqual({ kind: "none" });
  });

  it("are no other files", () => {
    const texts = {
      own: { "default.rules": push, "rules/old.rules.bak": push },
      root: { "a/.codex/rules/x.rules": push },
    };
    expect(ruled("git push", texts)).toEqual({ kind: "none" });
    expect(ruled("git push", required("[features]\nhooks = true\n"))).toEqual({ kind: "none" });
  });

  it("count together", () => {
    const ask = { ".codex/rules/a.rules": "prefix_rule(['git'], 'prompt')" };
    expect(ruled("git pull", required(table("prompt")))).toMatchObject({ says: "ask", rule: "git push|pull" });
    expect(ruled("git push", { ...mine(push), root: ask })).toMatchObject({ says: "deny" });
    expect(ruled("git pull", { ...mine("("), root: ask })).toMatchObject({ says: "ask" });
    expect(ruled("ls", { ...mine("("), root: ask })).toMatchObject({ kind: "unclear" });
  });

  it.each<[string, Texts]>([
    ["bad TOML", required("[rules")],
    ["no list", required('[rules]\nprefix_rules = "git"\n')],
    ["no words", required('[rules]\nprefix_rules = [{ decision = "forbidden" }]\n')],
    ["a word that is none", required('[rules]\nprefix_rules = [{ pattern = [{ x = 1 }], decision = "forbidden" }]\n')],
    ["another decision", required(table("never"))],
    ["closed", { at: { "/etc/codex/requirements.toml": null } }],
    ["closed rules", { at: { [`${root}/.codex/rules/a.rules`]: null } }],
  ])("are unclear with %s", (_, texts) => {
    expect(ruled("ls", texts)).toMatchObject({ kind: "unclear" });
  });
});
