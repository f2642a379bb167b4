import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import type { RuleVerdict } from "../host/rules.ts";
import { opencode } from "./opencode.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.config/opencode" };

function ruled(command: string, texts: Texts, { startedIn = root, env = {} } = {}): RuleVerdict {
  return opencode.rules({ tool: "bash", command, startedWith: [] }, aroundOf(places, texts, startedIn), env);
}
const short = (verdict: RuleVerdict) => (verdict.kind === "matched" ? verdict.says : verdict.kind);
const mine = (value: unknown): Texts => ({ own: { "opencode.json": JSON.stringify(value) } });
const bash = (value: unknown) => mine({ permission: { bash: value } });

describe("permission.bash of opencode", () => {
  it.each<[unknown, string, string]>([
    ["ask", "ls", "ask"],
    ["deny", "ls", "deny"],
    [{ "git push *": "deny" }, "git push", "deny"],
    [{ "git push *": "deny" }, "git push origin main", "deny"],
    [{ "git push": "deny" }, "git push", "deny"],
    [{ "git push*": "ask" }, "git pushed", "ask"],
    [{ "git push *": "deny" }, "npm test && git push", "deny"],
    [{ "git push *": "deny" }, 'echo "$(git push)"', "deny"],
    [{ "git push *": "deny" }, "(git push)", "deny"],
    [{ "git push *": "deny" }, "git\tpush", "deny"],
    [{ "git push *": "deny" }, "npm test\ngit push 'ü\n漢'", "deny"],
    [{ "git p?sh": "deny" }, "git push", "deny"],
    [{ "~/bin/x *": "deny" }, "/home/dev/bin/x y", "deny"],
    [{ "$HOME/bin/x *": "deny" }, "/home/dev/bin/x y", "deny"],
    [{ "*": "ask", "npm *": "allow" }, "npm test && ls", "ask"],
    [{ "git *": "allow", "git push *": "deny" }, "git push", "deny"],
    [{ "npm *": "allow", "*": "ask" }, "npm test", "ask"],
    [{ "{env:WHAT}": "deny" }, "ls", "deny"],
    [{ "*": "sometimes" }, "ls", "unclear"],
    [{ "*": 1 }, "ls", "unclear"],
    ["{env:WHAT}", "ls", "unclear"],
    ["allow", "ls", "none"],
    [{ "git push *": "deny" }, "git pull", "none"],
    [{ "git push *": "deny" }, "git pushed", "none"],
    [{ "git push *": "deny" }, "echo 'git push'", "none"],
    [{ "git push *": "deny" }, "echo git push", "none"],
    [{ "git push": "deny" }, "git push origin", "none"],
    [{ "git push *": "deny", "git *": "allow" }, "git push", "none"],
    [{ "*": "ask", "npm *": "allow" }, "npm test", "none"],
    [{ "*": "ask", "npm test": "allow", "npm run lint": "allow" }, "npm test && npm run lint", "none"],
    [{ "*": "deny", "npm *": "allow" }, "cd a && npm test", "none"],
    [{ "*": "ask", "ls *": "allow" }, "if ls x; then ls; fi", "none"],
    [{ "cd *": "deny" }, "cd x", "none"],
    [{ "git p?sh": "deny" }, "git psh", "none"],
    [{ "~/bin/x *": "deny" }, "bin/x y", "none"],
    [{ RM: "deny" }, "rm", "none"],
    [{}, "ls", "none"],
  ])("%j: %s", (value, command, expected) => {
    expect(short(ruled(command, bash(value)))).toBe(expected);
  });
});

