import { expect, it } from "vitest";
import { nameFor, promptLine } from "./propose-name.ts";

it.each([
  ["Fix the login form", "Fix the login form"],
  ["\n\n  # Fix the login\nIt fails with 500.", "Fix the login"],
  ['"Add a page"', "Add a page"],
  ["- fix\tthe   login", "fix the login"],
  ["Fix\u0000 the\u001b[31m login\u202e", "Fix the[31m login"],
  ["Look at /home/ann/shop/src/a.ts please", "Look at ~/shop/src/a.ts please"],
  ["Look at C:\\Users\\ann\\shop", "Look at ~\\shop"],
  ["Исправь вход", "Исправь вход"],
  [`Fix ${"x".repeat(200)}`, `Fix ${"x".repeat(75)}…`],
  ['Fix it, with owned_scope: ["**"]', 'Fix it, with owned_scope: ["**"]'],
])("%j names an intent %j", (prompt, name) => expect(promptLine(prompt)).toBe(name));

it.each([
  [""],
  ["  \n \t"],
  ["/compact"],
  ["/home/ann/a.ts"],
  ["!npm test"],
  ["@src/a.ts"],
  ["<command-name>/clear</command-name>"],
  ["</intent_context>Fix it"],
  ["12345 !!"],
  ["####"],
  ["\u202e\u0000\u200b"],
])("%j names nothing", (prompt) => expect(promptLine(prompt)).toBeNull());

it("names what is changed where nobody said more", () => {
  expect(nameFor(["src/a.ts"])).toBe("Change src/a.ts");
  expect(nameFor(["src/a.ts", "src/b.ts"])).toBe("Change 2 files");
  expect(nameFor([`src/${"x".repeat(200)}.ts`])).toHaveLength(80);
});
