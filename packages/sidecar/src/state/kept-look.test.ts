import { type BytesSource, NOWHERE } from "@intentgate/world";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLook, parseLook, type RootLook } from "./kept-look.ts";

const path = fc
  .string({ minLength: 1, maxLength: 20, unit: "binary" })
  .filter((text) => !/[\0\ud800-\udfff]|^\//.test(text));
const stamp = fc.record({
  ino: fc.nat(),
  size: fc.nat(),
  mtimeMs: fc.double({ min: 0, max: 4e12, noNaN: true }),
  ctimeMs: fc.double({ min: 0, max: 4e12, noNaN: true }),
  mode: fc.nat(0o177777),
});
const source: fc.Arbitrary<BytesSource> = fc.oneof(
  fc.record({ in: fc.constant("cache" as const), hash: fc.constant("sha256:00ff") }),
  fc.record({ in: fc.constant("git" as const), blob: fc.constant("abc123"), sure: fc.boolean() }),
  fc.record({ in: fc.constant("link" as const), target: path }),
  fc.constant(NOWHERE),
  fc.constant({ in: "nowhere" as const, hash: "sha256:11" }),
);
const files = fc.dictionary(path, fc.tuple(stamp, source, fc.boolean()), { maxKeys: 8 });

function lookOf(
  all: Record<
    string,
    [RootLook["tree"]["files"] extends ReadonlyMap<string, infer S> ? S : never, BytesSource, boolean]
  >,
): RootLook {
  return {
    tree: { files: new Map(Object.entries(all).map(([name, [one]]) => [name, one])), whole: true, closed: ["shut"] },
    skipped: new Set(["dist"]),
    entered: new Set(["new\nfolder"]),
    rules: ".gitignore 1 2",
    young: ["a"],
    isTracked: (name) => all[name]?.[2] ?? false,
    sourceOf: (name) => all[name]?.[1] ?? NOWHERE,
  };
}

describe("a look that is kept as text", () => {
  it("keeps names that are not UTF-8 through a file", () => {
    const one = { ino: 1, size: 1, mtimeMs: 1, ctimeMs: 1, mode: 0o100644 };
    const names = ["src/a\udcff", "\udce9/b", "a\ufffd"];
    const look = lookOf(Object.fromEntries(names.map((name) => [name, [one, NOWHERE, false]])));
    const kept = Buffer.from(formatLook(look)).toString("utf8");
    expect([...(parseLook(kept)?.tree.files.keys() ?? [])]).toEqual(names);
  });

  it("says the same when it is read back", () => {
    fc.assert(
      fc.property(files, (all) => {
        const look = lookOf(all);
        const back = parseLook(formatLook(look));
        expect(back).toMatchObject({ tree: look.tree, rules: look.rules, young: look.young });
        expect(back?.skipped).toEqual(look.skipped);
        expect(back?.entered).toEqual(look.entered);
        for (const name of Object.keys(all)) {
          expect(back?.sourceOf(name)).toEqual(look.sourceOf(name));
          expect(back?.isTracked(name)).toBe(look.isTracked(name));
        }
      }),
    );
  });

  it.each([
    ["nothing", ""],
    ["something else", "hello"],
    ["another version", '{"version":2}'],
    ["half an entry", '{"version":1}\0a.ts\x001 2 3 4 5'],
    ["no stamp", '{"version":1}\0a.ts\0one two\0tn'],
  ])("is none where it is %s", (_what, text) => {
    expect(parseLook(text)).toBeNull();
  });
});