describe("what else speaks of the tool in opencode", () => {
  it.each<[unknown, string, string]>([
    [{ permission: "ask" }, "ls", "ask"],
    [{ permission: { "*": "deny" } }, "ls", "deny"],
    [{ permission: { "*": "deny", bash: { "rm *": "allow" } } }, "ls", "deny"],
    [{ permission: { "b*": "ask" } }, "ls", "ask"],
    [{ tools: { bash: false } }, "ls", "deny"],
    [{ tools: { "*": false } }, "ls", "deny"],
    [{ agent: { review: { permission: { bash: "deny" } } } }, "ls", "deny"],
    [{ agent: { review: { permission: { bash: { "git push": "ask" } } } } }, "git push", "ask"],
    [{ agent: { review: { tools: { bash: false } } } }, "ls", "deny"],
    [{ mode: { plan: { permission: { bash: "ask" } } } }, "ls", "ask"],
    [{ permission: { external_directory: "deny" } }, "cat /etc/passwd", "deny"],
    [{ permission: { external_directory: { "*": "allow", "/etc/*": "ask" } } }, "rm -rf ../../../etc/x", "ask"],
    [{ permission: { external_directory: "ask" } }, "npm test; cp a ~/b", "ask"],
    [{ tools: ["bash"] }, "ls", "unclear"],
    [{ tools: { bash: "off" } }, "ls", "unclear"],
    [{ permission: true }, "ls", "unclear"],
    [{ permission: { edit: "deny", webfetch: "ask" } }, "ls", "none"],
    [{ permission: { "*": "ask", bash: "allow" } }, "ls", "none"],
    [{ permission: { read: { "*.env": "deny" } } }, "cat .env", "none"],
    [{ tools: { "*": false, bash: true } }, "ls", "none"],
    [{ tools: { write: false } }, "ls", "none"],
    [{ agent: { review: { permission: { edit: "deny" } } } }, "ls", "none"],
    [{ agent: { review: { tools: { bash: true } } } }, "ls", "none"],
    [{ permission: { external_directory: "deny" } }, "cat src/x ./y", "none"],
    [{ permission: { external_directory: "deny" } }, "node /etc/x.js", "none"],
    [{ permission: { external_directory: { "/etc/*": "deny" } } }, "cat /var/x", "none"],
    [{ permission: { external_directory: "allow" } }, "cat /etc/x", "none"],
    [{ permissions: { bash: "deny" } }, "ls", "none"],
    [{}, "ls", "none"],
  ])("%j: %s", (value, command, expected) => {
    expect(short(ruled(command, mine(value)))).toBe(expected);
  });
});

const deny = '{\n  // mine\n  "permission": {"bash": {"git push *": "deny"}},\n}';
const agent = (head: string) => `---\n${head}\n---\nReview, and never git push.\n`;
const denying = agent('description: reviews\npermission:\n  bash:\n    "git push *": deny');

