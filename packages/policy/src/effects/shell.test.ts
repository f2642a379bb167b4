import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeclaredCommand } from "../policy-file/policy.ts";
import { classifyCommand } from "./shell.ts";

const commands: DeclaredCommand[] = [
  { run: "npm test", args: "none", writes: [] },
  { run: "npm run lint", args: "any", writes: ["src/**"] },
  { run: "make", args: ["check", "-j4"], writes: ["build/**"] },
  { run: "go test ./...", args: "none", writes: [] },
  { run: "sh -c 'a;b'", args: "none", writes: [] },
];
const policy = { commands };
const classify = (command: string) => classifyCommand(command, policy);

describe("a command that only reads", () => {
  it.each<[string, string[]]>([
    ["ls", []],
    ["ls -la src", ["src"]],
    ["ls --color=never -1 a b", ["a", "b"]],
    ["pwd", []],
    ["cat a.txt 'b c.txt' \"d;e.txt\"", ["a.txt", "b c.txt", "d;e.txt"]],
    ["cat -- -n", ["-n"]],
    ["cat -", []],
    ["head -n 5 a", ["a"]],
    ["head -20 a", ["a"]],
    ["tail -n5 a", ["a"]],
    ["wc -l a", ["a"]],
    ["echo 'rm -rf /; touch x > y'", []],
    ["echo intentgate approve", []],
    ["true", []],
    ["which node", []],
    ["date", []],
    ["date -u +%Y", []],
    ["grep -rn 'a|b' src", ["src"]],
    ["grep -e foo a b", ["a", "b"]],
    ["grep -f patterns.txt a", ["patterns.txt", "a"]],
    ["grep intentgate docs", ["docs"]],
    ["rg -n foo src", ["src"]],
    ["rg -g '*.ts' foo", []],
    ["diff -u a b", ["a", "b"]],
    ["git rev-parse --show-toplevel", []],
    ["git rev-parse --short=7 HEAD", []],
    ["node --version", []],
    ["npm -v", []],
    ["  ls  ", []],
    ["intentgate status", []],
    ["intentgate show INT-001 --json", []],
    ["intentgate classify 'rm -rf /'", []],
  ])("%j is SAFE and reads %j", (command, reads) => {
    expect(classify(command)).toMatchObject({ risk: "SAFE", gateCommand: false, declared: null, reads });
  });
});

