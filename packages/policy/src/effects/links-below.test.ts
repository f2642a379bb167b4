import { expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import { linksBelow } from "./places.ts";
import { createResolver } from "./resolve-path.ts";

/** Names that end with `/` are folders, with `@` links. */
function resolver(tree: Record<string, readonly string[]>) {
  const nameOf = (entry: string) => entry.replace(/[/@]$/, "");
  const kinds = new Map<string, "folder" | "link" | "file">([["/", "folder"]]);
  for (const [folder, entries] of Object.entries(tree)) {
    kinds.set(folder, "folder");
    for (const entry of entries) {
      const path = `${folder === "/" ? "" : folder}/${nameOf(entry)}`;
      kinds.set(path, entry.endsWith("/") ? "folder" : entry.endsWith("@") ? "link" : "file");
    }
  }
  return createResolver(
    {
      kind: (path) => kinds.get(path) ?? "absent",
      linkTarget: () => "/elsewhere",
      names: (folder) => (tree[folder] ?? []).map(nameOf),
      mayEnter: () => true,
      ignoresCase: () => false,
    },
    "/w",
    isControlName,
  );
}

it.each<[string, Record<string, readonly string[]>, string[]]>([
  ["/w", { "/w": ["a", "b/"], "/w/b": ["c"] }, []],
  ["/w", { "/w": ["a@", "b/"], "/w/b": ["c@", "d"] }, ["/w/a", "/w/b/c"]],
  ["/w/b", { "/w": ["a@", "b/"], "/w/b": ["c@"] }, ["/w/b/c"]],
  ["/", { "/": ["a@", "w/"], "/w": ["b@"] }, ["/a", "/w/b"]],
  ["/gone", { "/w": ["a@"] }, []],
])("below %s in %j are %j", (top, tree, links) => {
  expect(linksBelow(top, resolver(tree))).toEqual(links);
});

it("are not looked for without an end", () => {
  const many = (count: number) => resolver({ "/w": Array.from({ length: count }, (_, at) => `f${at}`) });
  expect([linksBelow("/w", many(5_000)), linksBelow("/w", many(5_001))]).toEqual([[], null]);
});
