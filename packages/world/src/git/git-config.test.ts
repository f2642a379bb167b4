import { describe, expect, it } from "vitest";
import { executingLines } from "./git-config.ts";

describe("the lines of a git configuration that can run something", () => {
  it.each([
    ["[core]\n\tfsmonitor = ./evil.sh\n"],
    ["[core]\n\thooksPath = .hooks\n"],
    ["[CORE]\n\tHOOKSPATH=.hooks\n"],
    ["[core] fsmonitor = x\n"],
    ["[alias]\n\tst = !sh -c x\n"],
    ['[filter "lfs"]\n\tclean = x\n'],
    ['[diff "png"]\n\ttextconv = x\n'],
    ['[includeIf "gitdir:/"]\n\tpath = ../evil\n'],
    ["[include]\n\tpath = evil\n"],
    ["[credential]\n\thelper = !x\n"],
    ["[gpg]\n\tprogram = x\n"],
    ['[submodule "x"]\n\tupdate = !x\n'],
    ['[url "evil"]\n\tinsteadOf = good\n'],
    ["[core]\n\tsshCommand = x\n"],
    ['[remote "origin"]\n\tuploadpack = x\n'],
    ['[remote "a]b"] uploadpack = x\n'],
    ["[user] [core] fsmonitor = x\n"],
    ["[user][alias]x = !y\n"],
    ["# a comment \\\n[core] fsmonitor = x\n"],
  ])("include %j", (text) => {
    expect(executingLines(text)).toHaveLength(1);
  });

  it.each([
    ["[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n"],
    ['[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n'],
    ['[remote "origin"]\n\turl = https://example.invalid/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n'],
    ["[user]\n\tname = x\n"],
    ["# fsmonitor = x\n; alias = y\n"],
    [""],
  ])("do not include %j", (text) => {
    expect(executingLines(text)).toEqual([]);
  });

  it("hold what a value goes on with on the next line", () => {
    const text = (more: string) => `[core]\n\tpager = less \\\n\t${more}\n`;
    expect(executingLines(text("-R"))).not.toEqual(executingLines(text("; evil")));
  });
});
