import { describe, expect, it } from "vitest";
import { addressOf, keyIn } from "./client.ts";

describe("an address of the server", () => {
  it.each([
    ["/api/now", {}, {}, "/api/now"],
    ["/api/intents/:id", { id: "INT-001" }, {}, "/api/intents/INT-001"],
    ["/api/intents/:id/scope", { id: "a/../b?c#d" }, {}, "/api/intents/a%2F..%2Fb%3Fc%23d/scope"],
    ["/api/code", {}, { folder: "a b&c=d" }, "/api/code?folder=a+b%26c%3Dd"],
    ["/api/code", {}, { folder: "" }, "/api/code"],
    ["/api/trace", {}, { intent: undefined, from: 0 }, "/api/trace?from=0"],
    ["/api/intents/:id", {}, {}, "/api/intents/"],
  ])("%s with %j and %j is %s", (path, ids, query, expected) => {
    expect(addressOf(path, ids, query)).toBe(expected);
  });
});

describe("the key in the address", () => {
  const key = "a".repeat(32);
  it("is found", () => expect(keyIn(`#key=${key}`)).toBe(key));
  it.each([["", "#/now", "#key=", "#key=short", `#/now?key=${key}`, `#key=${key}&x=1`, `#key=<b>${key}`]].flat())(
    "is not looked for in %j",
    (hash) => expect(keyIn(hash)).toBeNull(),
  );
});
