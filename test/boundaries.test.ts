import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { folderCycles, importCycles, readSources } from "../scripts/source-graph.mjs";
import { folderOrder } from "./folder-order.ts";
import { importsOf, isTest, projectFiles, textOf } from "./project-files.ts";

/**
 * The order of the rooms: who stands further up is imported by who stands further down, never the other way. Rooms of
 * one line do not know each other.
 */
const order: readonly (readonly string[])[] = [
  ["packages/engine", "packages/documents", "packages/json-rpc"],
  // What a call does to files is judged by what its command line does.
  ["packages/shell", "packages/scripted-model"],
  ["packages/policy", "packages/trace", "packages/hosts", "packages/tools"],
  ["packages/world"],
  ["packages/box"],
  ["packages/sidecar"],
  ["packages/blame", "packages/routing"],
  // Handlers may ask for suggestions.
  ["packages/event-hooks"],
  ["packages/gate"],
  // Run by the command line, and the one app that is a library too: the page and the editor run tasks with it.
  ["apps/agent"],
];
const ranks = new Map(order.flatMap((rooms, rank) => rooms.map((room): [string, number] => [room, rank])));

/** These compute and touch nothing: files, processes and the network come in as ports, time and ids as arguments. */
const pure = [
  ...["engine", "documents", "shell", "policy", "trace", "hosts"].map((name) => `packages/${name}`),
  "packages/blame/src/attribution",
  "packages/box/src/plan",
  "packages/box/src/verdict",
  "packages/event-hooks/src/declared",
  ...["abilities", "json-schema", "knowledge", "matching", "reading", "suggestions", "tasks"].map(
    (name) => `packages/routing/src/${name}`,
  ),
];
const isPure = (path: string) => pure.some((place) => path.startsWith(`${place}/`));
const world =
  /^node:(fs|child_process|net|http|https|http2|tls|dgram|dns|worker_threads|cluster|os|process|timers|repl|vm)(\/|$)/;

interface Source {
  path: string;
  text: string;
  /** `packages/engine`, `apps/cli` … */
  home: string;
}

const sources: Source[] = projectFiles()
  .filter((path) => /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path))
  .map((path) => ({ path, text: textOf(path), home: path.split("/").slice(0, 2).join("/") }));
const homes = [...new Set(sources.map((source) => source.home))];

/** What only tests stand on. A folder of it is named after the room that it looks into. */
const support: Omit<Source, "home">[] = projectFiles()
  .filter((path) => /^test\/support\/.*\.(ts|mjs)$/.test(path))
  .map((path) => ({ path, text: textOf(path) }));

/** Why a file may not import what it imports; null where it may. */
function objection({ path, home }: Omit<Source, "text">, specifier: string): string | null {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    if (target.startsWith("test/support/"))
      return isTest(path) ? null : "the program does not need what its tests need";
    if (!target.startsWith(`${home}/`)) return "reaches into another package's folder";
    return isTest(target) && !isTest(path) ? "the program does not need its tests" : null;
  }
  if (specifier.startsWith("node:")) {
    if (isTest(path)) return null;
    if (home === "packages/engine") return "the engine knows no node";
    return isPure(path) && world.test(specifier) ? "this room is pure" : null;
  }
  // The editor brings it along; only its types can be installed.
  if (specifier === "vscode") return home === "apps/vscode" ? null : "only the extension knows the editor";
  const [scope = "", name, ...deeper] = specifier.split("/");
  if (scope === "intentgate") return "nobody imports an app";
  if (scope !== "@intentgate") {
    const named = scope.startsWith("@") ? `${scope}/${name}` : scope;
    return declaredBy(home, isTest(path)).has(named) ? null : `${named} is no declared dependency`;
  }
  if (deeper.length > 0) return "only the front door of a package is open";
  const own = ranks.get(home) ?? order.length;
  const other = ranks.get(`packages/${name}`) ?? ranks.get(`apps/${name}`);
  if (other === undefined) return "there is no such package";
  // A test may look from above: what it shows of a room can need the whole house.
  return other < own || isTest(path) ? null : "imports point the other way";
}

