import { lstatSync, mkdirSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { canonicalPath, createScope, type FileFacts, placeOf } from "@intentgate/policy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../support/search-runs.ts";
import { tempFolder } from "../support/temp-folder.ts";

const home = tempFolder("paths");
let layouts = 0;

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && "errno" in error;
}

function lstatOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isFileSystemError(error)) return undefined; // below a file, or too long: nothing stands there
    throw error;
  }
}

const facts: FileFacts = {
  kind(path) {
    const stat = lstatOf(path);
    if (!stat) return "absent";
    if (stat.isSymbolicLink()) return "link";
    return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
  },
  linkTarget: (path) => readlinkSync(path),
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};

const name = fc.constantFrom("a", "b", "c", "src", "x.ts", ".hidden", "e\u0301", "(g)", "[id]");
const oddPart = fc.constantFrom("..", ".", "", "...", " ", "*", "a b");
const part = fc.oneof({ weight: 4, arbitrary: name }, { weight: 2, arbitrary: oddPart });
const parts = (maxLength: number) => fc.array(part, { minLength: 1, maxLength }).map((all) => all.join("/"));
const inRoot = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const places = fc.constantFrom("ROOT", "ROOT/src", "OUT", "OUT/secret.ts", "ROOT/../out", "ROOT/../..", ".");
const layout = fc.record({
  folders: fc.array(inRoot, { maxLength: 5 }),
  files: fc.array(inRoot, { maxLength: 4 }),
  links: fc.array(fc.tuple(inRoot, fc.oneof(parts(4), places)), { maxLength: 6 }),
});
const spelled = fc.oneof(
  parts(7),
  parts(5).map((all) => `ROOT/${all}`),
  parts(5).map((all) => `OUT/${all}`),
  fc.string({ maxLength: 20 }),
);
const fixedGlobs = ["**", "src/**", "**/*.ts", "a", "*", "{a,b}/**", "src", ".", "./**", "/", "..", "../**", "!src/**"];
const glob = fc.oneof(
  fc.constantFrom(...fixedGlobs, "/**", "~/**", "[a]/**", "(g)/**"),
  fc
    .array(fc.oneof(name, fc.constantFrom("**", "*", "..", "?")), { minLength: 1, maxLength: 4 })
    .map((all) => all.join("/")),
);

interface Layout {
  folders: string[];
  files: string[];
  links: [string, string][];
}

/**
 * Builds what can be built; what two entries make impossible together is left out. Nothing is made through a link:
 * the links of a layout may lead anywhere, and this test may run as a user who may write anywhere.
 */
function build({ folders, files, links }: Layout): { root: string; out: string } {
  const base = join(home, String(layouts++));
  const [root, out] = [join(base, "root"), join(base, "out")];
  for (const made of [root, out]) mkdirSync(made, { recursive: true });
  writeFileSync(join(out, "secret.ts"), "secret");
  const makeAt = (path: string, make: (absolute: string) => void) => {
    const absolute = join(root, path);
    try {
      if (realpathSync.native(dirname(absolute)) === dirname(absolute)) make(absolute);
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
    }
  };
  for (const folder of folders) {
    const names = folder.split("/");
    for (let depth = 1; depth <= names.length; depth++) makeAt(names.slice(0, depth).join("/"), (at) => mkdirSync(at));
  }
  for (const [path, to] of links) makeAt(path, (at) => symlinkSync(to.replace("ROOT", root).replace("OUT", out), at));
  for (const file of files) makeAt(file, (at) => writeFileSync(at, "x", { flag: "wx" }));
  return { root, out };
}

/** Where the kernel would put a file that is written under this name, found out without writing; null: nowhere. */
function kernelPlace(path: string, links = 0): string | null {
  if (links > 40 || path.includes("\0")) return null;
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
  }
  const last = basename(path);
  if (path.endsWith("/") || last === "." || last === "..") return null; // no name for a new file
  if (lstatOf(path)?.isSymbolicLink()) {
    const target = readlinkSync(path);
    return kernelPlace(target.startsWith("/") ? target : `${dirname(path)}/${target}`, links + 1);
  }
  try {
    return `${realpathSync.native(path.slice(0, path.lastIndexOf("/")) || "/")}/${last}`;
  } catch (error) {
    if (isFileSystemError(error)) return null; // a folder on the way is missing
    throw error;
  }
}

describe.skipIf(process.platform !== "linux")("for any tree of folders and links, any path and any globs", () => {
  it("what is granted lies inside the root, exactly where the kernel would put it", () => {
    let granted = 0;
    let compared = 0;
    const globs = fc.oneof(fc.array(glob, { maxLength: 3 }), fc.constant(["**"]));
    fc.assert(
      fc.property(layout, fc.array(spelled, { minLength: 1, maxLength: 6 }), globs, (tree, paths, owned) => {
        const { root, out } = build(tree);
        const scope = createScope(owned, { ignoreCase: false });
        for (const text of paths) {
          const path = text.replace("ROOT", root).replace("OUT", out);
          const canonical = canonicalPath(path, root, facts, { followLast: true });
          if (!canonical.ok) continue;
          const place = placeOf(canonical.absolute, { roots: [root], scratch: [], homes: [], ignoreCase: false });
          if (place.kind !== "inside" || !scope.covers(place.relative)) continue;
          granted++;
          expect(canonical.absolute.startsWith(`${root}/`)).toBe(true);
          const landed = kernelPlace(path.startsWith("/") ? path : `${root}/${path}`);
          if (landed === null) continue;
          compared++;
          expect(landed.normalize("NFC")).toBe(canonical.absolute);
        }
      }),
      { numRuns: searchRuns(500) },
    );
    expect(granted).toBeGreaterThan(searchRuns(100));
    expect(compared).toBeGreaterThan(searchRuns(50));
  });

  it("nothing is granted by globs that lead out, and nothing at all by none", () => {
    const useless = fc.constantFrom([], ["../**"], ["/**"], ["/etc/**"], ["~/**"], ["!**"], [""], ["..", "."]);
    fc.assert(
      fc.property(spelled, useless, (path, globs) => {
        expect(createScope([...globs], { ignoreCase: false }).covers(path)).toBe(false);
      }),
      { numRuns: searchRuns(500) },
    );
  });
});
