import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeParts, sentence } from "./code-parts.ts";

const said = (text: string) => codeParts(text).map((part) => (part.isCode ? `[${part.text}]` : part.text));

describe("a sentence", () => {
  it.each([
    ["there is no intent", "There is no intent"],
    ["no: never", "No: never"],
    ["src/a.ts is gone", "src/a.ts is gone"],
    ["policy.yaml is broken", "policy.yaml is broken"],
    ["INT-001 changed", "INT-001 changed"],
    ["`x` is missing", "`x` is missing"],
    ["owned_scope is empty", "owned_scope is empty"],
    ["", ""],
  ])("of %j is %j", (text, words) => expect(sentence(text)).toBe(words));
});

describe("a message", () => {
  it.each([
    ["", []],
    ["plain", ["plain"]],
    ["run `x` now", ["run ", "[x]", " now"]],
    ["`x`", ["[x]"]],
    ["half ` open", ["half ` open"]],
    ["`a` and ` b", ["[a]", " and ` b"]],
    ["``", []],
    ["<b>`<i>`", ["<b>", "[<i>]"]],
  ])("%j is read as %j", (text, parts) => expect(said(text)).toEqual(parts));

  it("loses nothing but pairs of backticks", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const kept = codeParts(text)
          .map((part) => part.text)
          .join("");
        expect(kept.replaceAll("`", "")).toBe(text.replaceAll("`", ""));
      }),
    );
  });
});
