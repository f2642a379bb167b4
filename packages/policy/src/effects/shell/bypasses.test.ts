/** Ways around such checks that were published for other tools; each stays closed here. */
import { describe, expect, it } from "vitest";
import { classifyShell } from "./classify-command.ts";

const riskOf = (command: string) => classifyShell(command, { cwd: "/work" }).risk;

describe("a builtin that poisons the environment of what follows", () => {
  it.each([
    "export PAGER='touch p'; git log",
    "export GIT_PAGER='touch p' && git log",
    "typeset -x GIT_SSH_COMMAND='touch p'; git fetch",
    "declare -x LD_PRELOAD=./p.so; ls",
    "declare PATH=.:$PATH; ls",
    "readonly BASH_ENV=./p; bash -c ls",
    "PROMPT_COMMAND='touch p'",
    "PERL5OPT=-Mp ls",
    "PYTHONWARNINGS=all:0:p.x::0 ls",
    "BROWSER='touch p' ls",
    'export "LESSOPEN=|touch p %s"; ls',
    "printf -v PATH %s .; ls",
    "read -r PATH <<< .; ls",
    `: $\{PATH:=.}; : $\{LD_PRELOAD:=p.so}`,
    "for PATH in .; do ls; done",
    "env PATH=. ls",
    "env -S 'PATH=. ls'",
    "sudo PATH=. ls",
    "f() { local PATH=.; ls; }; f",
    "BASH_CMDS[ls]=./p; ls",
    "env 'BASH_FUNC_ls%%=() { touch p; }' bash -c ls",
    "hash -p ./p ls; ls",
    "unset PATH; ls",
  ])("does not call `%s` safe", (command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });

  it.each([
    "export FOO=bar",
    "env FOO=bar ls",
    "FOO=bar ls",
    "PAGER=cat git log",
    "GIT_OPTIONAL_LOCKS=0 git status",
    "LC_ALL=C sort file.txt",
    "IFS=, read -r a b <<< 1,2",
  ])("leaves `%s` alone", (command) => {
    expect(riskOf(command)).toBe("SAFE");
  });
});

describe("a check that stops too early or looks at one token", () => {
  const chain = (length: number, last: string): string => `${"true; ".repeat(length)}${last}`;
  it.each([
    ["50 parts before the one that counts", chain(50, "touch p")],
    ["60 parts joined by &&", `${"true && ".repeat(60)}touch p`],
    ["200 parts on lines", `${"true\n".repeat(200)}touch p`],
    ["a comment before a new line", "ls # harmless\ntouch p"],
    ["a pipe behind a harmless program", "echo x | tee p"],
    ["a background command", "ls & touch p"],
    ["a substitution in an argument", "ls $(touch p)"],
    ["an assignment before the name", "A=1 B=2 touch p"],
    ["a redirection before the name", ">p ls"],
    ["a harmless program with a writing option", "sort -o p file.txt"],
    ["sed's own write command", "sed -n 'w p' file.txt"],
    ["sed's flag to write", "sed 's/a/b/w p' file.txt"],
    ["sed's command to run", "sed '1e touch p' file.txt"],
    ["sed's flag to run", "sed 's/x/touch p/e' file.txt"],
    ["a here-document that feeds a shell", "sh <<X\ntouch p\nX"],
  ])("sees %s", (_what, command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });
});

describe("characters that a reader and the shell take differently", () => {
  it("takes a carriage return as a character of the word, as bash does", () => {
    expect(riskOf("echo a\rtouch p")).toBe("SAFE");
    expect(riskOf("echo a\r\ntouch p")).toBe("DESTRUCTIVE");
  });

  it("takes a non-breaking space as a character of the word, as bash does", () => {
    expect(riskOf("touch\u00a0p")).toBe("SAFE");
    expect(riskOf("touch\u00a0p() { touch p; }; touch\u00a0p")).not.toBe("SAFE");
    expect(riskOf("./touch\u00a0p")).toBe("UNKNOWN");
  });

  it.each([
    ["hexadecimal", String.raw`$'\x74ouch' p`],
    ["octal", String.raw`$'\164ouch' p`],
    ["unicode", String.raw`$'\u0074ouch' p`],
    ["a new line", String.raw`eval $'ls\ntouch p'`],
    ["a backslash at the end of a line", "to\\\nuch p"],
    ["quotes in the middle", `to""u''ch p`],
  ])("reads a name spelled with %s", (_how, command) => {
    expect(classifyShell(command, { cwd: "/work" })).toMatchObject({ risk: "DESTRUCTIVE", writes: ["p"] });
  });
});

describe("text that sh and bash read differently", () => {
  it.each([
    "sh -c '[[ b > a ]]'",
    "sh -c '(( 2 > p ))'",
    "dash -c 'echo $[ 3 > p ]'",
    String.raw`sh -c "cat \$'a\' > p #'"`,
    "sh -c 'function f {\ntouch p\n}'",
    "sh -c 'alias a=touch\na p'",
    "bash --posix -c 'alias a=touch\na p'",
    "echo '[[ b > a ]]' | sh",
    `awk 'BEGIN { system("[[ b > a ]]") }'`,
  ])("does not call `%s` safe", (command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });
});

describe("what is known only through another program", () => {
  it.each([
    "$(echo ls)",
    "git $(echo status)",
    "echo ls | sh",
    'eval "$(echo ls)"',
    "bash <(echo ls)",
    "x=$(echo status); git $x",
  ])("does not excuse `%s`", (command) => {
    expect(riskOf(command)).toBe("UNKNOWN");
  });

  it.each([
    "$(echo touch) p",
    "echo touch p | sh",
    'eval "$(echo touch p)"',
    "bash <(echo touch p)",
    "echo p | xargs touch",
  ])("accuses `%s`", (command) => {
    expect(classifyShell(command, { cwd: "/work" })).toMatchObject({ risk: "DESTRUCTIVE", writes: ["p"] });
  });
});

describe("a value that is not known", () => {
  it.each([
    ["as a whole option", "sort $X file.txt"],
    ["as the rest of an option", "sort -$X file.txt"],
    ["behind an option's name without quotes, where it may hold another option", "git log --format=$X"],
    ["as the value of an option that writes", 'git log --output="$X"'],
    ["as the value of an option that runs", 'sort --compress-program="$X" file.txt'],
    ["as a script", 'sed -e "$X" file.txt'],
    ["as a target", 'echo a > "$X"'],
    ["as a target's beginning", "echo a > $X/b"],
  ])("is not excused %s", (_where, command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });

  it.each(['git log --format="$X"', 'cat "$X"', "ls $X", 'env A="$X" ls'])("does no harm in `%s`", (command) => {
    expect(riskOf(command)).toBe("SAFE");
  });
});