describe("a command that does more, or may", () => {
  it.each([
    "",
    "   ",
    "touch a",
    "rm -rf build",
    "ls; touch a",
    "ls && touch a",
    "ls || touch a",
    "ls & touch a",
    "ls | tee a",
    "ls |& tee a",
    "ls\ntouch a",
    "ls\r\ntouch a",
    "echo a\rtouch a",
    "ls;#c\ntouch a",
    "ls # comment",
    "echo x > a",
    "echo x >> a",
    "echo x >| a",
    "echo x >a",
    "echo x 1<>a",
    "echo x &>a",
    "> a",
    "cat <<< $(touch a)",
    "cat <<EOF\n$(touch a)\nEOF",
    "cat <(touch a)",
    "ls $(touch a)",
    "ls `touch a`",
    'echo "$(touch a)"',
    'echo "`touch a`"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expansion
    "echo ${x:-$(touch a)}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expansion
    "echo ${x@P}",
    "echo $((a[$(touch a)]))",
    "echo $[1]",
    "ls a[$(touch a)]",
    "[[ 'a[$(touch a)]' -eq 0 ]]",
    "test -v 'a[$(touch a)]'",
    "printf -v 'a[$(touch a)]' x",
    "declare -i n='a[$(touch a)]'",
    "read 'a[$(touch a)]'",
    "export PATH=/tmp",
    "PATH=/tmp ls",
    "LD_PRELOAD=./x.so ls",
    "alias ls=rm",
    "eval 'touch a'",
    "builtin eval 'touch a'",
    "command touch a",
    "exec touch a",
    "source a.sh",
    ". a.sh",
    "sh -c 'touch a'",
    "bash -lc ls",
    "env touch a",
    "nohup touch a",
    "sudo ls",
    "time ls",
    "xargs touch",
    "find . -delete",
    "find . -exec touch a +",
    "! touch a",
    "(touch a)",
    "{ touch a; }",
    "if true; then touch a; fi",
    "trap 'touch a' EXIT",
    "\\touch a",
    "t''ouch a",
    't""ouch a',
    "'touch' a",
    "$'\\x74ouch' a",
    "$x a",
    "to?ch a",
    "/bin/ls",
    "./ls",
    "../ls a",
    "LS",
    "ls\u00a0a",
    "ls a\u202eb",
    "ls\0",
    "ls \u001b[2J",
    "ls 'unclosed",
    'ls "unclosed',
    "ls *",
    "ls ~",
    "ls {a,b}",
    "ls !$",
    "^a^b",
    "sed -n p a",
    "awk 1 a",
    "perl -e 1",
    "python -c 1",
    "node a.js",
    "node --version a.js",
    "node -v -e 1",
    "npm --version --prefix x",
    "npm install",
    "npx ls",
    "tail -f a",
    "tail -5f a",
    "tail --follow=name a",
    "tail -F a",
    "head --lin=5 a",
    "cat --output=a b",
    "date -s 2020-01-01",
    "date --set=2020-01-01",
    "date 010101012020",
    "date -us 2020",
    "diff --output=a b c",
    "diff -o a b",
    "diff -l a b",
    "file -C -m a",
    "file -z a",
    "grep --devices=x a",
    "rg --pre ./x foo",
    "rg --pre=./x foo",
    "rg -z foo",
    "rg -nz foo",
    "rg --search-zip foo",
    "rg --hostname-bin=./x foo",
    "rg --pre-glob '*' foo",
    "wc --files0-from=a",
    "sort -o a b",
    "tee a",
    "git",
    "git status",
    "git log",
    "git diff",
    "git show",
    "git log --output=a -1",
    "git -c core.fsmonitor=./x rev-parse HEAD",
    "git --exec-path=. rev-parse",
    "git -C sub rev-parse HEAD",
    "git rev-parse --parseopt",
    "git rev-parse :a",
    "git rev-parse HEAD:a",
    "git ls-files",
    "git ls-files -s",
    "git ls-files -o",
    "git ls-files -m",
    "git ls-files --others",
    "git branch -D x",
    "whoami > a",
    "pwd x",
    "intentgate status > a",
    "intentgate doctor --fix",
    "./intentgate status",
    "npx intentgate status",
    `ls ${"a ".repeat(6000)}`,
    `${"true;".repeat(60)}touch a`,
  ])("%j is not SAFE", (command) => {
    const found = classify(command);
    expect(found.risk).toBe("UNKNOWN");
    expect(found.why.join()).not.toBe("");
    expect(found.reads).toEqual([]);
  });
});

describe("a declared command", () => {
  it.each<[string, string[]]>([
    ["npm test", []],
    ["  npm   test ", []],
    ["npm 'test'", []],
    ["npm run lint", ["src/**"]],
    ["npm run lint --fix src/a.ts", ["src/**"]],
    ["npm run lint 'src/*.ts'", ["src/**"]],
    ["make check", ["build/**"]],
    ["make check -j4", ["build/**"]],
    ["make", ["build/**"]],
    ["go test ./...", []],
    ["sh -c 'a;b'", []],
  ])("%j is declared and may write %j", (command, writes) => {
    expect(classify(command)).toMatchObject({ risk: "DESTRUCTIVE", declared: { writes }, gateCommand: false });
  });

  it.each([
    "npm testx",
    "npm test x",
    "npm tes",
    "npm",
    "npm run lintx",
    "xnpm test",
    "npm test; rm -rf x",
    "npm test && rm x",
    "npm test > a",
    "npm test\nrm x",
    "npm test #",
    "npm run lint $(rm x)",
    "npm run lint `rm x`",
    'npm run lint "$x"',
    'npm run lint "a;b"',
    "npm run lint *",
    "npm run lint ~",
    "npm run lint \\;",
    "npm run lint | sh",
    "npm run lint <a",
    "npm run lint 'unclosed",
    "npm run lint\rx",
    "FOO=1 npm test",
    "make clean",
    "make check clean",
    "make -j4 -f x",
    "cd x && npm test",
    "sh -c 'a;c'",
  ])("%j is not", (command) => {
    expect(classify(command)).toMatchObject({ risk: "UNKNOWN", declared: null });
  });

  it("does not match a declaration that is itself no plain command", () => {
    const odd: DeclaredCommand[] = ["npm test && x", "", "$x", "a > b"].map((run) => ({
      run,
      args: "any",
      writes: [],
    }));
    for (const { run } of odd) expect(classifyCommand(run || "ls -Q?", { commands: odd }).declared).toBeNull();
  });
});

