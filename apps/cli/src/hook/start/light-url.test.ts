import * as url from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lightUrl } from "./light-url.ts";

const light = lightUrl(url);

function outcome(call: () => string): string {
  try {
    return call();
  } catch (error) {
    return `throws ${(error as { code?: string }).code}`;
  }
}

it.each([
  "file:///usr/lib/node_modules/intentgate/dist/hook.cjs",
  "file:///a/.hidden/hook.cjs",
  "file:///a/./b",
  "file:///a/../b",
  "file:///a/..b",
  "file:///a/b..",
  "file:///a//b",
  "file:///a/b/",
  "file:///",
  "file://",
  "file://host/a",
  "file://localhost/a",
  "file:///a%20b",
  "file:///a%2Fb",
  "file:///a b",
  "file:///a?b",
  "file:///a#b",
  "file:///a\nb",
  "file:///a\n",
  "file:///é",
  "FILE:///a",
  "http:///a",
  "/a/b",
  "",
])("makes a path of %j as node does", (given) => {
  expect(outcome(() => light.fileURLToPath(given))).toBe(outcome(() => url.fileURLToPath(given)));
});

it("makes paths as node does of whatever stands in a URL, and of URLs that are objects", () => {
  const piece = fc.constantFrom("/", "//", ".", "..", "a", "b-c", "@d+e", "%2e", "%2F", " ", "\\", "?", "#", "\t", "é");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const given = `file:///${pieces.join("")}`;
      expect(outcome(() => light.fileURLToPath(given))).toBe(outcome(() => url.fileURLToPath(given)));
    }),
  );
  expect(light.fileURLToPath(new URL("file:///a/b%20c"))).toBe("/a/b c");
});

it("has all the rest of node's own", () => {
  expect(light.pathToFileURL("/a b").href).toBe("file:///a%20b");
  expect(Object.keys(light).sort()).toEqual(Object.keys(url).sort());
});
