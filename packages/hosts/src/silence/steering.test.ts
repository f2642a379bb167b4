import { describe, expect, it } from "vitest";
import { named } from "../../../../test/support/hosts/recorded-payloads.ts";
import { steeringIn, variablesIn } from "./steering.ts";

/** Without variables of its own that would silence it. */
const codex = named("codex");

describe("a file of variables", () => {
  it.each<[string, string[]]>([
    ["XDG_STATE_HOME=/tmp/x", ["XDG_STATE_HOME"]],
    ["A=1\nNODE_OPTIONS=--require=/x.cjs\n", ["NODE_OPTIONS"]],
    ["export NODE_PATH=/x", ["NODE_PATH"]],
    ["\texport  \t LD_PRELOAD = /x.so", ["LD_PRELOAD"]],
    ["BASH_ENV: /x", ["BASH_ENV"]],
    ["A=1\rPERL5OPT=-MX\r", ["PERL5OPT"]],
    ["A=1\u2028PATH=/x", ["PATH"]],
    ["\uFEFFHOME=/x", ["HOME"]],
    ["TMPDIR\n=/x", ["TMPDIR"]],
    ["export\nGIT_DIR=/x", ["GIT_DIR"]],
    ['A="one\nBASH_ENV=/x\n"', ["BASH_ENV"]], // another reader may end the value at the line
    ["A='\nBUN_OPTIONS=--preload=x", ["BUN_OPTIONS"]],
    ["INTENTGATE_X=", ["INTENTGATE_X"]],
    ["SHELLOPTS=noexec", ["SHELLOPTS"]],
    ["OPENSSL_CONF=/x\nPERLLIB=/y\nNODE_COMPILE_CACHE=/z", ["OPENSSL_CONF", "PERLLIB", "NODE_COMPILE_CACHE"]],
    ["xdg_state_home=/x", ["xdg_state_home"]], // the same variable on some systems
    ["DYLD_INSERT_LIBRARIES=x\nXDG_CONFIG_HOME=y", ["DYLD_INSERT_LIBRARIES", "XDG_CONFIG_HOME"]],
  ])("%j steers by %j", (text, names) => {
    expect(steeringIn(codex, "variables", text)).toEqual(names);
  });

  it.each([
    "",
    "DATABASE_URL=postgres://x",
    "# XDG_STATE_HOME=/tmp/x",
    "#PATH=/x",
    "MY_PATH=/x",
    "PATHS=/x",
    "NODE_ENV=test",
    "A=PATH=/x",
    "A=b PATH: c",
    "the PATH=/x",
    "PATH",
    "GIT_AUTHOR_NAME=a\nGIT_COMMITTER_EMAIL=b",
  ])("%j steers nothing", (text) => {
    expect(steeringIn(codex, "variables", text)).toEqual([]);
  });

  it("is read in time that grows with its length, whatever stands in it", () => {
    for (const part of ["a", " ", "=", "\n", "export ", "a\n"]) {
      expect(steeringIn(codex, "variables", `${part.repeat(1_000_000)}\nPATH=x`).length, part).toBeLessThanOrEqual(1);
    }
  });

  it("names each variable once", () => {
    expect(variablesIn("A=1\nB=2\nA=3")).toEqual(["A", "B"]);
  });
});

it.each<[string, string]>([
  ["qwen-code", "QWEN_CODE_SAFE_MODE=1"],
  ["qwen-code", "QWEN_CODE_SIMPLE=1"],
  ["qwen-code", "QWEN_HOME=evil"],
  ["qwen-code", "QWEN_CODE_TRUSTED_FOLDERS_PATH=evil"],
  ["gemini-cli", "GEMINI_CLI_HOME=evil"],
  ["gemini-cli", "GEMINI_CLI_SYSTEM_SETTINGS_PATH=evil"],
  ["gemini-cli", "GEMINI_CLI_TRUST_WORKSPACE=true"],
  ["cline", "CLINE_PLUGIN_IMPORT_TIMEOUT_MS=1"],
  ["cline", "export CLINE_GLOBAL_SETTINGS_PATH = evil"],
  ["cline", "CLINE_DATA_DIR: evil"],
])("%s would be kept from asking the hook by %s, and no other host", (host, line) => {
  for (const one of ["qwen-code", "gemini-cli", "cline"] as const)
    expect(steeringIn(named(one), "variables", `A=1\n${line}\n`), one).toHaveLength(one === host ? 1 : 0);
});

it.each<[string, string]>([
  ["gemini-cli", "GEMINI_API_KEY=x"],
  ["gemini-cli", "GEMINI_MODEL=x"],
  ["qwen-code", "QWEN_DEBUG=1"],
  ["qwen-code", "QWEN_CODE_MODEL=x"],
  ["cline", "CLINE_API_KEY=x"],
  ["cline", "DECLINE_ALL=1"],
])("what %s takes from %s is a person's affair", (host, line) =>
  expect(steeringIn(named(host), "variables", line)).toEqual([]),
);

it.each<[string, string[]]>([
  ['preload = ["./x.ts"]', ["preload"]],
  ['[test]\npreload = "./x.ts"', ["preload"]],
  ['"preload" = "./x.ts"', ["preload"]],
  ['"pre\\u006coad" = "./x.ts"', ["preload"]],
  ['[install]\nregistry = "x"', []],
  ["", []],
])("settings of Bun that read %j steer by %j", (text, found) => {
  expect(steeringIn(codex, "bunfig", text)).toEqual(found);
});

const loaded = (host: string) =>
  named(host).silencing.watched.flatMap(({ path, kind }) => (kind === "json" || kind === "toml" ? [] : [path]));

it.each<[string, string[]]>([
  ["gemini-cli", [".gemini/.env", ".env"]],
  ["qwen-code", [".qwen/.env", ".env"]],
  ["claude-code", []],
  ["codex", [".env"]],
])("%s loads %j", (host, paths) => {
  expect(loaded(host)).toEqual(paths);
});

it("Cline loads what its runtime loads", () => {
  expect(loaded("cline")).toEqual(expect.arrayContaining([".env", ".env.local", "bunfig.toml"]));
});