describe("the layers of opencode", () => {
  it.each<[string, Texts, object]>([
    ["~/.config/opencode/opencode.json", { own: { "opencode.json": deny } }, {}],
    ["~/.config/opencode/opencode.jsonc", { own: { "opencode.jsonc": deny } }, {}],
    ["~/.config/opencode/config.json", { own: { "config.json": deny } }, {}],
    ["opencode.json", { root: { "opencode.json": deny } }, {}],
    ["opencode.jsonc", { root: { "opencode.jsonc": deny } }, { startedIn: `${root}/a/b` }],
    ["a/opencode.json", { root: { "a/opencode.json": deny } }, { startedIn: `${root}/a/b` }],
    [".opencode/opencode.json", { root: { ".opencode/opencode.json": deny } }, {}],
    ["~/.opencode/opencode.jsonc", { at: { "/home/dev/.opencode/opencode.jsonc": deny } }, {}],
    ["/etc/opencode/opencode.json", { at: { "/etc/opencode/opencode.json": deny } }, {}],
    ["/x/c.json", { at: { "/x/c.json": deny } }, { env: { OPENCODE_CONFIG: "/x/c.json" } }],
    ["mine.json", { root: { "mine.json": deny } }, { env: { OPENCODE_CONFIG: "mine.json" } }],
    ["/x/opencode.json", { at: { "/x/opencode.json": deny } }, { env: { OPENCODE_CONFIG_DIR: "/x" } }],
    ["/x/opencode/opencode.json", { at: { "/x/opencode/opencode.json": deny } }, { env: { XDG_CONFIG_HOME: "/x" } }],
    ["OPENCODE_CONFIG_CONTENT", {}, { env: { OPENCODE_CONFIG_CONTENT: deny } }],
    ["OPENCODE_PERMISSION", {}, { env: { OPENCODE_PERMISSION: '{"bash": {"git push *": "deny"}}' } }],
    ["OPENCODE_PERMISSION", {}, { env: { OPENCODE_PERMISSION: '{"bash": {"*": "allow", "git push": "deny"}}' } }],
    [".opencode/agent/review.md", { root: { ".opencode/agent/review.md": denying } }, {}],
    [".opencode/agents/deep/in/review.md", { root: { ".opencode/agents/deep/in/review.md": denying } }, {}],
    ["~/.config/opencode/mode/plan.md", { own: { "mode/plan.md": denying } }, {}],
    ["/x/agent/a.md", { at: { "/x/agent/a.md": denying } }, { env: { OPENCODE_CONFIG_DIR: "/x" } }],
  ])("%s", (where, texts, more) => {
    expect(ruled("git push", texts, more)).toMatchObject({ kind: "matched", says: "deny", where });
    expect(ruled("git pull", texts, more)).toEqual({ kind: "none" });
  });

  it("are no other files", () => {
    const texts = { root: { "a/opencode.json": deny, "config.json": deny, ".opencode/command/x.md": denying } };
    expect(ruled("git push", texts)).toEqual({ kind: "none" });
    expect(ruled("git push", { root: { ".opencode/agent/x.md": "git push\n---\npermission: deny\n---\n" } })).toEqual({
      kind: "none",
    });
    expect(ruled("git push", { root: { ".opencode/agent/x.md": agent("odd: [") } })).toEqual({ kind: "none" });
  });

  it("count together: a deny of whatever layer comes first", () => {
    const texts = { own: { "opencode.json": deny }, root: { "opencode.json": '{"permission": {"bash": "ask"}}' } };
    expect(ruled("git push", texts)).toMatchObject({ says: "deny" });
    expect(ruled("git pull", texts)).toMatchObject({ says: "ask" });
    expect(ruled("git push", { own: { "opencode.json": deny }, root: { "opencode.json": "{" } })).toMatchObject({
      says: "deny",
    });
  });

  it.each<[string, Texts, object]>([
    ["bad JSON", { root: { "opencode.json": "{" } }, {}],
    ["a list", { root: { "opencode.json": "[]" } }, {}],
    ["closed", { at: { "/etc/opencode/opencode.json": null } }, {}],
    ["a bad variable", {}, { env: { OPENCODE_PERMISSION: "{" } }],
    ["a bad content", {}, { env: { OPENCODE_CONFIG_CONTENT: "no" } }],
    ["a head that is no YAML", { root: { ".opencode/agent/a.md": agent("permission:\n  bash:\n    *: deny") } }, {}],
    ["a closed agent", { at: { [`${root}/.opencode/agent/a.md`]: null } }, {}],
  ])("are unclear with %s", (_, texts, more) => {
    expect(ruled("ls", texts, more)).toMatchObject({ kind: "unclear" });
  });

  const allows = '{"permission": {"bash": {"git *": "allow"}}}';
  const deniesFirst = '{"permission": {"bash": {"git push *": "deny", "git *": "allow"}}}';
  it.each<[string, Texts, object]>([
    ["two files", { own: { "opencode.json": allows }, root: { "opencode.json": deniesFirst } }, {}],
    ["a file and a variable", { own: { "opencode.json": allows } }, { env: { OPENCODE_CONFIG_CONTENT: deniesFirst } }],
    [
      "a file and an agent",
      {
        root: {
          "opencode.json": '{"agent": {"a": {"permission": {"bash": {"git *": "allow"}}}}}',
          ".opencode/agent/a.md": agent('permission:\n  bash:\n    "git push *": deny\n    "git *": allow'),
        },
      },
      {},
    ],
    [
      "two names of one agent in a file",
      {
        root: {
          "opencode.json":
            '{"mode": {"a": {"permission": {"bash": {"git *": "allow"}}}}, "agent": {"a": {"permission": {"bash": {"git push *": "deny", "git *": "allow"}}}}}',
        },
      },
      {},
    ],
  ])("are merged by it, so a deny counts that an allow of its own layer overrules: %s", (_, texts, more) => {
    expect(ruled("git push", texts, more)).toMatchObject({ says: "deny" });
    expect(ruled("git pull", texts, more)).toEqual({ kind: "none" });
  });

  it("are merged by it, tools that are switched off among them", () => {
    const [on, off] = ['{"tools": {"bash": true}}', '{"tools": {"*": false, "bash": true}}'];
    expect(ruled("ls", { own: { "opencode.json": on }, root: { "opencode.json": off } })).toMatchObject({
      says: "deny",
    });
    expect(ruled("ls", { root: { "opencode.json": off } })).toEqual({ kind: "none" });
  });
});

describe("a login to an organisation of opencode", () => {
  const login = (type: string) => JSON.stringify({ "https://example.com": { type, key: "K", token: "t" } });
  const place = "/home/dev/.local/share/opencode/auth.json";

  it.each<[string, Texts, object]>([
    ["its server says more", { at: { [place]: login("wellknown") } }, {}],
    [
      "it lies elsewhere",
      { at: { "/data/opencode/auth.json": login("wellknown") } },
      { env: { XDG_DATA_HOME: "/data" } },
    ],
    ["a variable has it", {}, { env: { OPENCODE_AUTH_CONTENT: login("wellknown") } }],
    ["the file is closed", { at: { [place]: null } }, {}],
    ["the file cannot be read", { at: { [place]: "{" } }, {}],
  ])("is unclear: %s", (_, texts, more) => {
    expect(ruled("ls", texts, more)).toMatchObject({ kind: "unclear" });
  });

  it("with a key alone says nothing", () => {
    expect(ruled("ls", { at: { [place]: login("api") } })).toEqual({ kind: "none" });
  });
});
