import { formatProblem } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "./policy.ts";
import { policySchema } from "./policy-schema.ts";
import { readPolicy } from "./read-policy.ts";

const FILE = ".orchestration/policy.yaml";
const problems = (text: string) => {
  const result = readPolicy(text, FILE);
  return result.ok ? [] : result.problems.map((it) => `${it.code} ${it.line}:${it.column} ${it.message}`);
};

describe("the policy file is read", () => {
  it.each(["", "# nothing decided\n", "version: 1\n", "{}\n", "commands:\napproval:\nlimits: ~\n"])(
    "%j as the defaults",
    (text) => {
      expect(readPolicy(text, FILE)).toEqual({ ok: true, value: defaultPolicy });
    },
  );

  it("with every key", () => {
    const text = `mode: observe
approval: { mode: strict, timeout_s: 60, approver: inbox }
commands:
  - run: npm test
  - { run: make check, args: any, writes: ["dist/**"] }
  - { run: npx vitest run, args: [--coverage, src] }
tools:
  mcp.db.query: { effect: read }
  deploy: { effect: network, paths_from: [path] }
forbid:
  - { command: "rm -rf *", reason: no }
  - { tool: deploy }
  - { paths: ["infra/**"] }
protected: [LICENSE]
secret_paths: ["**/*.secret"]
scratch: [/var/tmp/x]
lock: { never_read: allow }
on_violation: revert
trust: always
completion: auto
environment: ci
follow_up: run
resident: off
speak_for_host: true
containment: { mode: required, network: { allow: [registry.npmjs.org, "*.example.org:8443"] }, home_caches: [/home/a/.m2], keep_mb: 1, keep_hours: 2 }
limits: { denials_in_a_row: 3 }
`;
    expect(readPolicy(text, FILE)).toEqual({
      ok: true,
      value: {
        mode: "observe",
        approval: { mode: "strict", timeout_s: 60, approver: "inbox" },
        commands: [
          { run: "npm test", args: "none", writes: [], contain: true, network: [], variables: [] },
          { run: "make check", args: "any", writes: ["dist/**"], contain: true, network: [], variables: [] },
          { run: "npx vitest run", args: ["--coverage", "src"], writes: [], contain: true, network: [], variables: [] },
        ],
        tools: {
          "mcp.db.query": { effect: "read", paths_from: [] },
          deploy: { effect: "network", paths_from: ["path"] },
        },
        forbid: [
          { tool: null, command: "rm -rf *", paths: [], reason: "no" },
          { tool: "deploy", command: null, paths: [], reason: "" },
          { tool: null, command: null, paths: ["infra/**"], reason: "" },
        ],
        protected: ["LICENSE"],
        secret_paths: ["**/*.secret"],
        scratch: ["/var/tmp/x"],
        lock: { never_read: "allow" },
        on_violation: "revert",
        trust: "always",
        completion: "auto",
        environment: "ci",
        follow_up: "run",
        resident: "off",
        speak_for_host: true,
        containment: {
          mode: "required",
          network: { allow: ["registry.npmjs.org", "*.example.org:8443"] },
          home_caches: ["/home/a/.m2"],
          keep_mb: 1,
          keep_hours: 2,
        },
        limits: { ...defaultPolicy.limits, denials_in_a_row: 3 },
      },
    });
  });

  it("into a value of its own", () => {
    const result = readPolicy("", FILE);
    if (result.ok) {
      result.value.secret_paths.push("x");
      result.value.limits.observe_files = 1;
    }
    expect(readPolicy("", FILE)).toEqual({ ok: true, value: defaultPolicy });
    expect(defaultPolicy.secret_paths).not.toContain("x");
  });

  it("with tools that are not members of Object", () => {
    const result = readPolicy("tools: {x: {effect: read}}", FILE);
    expect(result.ok && result.value.tools.constructor).toBeUndefined();
  });
});

