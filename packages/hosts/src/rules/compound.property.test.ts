/** Whatever stands around a command in a line: a rule made out of its own first words matches it, at every host. */
import { quotedWord } from "@intentgate/documents";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import { hostNamed } from "../hosts/hosts.ts";

const places = { root: "/home/dev/shop", home: "/home/dev", ownFolder: "/home/dev/.own" };

interface Written {
  tool: string;
  files?: Texts;
  env?: Record<string, string>;
}

/** How each host writes a rule for what begins with these words. */
const written: Record<string, (words: readonly string[]) => Written> = {
  "claude-code": (words) => ({
    ...{
      tool: "Bash",
      files: json(".claude/settings.json", { permissions: { deny: [`Bash(${words.join(" ")} *)`] } }),
    },
  }),
  codex: (words) => ({
    tool: "Bash",
    files: {
      root: { ".codex/rules/a.rules": `prefix_rule(${JSON.stringify(words)}, "forbidden")` },
      own: { "config.toml": 'sandbox_mode = "danger-full-access"' },
    },
  }),
  "gemini-cli": (words) => ({
    tool: "run_shell_command",
    files: {
      own: { "policies/a.toml": `[[rule]]\ncommandPrefix = ${JSON.stringify(words.join(" "))}\ndecision = "deny"\n` },
    },
  }),
  "copilot-cli": (words) => ({
    ...{
      tool: "bash",
      files: json(".github/copilot/settings.json", { permissions: { deny: [`Shell(${words.join(" ")}:*)`] } }),
    },
  }),
  opencode: (words) => ({
    ...{ tool: "bash", files: json("opencode.json", { permission: { bash: { [`${words.join(" ")} *`]: "deny" } } }) },
  }),
  "qwen-code": (words) => ({
    ...{
      tool: "run_shell_command",
      files: json(".qwen/settings.json", { tools: { exclude: [`ShellTool(${words.join(" ")})`] } }),
    },
  }),
  cline: (words) => ({
    tool: "run_commands",
    env: { CLINE_COMMAND_PERMISSIONS: JSON.stringify({ deny: [`${words.join(" ")} *`], allowRedirects: true }) },
  }),
};

function json(path: string, value: unknown): Texts {
  return { root: { [path]: JSON.stringify(value) } };
}

const program = fc.constantFrom("git", "npm", "rm", "deploy.sh", "ls", "./x", "größe");
const word = fc.constantFrom("push", "run", "-rf", "a", "--all", "übung", "漢字", "x.y", "a/b");
const more = fc.oneof(
  word,
  fc.constantFrom("'a b'", '"a; b"', '"it\'s"', "$x", '"$(date)"', "*.ts", "2>&1", ">out", "'\n'", "\\;", "{}"),
);
const command = fc.record({
  words: fc.tuple(program, fc.array(word, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]),
  rest: fc.array(more, { maxLength: 4 }),
});

const other = fc.constantFrom(
  ...[
    "true",
    "echo 'x && y'",
    'echo "a | b"',
    "cd sub",
    "A=1",
    "(ls)",
    "cat <<EOF\ndon't\nEOF",
    "# it's\nls",
    "ls > f",
  ],
  ...[
    "echo $((1 & 2))",
    "if true",
    "echo `date`",
    "case x in a) ls;; esac",
    "echo \\'",
    "f() { ls; }",
    "",
    'printf "%s\\n"',
  ],
  ...[
    "echo $'it\\'s'",
    "echo $" + "{x:-'a'}",
    "ls <(date)",
    "x=(1 2)",
    'echo "a\'b"',
    "echo 漢字 “quoted”",
    "for i in a b",
  ],
  // Quotes that count anew within what stands between quotes.
  ...['a:-"it\'s"', "a#'\"'", 'a%"\'"*', 'a:-$(echo "\'")'].flatMap((inner) =>
    [`echo "$`, `x=$`].map((open) => {
      const close = open.includes('"') ? '}"' : "}";
      return `${open}{${inner}${close}`;
    }),
  ),
  "echo $[1 & 2]",
  "((x = 1))",
);
const sign = fc.constantFrom(
  " && ",
  "||",
  ";",
  " | ",
  " & ",
  "\n",
  "|&",
  " ;\n\n",
  "\r\n",
  "; then ",
  "; do ",
  " && ( ",
  " && { ",
);
const wrapper = fc.constantFrom(
  "",
  "",
  "timeout 5 ",
  "nice -n 3 ",
  "env A=1 B='x y' ",
  "A=1 ",
  "nohup ",
  "time ",
  "xargs -0 ",
  "! ",
  "timeout infinity ",
  "timeout $T ",
  "timeout -k 5 1e3 ",
  "flock F ",
  "taskset 0x1 ",
  "su -s /bin/sh nobody ",
  "{fd}>/dev/null ",
  "coproc N { ",
);
const shellWords = fc.constantFrom(
  ...["bash -c", "sh -ec", "bash -eo pipefail -c", "bash +x --norc -c", "zsh -f -c --", "dash -o errexit -c"],
);
const around = fc.record({
  before: fc.array(fc.tuple(other, sign), { maxLength: 3 }),
  wrapper,
  after: fc.array(fc.tuple(sign, other), { maxLength: 3 }),
});

describe("a rule made out of a command's own first words", () => {
  it.each(Object.keys(written))("matches it anywhere in a line of %s", (name) => {
    const host = hostNamed(name);
    fc.assert(
      fc.property(command, around, ({ words, rest }, { before, wrapper, after }) => {
        const { tool, files = {}, env = {} } = written[name]?.(words) ?? { tool: "" };
        const line = [...before.flat(), `${wrapper}${[...words, ...rest].join(" ")}`, ...after.flat()].join("");
        const verdict = host?.rules({ tool, command: line, startedWith: [] }, aroundOf(places, files), env);
        expect(verdict, line).toMatchObject({ kind: "matched", says: "deny" });
      }),
      { numRuns: 250 },
    );
  });

  it.each(Object.keys(written))("matches it inside of quotes that a shell is given at %s", (name) => {
    fc.assert(
      fc.property(command, shellWords, ({ words }, shell) => {
        const { tool, files = {}, env = {} } = written[name]?.(words) ?? { tool: "" };
        const line = `${shell} ${quotedWord(`cd x; ${words.join(" ")}`)}`;
        expect(
          hostNamed(name)?.rules({ tool, command: line, startedWith: [] }, aroundOf(places, files), env),
        ).toMatchObject({
          says: "deny",
        });
      }),
      { numRuns: 50 },
    );
  });

  it.each(Object.keys(written))("never throws, whatever the line of %s", (name) => {
    const signs = fc.string({
      unit: fc.constantFrom(...`'"\\$(){}<>#;|&\n\` abc-=*~\0\ud800é`.split("")),
      maxLength: 60,
    });
    fc.assert(
      fc.property(signs, command, (line, { words }) => {
        const { tool, files = {}, env = {} } = written[name]?.(words) ?? { tool: "" };
        const verdict = hostNamed(name)?.rules({ tool, command: line, startedWith: [] }, aroundOf(places, files), env);
        expect(["none", "matched", "unclear"]).toContain(verdict?.kind);
      }),
      { numRuns: 200 },
    );
  });
});
