import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCommand } from "./parse-command.ts";

const accepts = (text: string): boolean => !("problem" in parseCommand(text));

describe("what is no command", () => {
  it.each([
    "if then ls",
    "ls &&& pwd",
    "echo 'open",
    'echo "open',
    "echo $(open",
    "echo `open",
    "cat <(open",
    `echo $\{x`,
    "echo $((1",
    "ls |",
    "&& ls",
    "case a in",
    "f() {",
    'echo "$(if then ls)"',
    `echo $\{x:-$(if then ls)}`,
    "cat <<EOF\n$(if then ls)\nEOF",
    "[[ -n $(if then ls) ]]",
    "echo $(( $(if then ls) ))",
    "echo `echo \\`if then\\``",
    "f() { echo $(if then ls); }",
    "echo(x=$",
    "[[ a\n > p ]]",
    "ls(",
    `ls a$\{ b`,
    "cat <<< 2> x",
    'cat <<E"\\OF\nx\nEF',
    "rmdir (empty > x",
    "cat > 2>&1",
    "cat < 2> x",
    "echo > {fd}> x",
    "echo $(cat < 2>&1)",
  ])("refuses `%s`", (text) => {
    expect(accepts(text)).toBe(false);
  });
});

const word = fc.constantFrom(
  "a",
  "'b c'",
  '"d $x"',
  "$y",
  `$\{z:-e}`,
  "$(ls)",
  "`pwd`",
  "$((1+2))",
  "{f,g}",
  "h*",
  "\\;",
  "~/i",
  "$'j\\n'",
  "#k",
  "l#m",
  "=",
  "[",
  "]",
  "!",
  "{",
  "}",
);
const redirection = fc.constantFrom(
  "",
  "> a",
  ">> b",
  "2>&1",
  "< c",
  "<<< d",
  "&> e",
  "3<> f",
  "{fd}> g",
  ">| h",
  "2>",
  "<<",
);
const keyword = fc.constantFrom(
  "ls",
  "echo",
  "if",
  "then",
  "fi",
  "while",
  "do",
  "done",
  "case",
  "esac",
  "for",
  "in",
  "{",
  "}",
  "(",
  ")",
  "!",
  "[[",
  "]]",
  "((",
  "))",
  "function",
  ";;",
  "x=1",
  "a[0]=2",
);
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom("ls", "echo", "x=1 cat", "test"), fc.array(word, { maxLength: 3 }), redirection)
      .map(([name, words, end]) => [name, ...words, end].join(" ")),
  },
  { weight: 1, arbitrary: keyword },
);
const structured = fc.letrec<{ command: string }>((tie) => ({
  command: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    piece,
    fc
      .tuple(tie("command"), fc.constantFrom(";", "&&", "||", "|", "&", "\n", ";;", "|&"), tie("command"))
      .map(([a, by, b]) => `${a} ${by} ${b}`),
    tie("command").map((inner) => `( ${inner} )`),
    tie("command").map((inner) => `{ ${inner}; }`),
    tie("command").map((inner) => `if ${inner}; then ls; fi`),
    tie("command").map((inner) => `while true; do ${inner}; done`),
    tie("command").map((inner) => `for i in 1 2; do ${inner}; done`),
    tie("command").map((inner) => `f() { ${inner}; }`),
    tie("command").map((inner) => `echo $(${inner})`),
    tie("command").map((inner) => `case a in b) ${inner};; esac`),
  ),
})).command;

/** For each text whether bash would take it: `set -n` comes first, so that nothing of it is run. */
function askBash(texts: readonly string[]): boolean[] {
  const script = `while IFS= read -r -d "" text; do
    (eval "set -n
$text") < /dev/null > /dev/null 2>&1 && echo yes || echo no
  done`;
  const input = texts.map((text) => `${text}\0`).join("");
  const { stdout } = spawnSync("bash", ["-c", script], { input, encoding: "utf8", maxBuffer: 10_000_000 });
  return stdout
    .split("\n")
    .slice(0, texts.length)
    .map((line) => line === "yes");
}

const bashVersion = spawnSync("bash", ["-c", "echo $BASH_VERSINFO"], { encoding: "utf8" }).stdout?.trim();

/** Said by bash when it runs and not when it reads, or by a newer bash only, or about a lone `!`; being stricter than bash does no harm. */
const isLooserThanBash = (text: string): boolean => !/\$\{ |\$\{\||[@!+*?]\(|\(!|\) !;/.test(text);

describe.skipIf(!bashVersion || Number(bashVersion) < 5)("beside bash", () => {
  it("takes the generated texts that bash takes, and no others", () => {
    const texts = fc.sample(structured, { numRuns: 2000, seed: 7 });
    const answers = askBash(texts);
    expect(answers.filter(Boolean).length).toBeGreaterThan(400);
    expect(answers.filter((answer) => !answer).length).toBeGreaterThan(400);
    expect(texts.filter((text, index) => !answers[index] && accepts(text) && isLooserThanBash(text))).toEqual([]);
    // `$((` bash tries in two ways.
    const refused = texts.filter((text, index) => answers[index] && !accepts(text) && !/\$\(\(/.test(text));
    expect(refused).toEqual([]);
  });
});