describe("the policy file is refused", () => {
  const rows: [string, string, string][] = [
    ["a near miss of a key", "comands: []\n", 'BAD_POLICY 1:1 unknown key "comands": did you mean "commands"?'],
    ["an unknown key", "colour: red\n", 'BAD_POLICY 1:1 unknown key "colour"'],
    ["an unknown key below", "approval:\n  mode: auto\n  timeout: 3\n", 'BAD_POLICY 3:3 unknown key "timeout"'],
    ["a near miss below", "approval: {Mode: auto}\n", 'BAD_POLICY 1:12 unknown key "Mode": did you mean "mode"?'],
    [
      "an unknown key in a list",
      "commands:\n  - run: x\n    write: [y]\n",
      'BAD_POLICY 3:5 unknown key "write": did you mean "writes"?',
    ],
    [
      "an unknown key in a tool",
      "tools: {a: {effect: read, path_from: [x]}}\n",
      'unknown key "path_from": did you mean "paths_from"?',
    ],
    ["an unknown key in a rule", "forbid: [{path: [x]}]\n", 'unknown key "path": did you mean "paths"?'],
    ["a wrong word", "mode: enfroce\n", "BAD_POLICY 1:7 mode must be one of enforce, observe: did you mean enforce?"],
    ["a word far from any", "mode: off\n", "BAD_POLICY 1:7 mode must be one of enforce, observe"],
    ["a truth value as word", "mode: false\n", "BAD_POLICY 1:7 mode must be one of enforce, observe"],
    [
      "a text as number",
      "approval:\n  timeout_s: soon\n",
      "BAD_POLICY 2:14 approval.timeout_s must be a whole number from 1 to 86400",
    ],
    ["a number too small", "approval: {timeout_s: 0}\n", "must be a whole number from 1 to 86400"],
    ["a number too large", "limits: {denials_in_a_row: 99999999}\n", "limits.denials_in_a_row must be a whole number"],
    ["a fraction", "limits: {payload_bytes: 1000.5}\n", "must be a whole number"],
    ["infinity", "limits: {payload_bytes: .inf}\n", "must be a whole number"],
    ["no number", "limits: {payload_bytes: .nan}\n", "must be a whole number"],
    ["a list as map", "approval: [strict]\n", "BAD_POLICY 1:11 approval must be a map of keys"],
    ["a list as tools", "tools: [x]\n", "BAD_POLICY 1:8 tools must be a map of keys"],
    ["a text as map", "lock: deny\n", "BAD_POLICY 1:7 lock must be a map of keys"],
    ["a map as list", "commands: {run: x}\n", "BAD_POLICY 1:11 commands must be a list"],
    ["a text as list", "protected: LICENSE\n", "BAD_POLICY 1:12 protected must be a list"],
    ["a text as command", "commands: [npm test]\n", "BAD_POLICY 1:12 commands[0] must be a map of keys"],
    ["a blank command", "commands:\n  -\n", "commands[0] must be a map of keys"],
    ["an unknown containment", "containment: {mode: maybe}\n", "BAD_POLICY 1:21 containment.mode must be one of"],
    ["a host with a path", "containment: {network: {allow: [a.org/x]}}\n", "must be the name of a host"],
    ["a host that is everything", 'containment: {network: {allow: ["*"]}}\n', "must be the name of a host"],
    ["a variable with its value", "commands: [{run: x, variables: [A=1]}]\n", "without its value"],
    ["a variable that is no text", "commands: [{run: x, variables: [1]}]\n", "must be the name of a variable"],
    [
      "one variable in the place of a list",
      "commands: [{run: x, variables: A}]\n",
      "commands[0].variables must be a list",
    ],
    ["a contain that is no yes or no", "commands: [{run: x, contain: maybe}]\n", "must be true or false"],
    ["a command without run", "commands:\n  - writes: []\n", 'BAD_POLICY 2:5 commands[0] lacks the key "run"'],
    ["an empty run", "commands: [{run: ''}]\n", "commands[0].run must not be empty"],
    ["a list as run", "commands: [{run: [npm, test]}]\n", "commands[0].run must be text"],
    ["wrong args", "commands: [{run: x, args: some}]\n", "commands[0].args must be none, any or a list of words"],
    ["an absolute write", "commands: [{run: x, writes: [/etc]}]\n", "commands[0].writes[0] is absolute"],
    ["a write above the root", "commands: [{run: x, writes: [../y]}]\n", "commands[0].writes[0] contains `..`"],
    ["a negated protection", 'protected: ["!x"]\n', "protected[0] is negated"],
    ["a tool without effect", "tools: {a: {}}\n", 'BAD_POLICY 1:12 tools.a lacks the key "effect"'],
    [
      "an unknown effect",
      "tools: {a: {effect: none}}\n",
      "tools.a.effect must be one of read, write, delete, run, network",
    ],
    ["a rule that forbids nothing", "forbid: [{reason: x}]\n", "BAD_POLICY 1:10 forbid[0] forbids nothing"],
    ["a relative scratch folder", "scratch: [tmp]\n", "scratch[0] must be an absolute folder"],
    ["the whole disk as scratch", "scratch: [/]\n", "scratch[0] must be an absolute folder"],
    ["a scratch folder with a way out", "scratch: [/tmp/../home]\n", "scratch[0] must be an absolute folder"],
    ["an escaped NUL", 'environment: "a\\0"\n', "environment must not contain control"],
    [
      "a newer version",
      "version: 2\nnew_key: 1\n",
      "NEWER_VERSION 1:10 the file has version 2; this Intentgate reads version 1",
    ],
    ["an older version", "version: 0\n", "BAD_POLICY 1:10 version must be 1"],
    ["a list at the top", "- mode: observe\n", "BAD_POLICY 1:1 the file must be a map of keys"],
    ["broken YAML", "mode: [\n", "BAD_POLICY 2:1 not valid YAML"],
    ["a duplicate key", "mode: enforce\nmode: observe\n", 'BAD_POLICY 2:1 key "mode" appears twice, first in line 1'],
    ["an alias", "mode: *x\n", "BAD_POLICY 1:7 aliases are not allowed"],
    ["a merge key", "<<: {mode: observe}\n", "BAD_POLICY 1:1 merge keys are not allowed"],
    ["a second document", "mode: enforce\n---\nmode: observe\n", "BAD_POLICY 2:1 a second document"],
    ["NUL", "mode: enforce\0\n", "BAD_POLICY 1:14 the character U+0000"],
    ["a prototype", "__proto__: {mode: observe}\n", "this key is not allowed"],
    ["a key named like a member of Object", "constructor: 1\n", 'unknown key "constructor"'],
  ];
  it.each(rows)("for %s", (_, text, message) => {
    expect(problems(text).join("\n")).toContain(message);
  });

  it("with all its problems and known keys as remedy", () => {
    const result = readPolicy("colour: red\nshape: x\nmode: z\nlock: {x: 1}\n", FILE);
    expect(result.ok ? [] : result.problems.map((it) => it.line)).toEqual([1, 2, 4, 3]);
    expect(result.ok ? "" : result.problems[2]?.remedy).toBe("Known keys here: never_read.");
  });

  it("in the form a person reads", () => {
    const result = readPolicy("mode: observe\nlimit: {}\n", FILE);
    expect(result.ok ? "" : result.problems.map(formatProblem).join("\n")).toBe(
      'BAD_POLICY  .orchestration/policy.yaml:2:1  unknown key "limit": did you mean "limits"?\n    2 | limit: {}\n      | ^^^^^',
    );
  });
});

