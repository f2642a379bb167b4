import { describe, expect, it } from "vitest";
import { allowsCommand } from "./allowed-command.ts";

const isAllowed = (rules: string, command: string) => allowsCommand("Bash", rules.split(", "), command);

describe("rules that let commands pass", () => {
  it.each([
    ["Bash", "sh run.sh"],
    ["Bash(*)", "sh run.sh && make x"],
    ["Bash(npm test)", "npm test"],
    ["Bash(npm test)", "  npm test "],
    ["Bash(npm run:*)", "npm run"],
    ["Bash(npm run:*)", "npm run a:b -- --watch=false"],
    ["Bash(npm run *)", "npm run x"],
    ["Bash(npm test), Bash(sort:*)", "npm test | sort -u"],
    ["Bash(cd:*), Bash(npm test)", "cd src && npm test"],
  ])("%s let %s pass", (rules, command) => expect(isAllowed(rules, command)).toBe(true));

  it.each([
    ["", "npm test"],
    ["Bash()", "npm test"],
    ["Bash(:*)", "npm test"],
    ["Bash(npm test", "npm test"],
    ["bash(npm test)", "npm test"],
    ["B*", "npm test"],
    ["*", "npm test"],
    ["Read(*)", "npm test"],
    ["BashOutput", "npm test"],
    ["Bash(npm test)", "npm test x"],
    ["Bash(npm test)", "npm tests"],
    ["Bash(npm test)", "NPM test"],
    ["Bash(npm test)", ""],
    ["Bash(npm run:*)", "npm runner"],
    ["Bash(npm run:*)", "npm run-script x"],
    ["Bash(npm*)", "npm test"],
    ["Bash(npm * test)", "npm run test"],
    ["Bash(* test)", "npm test"],
    ["Bash(npm test)", "npm test && rm x"],
    ["Bash(npm test)", "npm test; rm x"],
    ["Bash(npm test)", "npm test | sh"],
    ["Bash(npm test:*)", "npm test & rm x"],
    ["Bash(npm test:*)", "npm test &"],
    ["Bash(npm test:*)", "npm test\nrm x"],
    ["Bash(npm test:*)", "npm test $(rm x)"],
    ["Bash(npm test:*)", "npm test `rm x`"],
    ["Bash(npm test:*)", "npm test > ~/.bashrc"],
    ["Bash(npm test:*)", "npm test < /etc/passwd"],
    ["Bash(npm test:*)", "npm test ~/x"],
    ["Bash(npm test:*)", "npm test 'a'"],
    ["Bash(npm test:*)", "npm test \\; x"],
    ["Bash(npm test:*)", "FOO=1 npm test"],
    ["Bash(npm test:*)", "npm test ;"],
    ["Bash(npm test:*)", "npm test {a,b}"],
    ["Bash(*)", "npm test &"],
  ])("%s are not known to let %j pass", (rules, command) => expect(isAllowed(rules, command)).toBe(false));
});