/** Why test support may not import something: into the room of its name it may look, into others through their front doors. */
function objectionToSupport(path: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return /^@intentgate\/[^/]+\//.test(specifier) ? "only the front door is open" : null;
  const target = posix.join(posix.dirname(path), specifier);
  if (isTest(target)) return "nothing stands on a test";
  const [, , room, ...inside] = path.split("/");
  const open = ["test/support/", ...(inside.length > 0 ? [`packages/${room}/src/`, `apps/${room}/src/`] : [])];
  return open.some((place) => target.startsWith(place)) ? null : "looks into another room than its own";
}

/** Sources that no part of the program reaches, from the front doors and from what is started. */
function unreached(): string[] {
  const known = new Map(sources.map((source) => [source.path, source]));
  const { workspaces } = JSON.parse(textOf("knip.json")) as { workspaces: Record<string, { entry?: string[] }> };
  const started = homes.flatMap((home) => (workspaces[home]?.entry ?? []).map((entry) => `${home}/${entry}`));
  const open = [...homes.map((home) => `${home}/src/index.ts`), ...started];
  const reached = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const source = known.get(path);
    if (!source || reached.has(path)) continue;
    reached.add(path);
    const folder = posix.dirname(path);
    open.push(...importsOf(source.text).map((specifier) => posix.join(folder, specifier)));
  }
  return [...known.keys()].filter((path) => !reached.has(path) && !isTest(path) && !path.endsWith(".d.ts"));
}

function declaredBy(home: string, forTests: boolean): Set<string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(`${home}/package.json`));
  const ofRoot = forTests ? JSON.parse(textOf("package.json")).devDependencies : {};
  // An app is bundled: what it needs to be built is a devDependency of it.
  const own = home.startsWith("apps/") || forTests ? { ...dependencies, ...devDependencies } : dependencies;
  return new Set(Object.keys({ ...own, ...ofRoot }));
}