it("the schema knows exactly the keys of a policy", () => {
  expect(Object.keys(policySchema.entries).sort()).toEqual([...Object.keys(defaultPolicy), "version"].sort());
});

describe("a variable in front of a declared command", () => {
  const declaring = (name: string) => `commands:\n  - run: npm test\n    variables: [${name}]\n`;

  it.each([
    "DATABASE_URL",
    "LOG_LEVEL",
    "PORT",
    "CI",
    "NODE_ENV",
    "AWS_REGION",
    "RUST_LOG",
    "GOOS",
    "DEBUG",
    "TZ",
    "a1",
  ])("may be %s", (name) => expect(problems(declaring(name))).toEqual([]));

  it.each(
    `PATH HOME SHELL ENV BASH_ENV IFS PWD LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES NODE_OPTIONS NODE_PATH npm_config_script_shell
    NPM_CONFIG_PREFIX GIT_DIR GIT_SSH_COMMAND PYTHONPATH PYTHONSTARTUP PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS MAVEN_OPTS GRADLE_OPTS GOFLAGS
    GOROOT RUSTFLAGS RUSTC_WRAPPER CARGO_BUILD_RUSTC CFLAGS LDFLAGS MAKEFLAGS PYTEST_ADDOPTS PYTEST_PLUGINS YARN_RC_FILENAME BUN_OPTIONS
    DOTNET_STARTUP_HOOKS TS_NODE_COMPILER EDITOR GIT_PAGER PROMPT_COMMAND http_proxy HTTPS_PROXY AWS_CONFIG_FILE SSH_AUTH_SOCK TMPDIR CC
    INTENTGATE_NO_BOX XDG_CONFIG_HOME`.split(/\s+/),
  )("is never %s, and the problem says where and what to do instead", (name) => {
    expect(problems(declaring(name))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^BAD_POLICY 3:17 commands\\[0\\].variables\\[0\\] ${name} can say what code .*declare a script that sets it$`,
        ),
      ),
    ]);
  });
});
