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
    "SIMPLE_BACKUP_SUFFIX=.p cp -b a b",
    "ZIP=-m zip a.zip b",
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

describe("a builtin that runs or evaluates more than it seems to", () => {
  it.each([
    "jobs -x touch p",
    "jobs -x eval 'touch p'",
    "builtin jobs -x touch p",
    "f() { touch p; }; jobs -x f",
    "declare -i _=0; : 'a[$(touch p)]'",
    "_=0; declare -i _; : 'a[$(touch p)]'",
    "typeset -i PWD; cd 'a[$(touch p)]'",
    "f() { local -i REPLY; read <<< 'a[$(touch p)]'; }; f",
    "export -i OPTARG",
    "readonly -i BASH_ARGV0",
    "declare -n r=_; r=1",
    "wait -n -p PATH; ls",
    "set -o history -o histexpand; history -s '; touch p'\necho !!",
    "set -H; ls",
    "bash -H -c ls",
  ])("does not call `%s` safe", (command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });

  it.each(["jobs", "jobs -lr", "wait", "declare -i n=3", "declare -i n=3; cd src", "set -euo pipefail", "history 5"])(
    "leaves `%s` alone",
    (command) => {
      expect(riskOf(command)).toBe("SAFE");
    },
  );
});

describe("a variable set for a program of which nobody knows all that it goes by", () => {
  it.each([
    "NODE_V8_COVERAGE=p node -p 1",
    "NODE_V8_COVERAGE=p; node -p 1",
    "NODE_REDIRECT_WARNINGS=p node -p 1",
    "SSLKEYLOGFILE=p curl https://example.org",
    "BAT_PAGER=./p bat file.txt",
    "export AWS_CONFIG_FILE=p; aws s3 ls",
    "env AWS_CONFIG_FILE=p aws s3 ls",
    "env -S 'AWS_CONFIG_FILE=p aws s3 ls'",
    "sudo AWS_CONFIG_FILE=p aws s3 ls",
    "declare -x CLOUDSDK_PYTHON=p; gcloud info",
    "set -a; MADE_UP=p; docker ps",
    "set -o allexport; MADE_UP=p; docker ps",
    "bash -a -c 'MADE_UP=p; docker ps'",
    "JAVA_HOME=p java -version",
    "MADE_UP=p docker ps",
    "export MADE_UP; MADE_UP=p; docker ps",
    "AWS_PAGER=./p aws s3 ls",
    "export MADE_UP=p; env docker ps",
    "export MADE_UP=p; env -u OTHER docker ps",
    "MADE_UP=p bash -c 'docker ps'",
    "MADE_UP=p timeout 5 docker ps",
    "MADE_UP=p xargs docker ps",
    "xargs --process-slot-var=MADE_UP docker ps",
    "GAWK_PERSIST_FILE=p gawk 1 file.txt",
    "LANGUAGE=../p docker ps",
    "LANGUAGE=$X docker ps",
  ])("does not call `%s` safe", (command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });

  it.each([
    "MADE_UP=p; docker ps",
    "export PATH; docker ps",
    "export MADE_UP; env docker ps",
    "AWS_PROFILE=x AWS_PAGER= aws s3 ls",
    "CI=1 docker ps",
    "NO_COLOR=1 LC_ALL=C TZ=UTC docker ps",
    "env CI=1 docker ps",
    "NODE_ENV=test node --version",
    "MADE_UP=p grep a file.txt",
    "export MADE_UP=p; ls | sort",
    "PAGER=cat env git log",
    "MANIFEST=file.txt; cat $MANIFEST",
  ])("leaves `%s` alone", (command) => {
    expect(riskOf(command)).toBe("SAFE");
  });
});

describe("a pattern that may vanish, stop the command or stand for itself", () => {
  it.each([
    "shopt -s nullglob; cat *.none",
    "shopt -s failglob; cat *.none; touch p",
    "shopt -s nullglob; mv *.none file1.txt file2.txt",
    "set -f; rm a[b]",
    "set -o noglob; rm a[b]",
    "bash -f -c 'rm a[b]'",
    "bash -O nullglob -c 'cat *.none'",
    "if ls; then shopt -s nullglob; fi; cat *.none",
    "set +B; touch {a,b}",
  ])("is not followed in `%s`", (command) => {
    expect(riskOf(command)).toBe("UNKNOWN");
  });

  it("does no harm where it only lists", () => {
    expect(riskOf('shopt -s nullglob; for f in *.md; do wc -l "$f"; done')).toBe("SAFE");
    expect(riskOf("shopt -u nullglob; cat file.txt")).toBe("SAFE");
  });
});

describe("a target by a variable that was perhaps not set", () => {
  it.each([
    "readonly x=lib; declare x=src; echo a > $x/b",
    "x=lib; f() { declare x=src; }; f; echo a > $x/b",
    "x=lib; declare x=src < nonexist; echo a > $x/b",
    "x=src; trap 'x=lib' ERR; false; echo a > $x/b",
    "x=lib\n: $((1/0)); x=src\necho a > $x/b",
    "x=lib; y=$(false) && x=src; echo a > $x/b",
    "set -- lib; set -- src < nonexist; echo a > $1/b",
    "x=lib; f() { if true; then local x; fi; x=src; }; f; echo a > $x/b",
    `x=lib; unset x < nonexist; echo a > \${x:-src}/b`,
    "cd src; cd ..; OLDPWD=lib; cd -; echo a > b",
  ])("is not taken for another one: %s", (command) => {
    const { risk, writes } = classifyShell(command, { cwd: "/work" });
    expect(risk !== "UNKNOWN" && writes.some((path) => path === "src/b" || path === "b")).toBe(false);
  });

  it.each([
    ["x=lib; x=src; echo a > $x/b", "src/b"],
    ["f() { local x=src; echo a > $x/b; }; f", "src/b"],
    ["x=src; f() { local x=lib; }; f; echo a > $x/b", "src/b"],
    ["export x=src; echo a > $x/b", "src/b"],
    ["x=lib\n: $((1+1)); x=src\necho a > $x/b", "src/b"],
  ])("is known where nothing can fail: %s", (command, path) => {
    expect(classifyShell(command, { cwd: "/work" }).writes).toEqual([path]);
  });
});
