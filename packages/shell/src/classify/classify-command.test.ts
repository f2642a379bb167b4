import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classifyShell } from "./classify-command.ts";

/** `called` and `found`: where the answer is more careful than the truth. */
interface Row {
  command: string;
  label: "safe" | "mutating" | "unknown";
  writes: string[];
  called?: string;
  found?: string[];
}

const riskOf = { safe: "SAFE", mutating: "DESTRUCTIVE", unknown: "UNKNOWN" } as const;

function rowsOf(label: Row["label"]): Row[] {
  const text = readFileSync(join(import.meta.dirname, "../../fixtures", `${label}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

/** Each of them was run in a shell of its own. */
const classify = (command: string) => classifyShell(command, { cwd: "/work", keeping: "fresh" });

describe("commands that were run to see what they do", () => {
  it.each(["safe", "mutating", "unknown"] as const)("says of every %s row what is written beside it", (label) => {
    const rows = rowsOf(label);
    expect(rows.length).toBeGreaterThan(100);
    const wrong = rows.flatMap((row) => {
      const { risk, writes } = classify(row.command);
      const wantedRisk = row.called ?? riskOf[row.label];
      const wanted = [...(row.found ?? row.writes)].sort();
      const isRight = risk === wantedRisk && (risk === "UNKNOWN" || writes.toSorted().join("\n") === wanted.join("\n"));
      return isRight ? [] : [{ command: row.command, risk, wantedRisk, writes, wanted }];
    });
    expect(wrong).toEqual([]);
  });
});

describe("where a path lies", () => {
  it.each([
    ["a folder that was entered", "cd src && touch a", ["src/a"]],
    ["a folder entered in a subshell", "(cd src && touch a); touch b", ["src/a", "b"]],
    ["a folder above the start", "cd .. && touch a", ["../a"]],
    ["the home folder as spelled", "touch ~/x/../a", ["~/a"]],
    ["the home folder by its variable", 'touch "$HOME/a"', ["~/a"]],
    ["the start folder by its variable after a cd", "here=$PWD; cd src; touch $here/a", ["a"]],
    ["a folder that is not known", 'cd "$X" && touch a', ["?"]],
    ["an absolute path in a folder that is not known", 'cd "$X"; touch /tmp/a', ["/tmp/a"]],
    ["a folder that the command took away", "rm -rf src; cd src; touch a", ["src", "?"]],
    ["the branch in which cd has failed", "cd src || touch a", ["a"]],
    ["a link that the command made", "ln -s /etc/x l && echo a > l", ["l", "/etc/x"]],
    ["below a link that the command made", "ln -s / l; cd l; touch etc/x", ["l", "l/etc/x", "/etc/x"]],
    ["a link that cp made", "cp -s $PWD/x l; echo a > l", ["l", "x"]],
    ["a hard link that cp made", "cp -l x l; echo a > l", ["l", "x"]],
    ["the links that ln made in a folder", "ln -s ../x ../y d/; echo a > d/y", ["d/x", "d/y", "y"]],
    ["a link to a link that the command made", "ln -s b l; ln -s a b; echo x > l", ["l", "b", "a"]],
    ["what is moved into a link that the command made", "ln -s d l; mv a l", ["l", "a", "d/a"]],
    ["what lies behind a link that is spelled as a folder", "ln -s d l; rm -rf l/", ["l", "d/**"]],
    ["the whole repository from one of its folders", "cd src && git reset --hard", ["./**", ".git/**"]],
    ["the whole repository by -C", "git -C src stash", ["./**", ".git/**"]],
    ["the folder alone where git keeps to it", "cd src && git checkout .", ["src/**", ".git/**"]],
    ["each name that braces make of a target", "echo a > {x,}", ["x"]],
    ["what find finds under another name", "find src -exec mkdir -p d/{} \\;", ["d/src/**"]],
    ["what lies beside a start of find that is a pattern", "find *.ts -exec tee {}.b \\;", ["*.ts/**", "*.ts.b"]],
    ["what lies beside the start of find", "find src -exec cp -r {} {}.b \\;", ["src/**", "src.b", "src.b/**"]],
  ])("finds %s", (_what, command, writes) => {
    expect(classify(command)).toMatchObject({ risk: "DESTRUCTIVE", writes });
  });

  it("does not know a relative target where the start is not known", () => {
    expect(classifyShell("touch a; touch /b", { cwd: null }).writes).toEqual(["?", "/b"]);
  });

  it("names the folders that a cd needs", () => {
    expect(classify("cd src; touch a").assumes).toEqual(["src"]);
    expect(classify("mkdir d && cd d && touch a").assumes).toEqual([]);
    expect(classify("cp -r src d && cd d && touch a").assumes).toEqual([]);
    expect(classify("mkdir -p d/e; cd d; touch a")).toMatchObject({ assumes: [], makes: ["d"] });
    expect(classify("mkdir d/e; cd d/e; touch a")).toMatchObject({ assumes: ["d"], makes: ["d/e"] });
  });

  it.each([
    ["a file, which cannot be entered", "touch d; cd d; touch a", ["d"]],
    ["a copy that may have failed", "cp -r src d; cd d; touch a", ["d"]],
    ["made with a mode that is none", "mkdir -m x d; cd d; touch a", ["d"]],
    ["made in a case that may not occur", "false && mkdir d; cd d; touch a", ["d"]],
    ["made in a branch", "if true; then mkdir d; fi; cd d; touch a", ["d"]],
    ["made where a redirection may fail", "mkdir d > x/log; cd d; touch a", ["d"]],
    ["made by a function of that name", "mkdir() { :; }; mkdir d; cd d; touch a", ["d"]],
    ["a copy that may not have been made", "true || cp -r src d && cd d; touch a", ["d"]],
    ["a copy inside of a group that went on", "{ cp -r src d; cd d; } && touch a", ["d"]],
  ])("needs the folder where it is %s", (_what, command, assumes) => {
    expect(classify(command).assumes).toEqual(assumes);
  });

  it("needs a folder without links where it is entered as it lies", () => {
    expect(classify("cd -P d && cd .. && touch a").leaves).toEqual(["d"]);
  });

  it.each([
    ["a redirection failed and nothing has moved", "{ cd src; } > d/log; touch a"],
    ["a redirection of cd failed", "cd src > d/log; touch a"],
    ["a redirection of a function failed", "f() { cd src; }; f < d/in; touch a"],
    ["patterns ignore case", "shopt -s nocaseglob; rm A*"],
    ["patterns reach down", "shopt -s globstar; rm **/*.md"],
  ])("does not know the target where %s", (_when, command) => {
    expect(classify(command).writes).toContain("?");
  });

  it("does not know what a function does that may not have been defined", () => {
    expect(classify("link a b && f() { cd /; }; f; touch a").risk).toBe("UNKNOWN");
  });

  it("stays where two folders are given to cd", () => {
    expect(classify("cd src sub; touch a").writes).toEqual(["a"]);
  });
});

describe("what a person is shown", () => {
  it("shows the part that causes each effect, inside the part that holds it", () => {
    const { effects, tree } = classify("ls && bash -c 'touch a'");
    expect(effects.filter(({ does }) => does === "write")).toEqual([
      expect.objectContaining({ path: "a", part: "touch a" }),
    ]);
    const shell = tree.children.find(({ part }) => part.startsWith("bash"));
    expect(shell?.children[0]?.children[0]).toMatchObject({ part: "touch a", does: ["writes a"] });
  });

  it("says why something is not known, with the part", () => {
    expect(classify("ls; frobnicate --all").why).toEqual(["frobnicate --all: what frobnicate does is not known"]);
  });

  it.each([
    ["powershell -c ls", "PowerShell"],
    ["pwsh -File x.ps1", "PowerShell"],
    ["cmd /c dir", "cmd.exe"],
    ["zsh -c ls", "another language"],
  ])("has its own words for %s", (command, words) => {
    expect(classify(command)).toMatchObject({ risk: "UNKNOWN", why: [expect.stringContaining(words)] });
  });
});

describe("limits", () => {
  const deep = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count);
  it.each([
    ["a word of more than 100 kB", `echo ${"a".repeat(100_001)}`],
    ["a NUL", "echo a\0b"],
    ["substitutions inside substitutions without end", deep("echo $(", ")", 400)],
    ["subshells inside subshells without end", `${"(".repeat(3000)}ls${")".repeat(3000)}`],
    ["groups inside groups without end", `${"{ ".repeat(500)}ls${"; }".repeat(500)}`],
    [
      "quotes in quotes in shells",
      Array.from({ length: 12 }).reduce<string>((inner) => `bash -c ${JSON.stringify(inner)}`, "x y z"),
    ],
    ["a function that calls itself", "f() { f; }; f"],
    ["two functions that call each other", "f() { g; }; g() { f; }; f"],
    ["a function that calls itself twice", "f() { f | f; }; f"],
    ["braces that make a million words", "echo {1..10}{1..10}{1..10}{1..10}{1..10}{1..10}"],
    ["a variable that refers to itself in arithmetic", "x=y; y=x; echo $((x))"],
    ["a text that doubles", `x=a; ${'x="$x$x"; '.repeat(40)} touch $x`],
    ["characters that the walker uses itself", "touch \ufdd0"],
  ])("gives up on %s without calling it safe", (_what, command) => {
    expect(classify(command).risk).not.toBe("SAFE");
  });

  it("still reads a long plain command", () => {
    expect(classify(`echo ${"a".repeat(90_000)}`).risk).toBe("SAFE");
    expect(classify(`${"true; ".repeat(2000)}touch x`)).toMatchObject({ risk: "DESTRUCTIVE", writes: ["x"] });
  });
});
