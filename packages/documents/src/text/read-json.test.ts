import { describe, expect, it } from "vitest";
import { jsonFields, jsonObject, readJson } from "./read-json.ts";

describe("JSON that others wrote", () => {
  it("is a value", () => {
    expect([readJson("null"), readJson(' [1, "a"] ')]).toEqual([
      { ok: true, value: null },
      { ok: true, value: [1, "a"] },
    ]);
  });

  it.each(["", "{", "{'a':1}", "{} {}", "undefined", "\ufeff{}"])("%j is none, and says why", (text) => {
    expect(readJson(text)).toEqual({ ok: false, why: expect.stringMatching(/./) });
  });

  it("is taken for an object only where it is one", () => {
    const texts = ['{"a":1}', "[1]", "null", '"a"', "5", "{"];
    expect(texts.map(jsonObject)).toEqual([{ a: 1 }, null, null, null, null, null]);
    expect(texts.map(jsonFields)).toEqual([{ a: 1 }, {}, {}, {}, {}, {}]);
  });

  it("however deep it is", () => {
    expect(readJson("[".repeat(200_000) + "]".repeat(200_000)).ok).toBe(true);
  });
});