describe("a command that would steer the gate", () => {
  it.each([
    "intentgate approve 1",
    "intentgate",
    "intentgate --help",
    "intentgate --root . approve 1",
    "intentgate trust",
    "intentgate pause 10m",
    "intentgate init",
    "intentgate policy",
    "intentgate serve",
    "intentgate call",
    "intentgate STATUS",
    "INTENTGATE approve",
    "/usr/bin/intentgate approve 1",
    "./node_modules/.bin/intentgate approve",
    "node dist/intentgate.mjs approve",
    "npx intentgate approve",
    "npx -y intentgate@latest approve",
    "npx @intentgate/cli approve",
    "npm exec intentgate -- approve",
    "intentgate status; intentgate approve 1",
    "ls && intentgate approve 1",
    "ls|intentgate approve",
    "sh -c 'intentgate approve 1'",
    'bash -lc "sleep 1; intentgate approve"',
    "script -qc 'intentgate approve 1' /dev/null",
    "env X=1 intentgate approve",
    "X=intentgate; $X approve",
    "$(which intentgate) approve",
    "`which intentgate` approve",
    'int""entgate approve',
    "int''entgate approve",
    "intent\\gate approve",
    "'intentgate' approve",
    "intentgate 'approve' 1",
    'intentgate "" approve',
    "intentgate <status approve",
    "intentgate <<<list approve",
    "intentgate >list approve",
    "intentgate $verb",
    "intentgate {approve,1}",
    "yes | intentgate approve",
    "echo intentgate | xargs -I{} {} approve",
    "intentgate\tapprove",
    "intentgate\napprove",
    `${"a".repeat(20_000)}; intentgate approve`,
  ])("%j is refused outright", (command) => {
    expect(classify(command)).toMatchObject({ risk: "UNKNOWN", gateCommand: true, declared: null });
  });

  it.each([
    "intentgate status",
    "npx intentgate status",
    "intentgate list | head",
    "cat docs/intentgate.md | head",
    "cd intentgate-docs && ls",
    "git commit -m 'intentgate: fix'",
    "cat intentgate",
    "npm run intentgates",
  ])("%j is not", (command) => {
    expect(classify(command).gateCommand).toBe(false);
  });

  it("cannot be declared into being allowed", () => {
    const declared = [{ run: "intentgate approve", args: "any" as const, writes: [] }];
    expect(classifyCommand("intentgate approve 1", { commands: declared })).toMatchObject({
      gateCommand: true,
      declared: null,
    });
  });
});

describe("every command", () => {
  const sign = fc.constantFrom(..."; & | < > $ ` ( ) { } * ? [ ] ~ # ! \\ ^".split(" "), "\n", "\r", "\0", "\u0085");
  const word = fc.constantFrom("ls", "cat", "a.txt", "-l", "npm", "test", "x");

  it("with a bare sign of the shell's is never SAFE and never declared", () => {
    fc.assert(
      fc.property(fc.array(word), sign, fc.array(word), fc.constantFrom("", " "), (before, mark, after, gap) => {
        const found = classify([before.join(" "), mark, after.join(" ")].join(gap));
        return found.risk === "UNKNOWN" && found.declared === null;
      }),
    );
  });

  it("of any text is SAFE only where its first word is a program known to read", () => {
    const known = /^(ls|pwd|cat|head|tail|wc|echo|true|false|which|file|stat|du|df|date|uname|whoami|id)\b/;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.oneof(word, sign)).map((parts) => parts.join(" ")),
        ),
        (text) => {
          const bare = text.trim().replaceAll(/["']/g, "");
          return classify(text).risk !== "SAFE" || known.test(bare);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
