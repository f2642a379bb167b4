import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatRoute, linkTo, parseRoute, views, withQuery } from "./route.ts";

describe("an address", () => {
  it.each([
    ["", "now", ""],
    ["#", "now", ""],
    ["#/", "now", ""],
    ["#/intents", "intents", ""],
    ["#/intents/INT-001", "intents", "INT-001"],
    ["#/code/src/a%20b/%5Bid%5D.ts", "code", "src/a b/[id].ts"],
    ["#/nowhere", "now", ""],
    ["#/nowhere/INT-001", "now", ""],
    ["#/Intents", "now", ""],
    ["#/constructor", "now", ""],
    ["#/code/%E0%A4%A", "code", ""],
    ["#javascript:alert(1)", "now", ""],
    ["#//evil.example/now", "now", ""],
  ])("%s opens %s with %j", (hash, view, item) => {
    expect(parseRoute(hash)).toMatchObject({ view, item });
  });

  it("keeps what the view was asked for", () => {
    expect(parseRoute("#/trace?intent=INT-001&class=AST_REFACTOR").query).toEqual({
      intent: "INT-001",
      class: "AST_REFACTOR",
    });
  });

  it("cannot reach the prototype of its words", () => {
    parseRoute("#/trace?__proto__=x");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.getPrototypeOf(parseRoute("#/trace?__proto__=x").query)).toBe(Object.prototype);
  });

  it("takes a filter away when its word is empty", () => {
    const route = withQuery(parseRoute("#/trace?intent=INT-001&from=3"), { intent: "" });
    expect(formatRoute(route)).toBe("#/trace?from=3");
  });

  it("says the same after it was written and read again", () => {
    const name = fc.string({ unit: "grapheme", maxLength: 12 });
    const part = name.filter((text) => text !== "");
    const query = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), part, { maxKeys: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...views), name, query, (view, item, words) => {
        expect(parseRoute(linkTo(view, item, words))).toEqual({ view, item, query: words });
      }),
    );
  });
});
