import { denyCodes } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { textOf } from "../project-files.ts";
import { codeIn, rowsOf } from "./markdown.ts";

const numbered = rowsOf("docs/reference/hooks.md").filter(([first = ""]) => /^\d+$/.test(first));
const documented = numbered.map(([, name = ""]) => name.replaceAll("`", ""));

function namesIn(path: string, pattern: RegExp): string[] {
  return [...textOf(path).matchAll(pattern)].map((found) => found[1] ?? "");
}

describe("the page about hooks", () => {
  it("lists the pre-hooks in the order in which they are registered, then the post-hooks", () => {
    const pre = namesIn("packages/policy/src/hooks/register-default-hooks.ts", /^ {4}\["(\w+)", /gm);
    const post = namesIn("packages/gate/src/hooks/register-post-hooks.ts", /registerPostHook\(\s*"(\w+)"/g);
    expect(pre.length).toBeGreaterThan(5);
    expect(post.length).toBeGreaterThan(2);
    expect(documented).toEqual([...pre, ...post]);
  });

  it("names every code that a call can be refused with", () => {
    const named = numbered.flatMap((cells) => codeIn(cells.at(-1) ?? ""));
    expect(denyCodes.filter((code) => !named.includes(code))).toEqual([]);
  });
});
