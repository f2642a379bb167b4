import * as crypto from "node:crypto";
import * as path from "node:path";
import { expect, it } from "vitest";
import { lightModule } from "./light-module.ts";

it("gives a hash without loading node's own, and all the rest from there", () => {
  let loaded = 0;
  const light = lightModule("node:crypto", () => {
    loaded += 1;
    return crypto;
  }) as typeof crypto;
  const digest = light.createHash("sha256").update("text").digest("hex");
  expect([digest, loaded]).toEqual([crypto.createHash("sha256").update("text").digest("hex"), 0]);
  expect(light.timingSafeEqual(Buffer.from("a"), Buffer.from("a"))).toBe(true);
  expect(loaded).toBe(1);
});

it("gives the whole of node's paths", () => {
  const light = lightModule("node:path", () => path) as typeof path;
  expect(light.join("/a", "b")).toBe("/a/b");
  expect(light.resolve("/a", "..", "b")).toBe("/b");
  expect(light.relative("/a/b", "/a/c")).toBe("../c");
});

it.each(["node:fs", "node:os", "crypto", "node:path/posix", "", "toString"])("gives %j as it is", (name) => {
  const own = {};
  expect(lightModule(name, () => own)).toBe(own);
});

it("hands on what goes wrong in loading", () => {
  const fails = () => {
    throw new Error("no such module");
  };
  expect(() => lightModule("node:gone", fails)).toThrow("no such module");
  expect(() => lightModule("node:path", fails)).toThrow("no such module");
});
