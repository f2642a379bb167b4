import { describe, expect, it } from "vitest";
import { aroundOf } from "../../../../test/support/hosts/around-of.ts";
import { cline } from "./cline.ts";
import { cursor } from "./cursor.ts";
import { generic } from "./generic.ts";

const around = aroundOf({ root: "/r", home: "/h", ownFolder: "/h/.cline" }, {});

function says(command: string, permissions: unknown): string {
  const text = typeof permissions === "string" ? permissions : JSON.stringify(permissions);
  const env = { CLINE_COMMAND_PERMISSIONS: text };
  const verdict = cline.rules({ tool: "run_commands", command, startedWith: [] }, around, env);
  return verdict.kind === "matched" ? `${verdict.says} ${verdict.rule}` : verdict.kind;
}

describe("the permissions of Cline", () => {
  it.each([
    [{ deny: ["git push *"] }, "git push origin", "deny git push *"],
    [{ deny: ["git push *"] }, "npm test && git push", "deny git push *"],
    [{ deny: ["git push *"] }, "npm test & git push", "deny git push *"],
    [{ deny: ["git push *"] }, "echo $(git push)", "deny git push *"],
    [{ deny: ["rm ?"] }, "rm x", "deny rm ?"],
    [{ deny: ["*"] }, "ls", "deny *"],
    [{ deny: ["curl *"], allow: ["*"] }, "curl x", "deny curl *"],
    [{ allow: ["npm *"] }, "git push", "deny allow"],
    [{ allow: ["npm *"] }, "npm test && git push", "deny allow"],
    [{ deny: [] }, "ls > out", "deny allowRedirects"],
    [{ deny: [] }, "ls 2>&1", "deny allowRedirects"],
    [{ allowRedirects: false }, "sort < in", "deny allowRedirects"],
    [{}, "ls\nls", "deny allowRedirects"],
    [{ allow: ["npm *"] }, "npm test", "unclear"],
    [{ deny: [1] }, "ls", "unclear"],
    ["{", "ls", "unclear"],
    ["[]", "ls", "unclear"],
    [{ deny: ["git push *"] }, "git pull", "none"],
    [{ deny: ["git push *"] }, "git pushed", "none"],
    [{ deny: ["git push *"] }, "echo git push", "none"],
    [{ deny: ["git push *"] }, "echo 'git push'", "none"],
    [{ deny: ["git push *"] }, "echo 'a; git push'", "none"],
    [{ deny: ["rm ?"] }, "rm xy", "none"],
    [{ deny: ["git push"] }, "git push origin", "none"],
    [{ deny: [], allow: [] }, "ls", "none"],
    [{ deny: [], allowRedirects: true }, "ls > out", "none"],
    [{ deny: [] }, "echo 'a > b'", "none"],
    [{ deny: null }, "ls", "none"],
    [{ ask: ["ls"] }, "ls", "none"],
    [{}, "ls", "none"],
    ["", "ls", "none"],
    ["  ", "ls", "none"],
  ])("%j: %s", (permissions, command, expected) => {
    expect(says(command, permissions)).toBe(expected);
  });

  it("are none where the variable is not set", () => {
    expect(cline.rules({ tool: "run_commands", command: "rm -rf /", startedWith: [] }, around, {})).toEqual({
      kind: "none",
    });
  });
});

it("asks no rules of those whose commands are left as they are", () => {
  const files = { at: { "/h/.cursor/cli-config.json": '{"permissions": {"deny": ["Shell(ls)"]}}' } };
  const here = aroundOf({ root: "/r", home: "/h", ownFolder: "/h/.cursor" }, files);
  for (const host of [cursor, generic])
    expect(host.rules({ tool: "Shell", command: "ls", startedWith: [] }, here, {})).toEqual({ kind: "none" });
});