describe("imports point one way", () => {
  it("has sources of every known package to look at", () => {
    expect(homes).toEqual(expect.arrayContaining(["packages/engine", "packages/policy", "packages/trace"]));
    expect(sources.length).toBeGreaterThan(30);
  });

  it("gives every package a place in the order", () => {
    const unknown = homes.filter((home) => home.startsWith("packages/") && !ranks.has(home));
    expect(unknown).toEqual([]);
  });

  it.each(homes)("in %s", (home) => {
    const objections = sources
      .filter((source) => source.home === home)
      .flatMap((source) =>
        importsOf(source.text).flatMap((specifier) => {
          const why = objection(source, specifier);
          return why ? [`${source.path}: "${specifier}": ${why}`] : [];
        }),
      );
    expect(objections).toEqual([]);
  });

  it("leaves the engine without any dependency", () => {
    expect(Object.keys(JSON.parse(textOf("packages/engine/package.json")))).not.toContain("dependencies");
  });

  it("holds nothing among the sources that only tests need", () => {
    expect(unreached()).toEqual([]);
  });

  it("lets test support look into the room of its name only", () => {
    const objections = support.flatMap(({ path, text }) =>
      importsOf(text).flatMap((specifier) => {
        const why = objectionToSupport(path, specifier);
        return why ? [`${path}: "${specifier}": ${why}`] : [];
      }),
    );
    expect(support.length).toBeGreaterThan(30);
    expect(objections).toEqual([]);
  });

  it("lets nobody else outside import an app's sources", () => {
    const outside = projectFiles().filter((path) => /^(test|bench|scripts)\/(?!support\/).*\.(ts|mjs)$/.test(path));
    const reaching = outside.filter((path) => importsOf(textOf(path)).some((specifier) => /apps\//.test(specifier)));
    expect(reaching).toEqual([]);
  });
});

describe("imports inside a package or an app point one way too", () => {
  const all = readSources();
  const inside = (home: string) => all.filter(({ path }) => path.startsWith(`${home}/`));

  it.each(homes)("no folder of %s is above and below another", (home) => {
    expect(inside(home).length).toBeGreaterThan(0);
    expect(folderCycles(inside(home))).toEqual([]);
  });

  it.each(homes)("no file of %s imports one that leads back to it, types included", (home) => {
    expect(importCycles(inside(home))).toEqual([]);
  });

  it("sees a folder that imports what imports it", () => {
    const files = [
      { path: "apps/a/src/main.ts", imports: ["apps/a/src/parts/one.ts"] },
      { path: "apps/a/src/parts/one.ts", imports: ["apps/a/src/words.ts"] },
      { path: "apps/a/src/words.ts", imports: [] },
    ];
    expect(folderCycles(files)).toEqual([["apps/a/src", "apps/a/src/parts"]]);
    expect(importCycles(files)).toEqual([]);
  });
});

describe("folders of a package or an app that has more than five", () => {
  const all = readSources();
  /** Null for what lies in another home; "" beside the folders. */
  const folderOf = (home: string, path: string) =>
    path.startsWith(`${home}/src/`) ? (path.slice(`${home}/src/`.length).split("/").slice(0, -1)[0] ?? "") : null;
  const foldersIn = (home: string) => [...new Set(all.flatMap(({ path }) => folderOf(home, path) || []))].toSorted();
  const large = homes.filter((home) => foldersIn(home).length > 5);

  function objections(
    home: string,
    lines: readonly string[],
    files: readonly { path: string; imports: readonly string[] }[],
  ) {
    const rank = (folder: string) =>
      folder === "" ? lines.length : lines.findIndex((line) => line.split(" ").includes(folder));
    return files.flatMap(({ path, imports }) => {
      const own = folderOf(home, path);
      return imports.flatMap((other) => {
        const theirs = folderOf(home, other);
        const isFree = own === null || theirs === null || own === theirs || rank(theirs) < rank(own);
        return isFree ? [] : [`${path} imports ${other}`];
      });
    });
  }

  it("each have an order, and nothing else has one", () => {
    expect(Object.keys(folderOrder).toSorted()).toEqual(large.toSorted());
  });

  it.each(large)("each have their line, in %s", (home) => {
    expect((folderOrder[home] ?? []).flatMap((line) => line.split(" ")).toSorted()).toEqual(foldersIn(home));
  });

  it.each(large)("import only from lines above their own, in %s", (home) => {
    expect(objections(home, folderOrder[home] ?? [], all)).toEqual([]);
  });

  it.each([
    ["the line below", "apps/a/src/one/x.ts", "apps/a/src/two/y.ts"],
    ["its own line", "apps/a/src/one/x.ts", "apps/a/src/uno/y.ts"],
    ["what lies beside the folders", "apps/a/src/two/x.ts", "apps/a/src/main.ts"],
    ["a folder without a line from a folder without one", "apps/a/src/new/x.ts", "apps/a/src/newer/y.ts"],
  ])("may not import from %s", (_what, path, other) => {
    expect(objections("apps/a", ["one uno", "two"], [{ path, imports: [other] }])).toHaveLength(1);
  });

  it.each([
    ["the line above", "apps/a/src/two/x.ts", "apps/a/src/one/y.ts"],
    ["themselves, however deep", "apps/a/src/two/deep/x.ts", "apps/a/src/two/y.ts"],
    ["other packages", "apps/a/src/one/x.ts", "packages/b/src/index.ts"],
  ])("may import from %s", (_what, path, other) => {
    expect(objections("apps/a", ["one uno", "two"], [{ path, imports: [other] }])).toEqual([]);
  });
});

describe("packages that compute and touch nothing", () => {
  const reads =
    /\b(process\.(?:env|cwd|argv|platform|exit|stdout|stderr|stdin|pid)|Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|randomUUID\(|setTimeout\(|setInterval\(|fetch\()/;

  it.each(pure)("take time, ids and the environment as arguments in %s", (place) => {
    const inside = sources.filter((source) => source.path.startsWith(`${place}/`) && !isTest(source.path));
    const reaching = inside.flatMap((source) => {
      const found = reads.exec(withoutComments(source.text));
      return found ? [`${source.path}: ${found[0]}`] : [];
    });
    expect(inside.length).toBeGreaterThan(0);
    expect(reaching).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
}

describe("the rule about imports itself", () => {
  const at = (path: string) => ({ path, home: path.split("/").slice(0, 2).join("/") });

  it.each([
    ["packages/engine/src/a.ts", "@intentgate/policy"],
    ["packages/engine/src/a.ts", "node:crypto"],
    ["packages/engine/src/a.ts", "yaml"],
    ["packages/engine/src/a.ts", "../../policy/src/problem.ts"],
    ["packages/engine/src/engine.ts", "./engine.test.ts"],
    ["packages/engine/src/engine.ts", "../../../test/support/engine/engine-bench.ts"],
    ["packages/sidecar/src/store/store.ts", "../../../../test/support/sidecar/contract-samples.ts"],
    ["packages/sidecar/src/store/store.ts", "vitest"],
    ["packages/engine/src/a.test.ts", "../../../test/project-files.ts"],
    ["packages/blame/src/a.test.ts", "../../sidecar/src/store/store.ts"],
    ["packages/policy/src/a.ts", "@intentgate/trace"],
    ["packages/policy/src/a.ts", "@intentgate/policy"],
    ["packages/policy/src/a.ts", "@intentgate/gate"],
    ["packages/policy/src/a.ts", "@intentgate/engine/src/engine.ts"],
    ["packages/policy/src/a.ts", "@intentgate/unheard-of"],
    ["packages/sidecar/src/store/store.ts", "@intentgate/gate"],
    ["packages/blame/src/attribution/chains.ts", "node:fs"],
    ["packages/routing/src/run/a.ts", "@intentgate/event-hooks"],
    ["packages/world/src/files/a.ts", "@intentgate/sidecar"],
    ["packages/policy/src/a.ts", "node:fs"],
    ["packages/policy/src/a.ts", "node:fs/promises"],
    ["packages/policy/src/a.ts", "fs"],
    ["packages/trace/src/a.ts", "node:child_process"],
    ["packages/trace/src/a.ts", "yaml"],
    ["packages/trace/src/deep/a.ts", "../../package.json.ts/../../tools/src/x.ts"],
    ["packages/gate/src/a.ts", "intentgate"],
    ["packages/gate/src/a.ts", "hookable"],
    ["packages/gate/src/a.ts", "../../../apps/cli/src/main.ts"],
    ["apps/cli/src/main.ts", "@intentgate/engine/src/engine.ts"],
    ["apps/cli/src/main.ts", "vscode"],
  ])("objects to %s importing %s", (path, specifier) => {
    expect(objection(at(path), specifier)).not.toBeNull();
  });

  it.each([
    ["packages/engine/src/a.test.ts", "vitest"],
    ["packages/engine/src/a.test.ts", "../../../test/support/engine/engine-bench.ts"],
    ["packages/blame/src/a.test.ts", "../../../test/support/sidecar/contract-samples.ts"],
    ["packages/policy/src/a.ts", "@intentgate/engine"],
    ["packages/policy/src/a.ts", "@intentgate/shell"],
    ["packages/policy/src/a.ts", "node:path"],
    ["packages/policy/src/deep/a.ts", "../problem.ts"],
    ["packages/policy/src/a.test.ts", "node:fs"],
    ["packages/world/src/files/a.ts", "node:fs"],
    ["packages/gate/src/a.ts", "@intentgate/trace"],
    ["apps/cli/src/main.ts", "@intentgate/gate"],
  ])("has nothing against %s importing %s", (path, specifier) => {
    expect(objection(at(path), specifier)).toBeNull();
  });

  it.each([
    ["test/support/sidecar/a.ts", "../../../packages/world/src/files/file-lock.ts"],
    ["test/support/sidecar/a.ts", "../../../packages/sidecar/src/store/file-store.test.ts"],
    ["test/support/sidecar/a.ts", "../../stories/scene.ts"],
    ["test/support/mcp/a.ts", "../../../apps/cli/src/main.ts"],
    ["test/support/a.ts", "../../packages/sidecar/src/store/store.ts"],
    ["test/support/a.ts", "@intentgate/sidecar/src/index.ts"],
  ])("objects to %s looking into %s", (path, specifier) => {
    expect(objectionToSupport(path, specifier)).not.toBeNull();
  });

  it.each([
    ["test/support/sidecar/a.ts", "../../../packages/sidecar/src/store/store.ts"],
    ["test/support/mcp/a.ts", "../../../apps/mcp/src/open-here.ts"],
    ["test/support/mcp/a.ts", "../patience.ts"],
    ["test/support/a.ts", "@intentgate/sidecar"],
  ])("has nothing against %s looking into %s", (path, specifier) => {
    expect(objectionToSupport(path, specifier)).toBeNull();
  });

  it("sees every way to import", () => {
    const text = `import a from "a"; import type { B } from "b"; import "c"; export { d } from "d"; export * from "e";
      const f = await import("f"); type G = import("g").G; const h = require("h");`;
    expect(importsOf(text).sort()).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  });
});
