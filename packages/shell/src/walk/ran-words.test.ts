import { describe, expect, it } from "vitest";
import { classifyShell } from "../classify/classify-command.ts";

const ranBy = (command: string) => classifyShell(command, { cwd: "/work" }).ran;

describe("the words that a rule against commands is held against", () => {
  it.each([
    ["a plain command", "git commit -m a", "git commit -m a"],
    ["a name with its folder", "/usr/bin/git push origin", "git push origin"],
    ["a file that runs", "./deploy now", "deploy now"],
    ["git with a folder of its own", "git -C . commit -m a", "git commit -m a"],
    ["git with settings", "git --no-pager -c a.b=c commit", "git commit"],
    ["git with an option that nobody declared", "git --made-up -c a=b commit", "git commit"],
    ["a word that is not known", 'git push "$X" main', "git push \uFFFC main"],
    ["a name that is not known", "$X push", "\uFFFC push"],
    ["a part that is not known", 'npm publish --tag="$X"', "npm publish --tag=\uFFFC"],
    ["a word that another program prints", "git $(cat file.txt)", "git \uFFFC"],
    ["further words from the input", "xargs git push < file.txt", "git push \uFFFC"],
    ["eval", "eval 'git push'", "eval git push"],
    ["what eval runs", "eval 'git push'", "git push"],
    ["source", "source ./x.sh", "source ./x.sh"],
    ["exec", "exec git push", "exec git push"],
    ["cd", "cd src && ls", "cd src"],
    ["what a wrapper runs", "timeout 5 sudo git push", "git push"],
    ["what a string runs", "bash -c 'git push'", "git push"],
    ["what a substitution runs", "echo $(git push)", "git push"],
    ["a program that is not known", "made-up now", "made-up now"],
  ])("hold %s", (_what, command, words) => {
    expect(ranBy(command)).toContain(words);
  });

  it("do not hold what is only text", () => {
    expect(ranBy("echo git push")).toEqual(["echo git push"]);
    expect(ranBy("f() { git push; }")).toEqual([]);
  });
});
