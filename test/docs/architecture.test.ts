import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { root, textOf } from "../project-files.ts";

interface Drawn {
  path: string;
  depth: number;
}

const named = /(packages|apps)\/[\w./-]+\.tsx?/;
const drawing = /```\n([\s\S]*?)```/.exec(textOf("docs/architecture.md"))?.[1] ?? "";
const drawn = linesOf(drawing);

function linesOf(text: string): Drawn[] {
  return text.split("\n").flatMap((line) => {
    const found = named.exec(line);
    return found ? [{ path: found[0], depth: found.index }] : [];
  });
}

/** Each file with the one it hangs under. */
function links(files: readonly Drawn[]): [string, string][] {
  return files.flatMap((file, at): [string, string][] => {
    const above = files.slice(0, at).findLast(({ depth }) => depth < file.depth);
    return above ? [[above.path, file.path]] : [];
  });
}

/** Files that this one imports, by their own path or through the front door of a package. */
function importedBy(path: string): string[] {
  const text = textOf(path);
  const statement = /(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}\s+from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;
  return [...text.matchAll(statement)].flatMap(([, names = "", from, later]) => {
    const specifier = from ?? later ?? "";
    if (specifier.startsWith(".")) return [posix.join(posix.dirname(path), specifier)];
    const room = /^@intentgate\/([\w-]+)$/.exec(specifier)?.[1];
    return room === undefined ? [] : behindDoor(`packages/${room}/src`, names);
  });
}

function behindDoor(folder: string, names: string): string[] {
  const wanted = new Set(names.split(",").map((name) => name.trim().replace(/^type\s+/, "")));
  const passed = textOf(`${folder}/index.ts`).matchAll(/export (?:type )?\{([^}]*)\} from "\.\/([^"]+)"/g);
  return [...passed].flatMap(([, shown = "", file = ""]) => {
    const some = shown.split(",").some((name) => wanted.has(name.trim().replace(/^type\s+/, "")));
    return some ? [`${folder}/${file}`] : [];
  });
}

describe("the drawing of one tool call", () => {
  it("begins at the host's payload, passes the ledger and ends at why", () => {
    const at = (path: string) => drawn.findIndex((file) => file.path === path);
    expect(at("apps/cli/src/hook/run-hook.ts")).toBe(0);
    expect(at("packages/gate/src/calls/record.ts")).toBeGreaterThan(at("packages/gate/src/calls/decide.ts"));
    expect(at("apps/cli/src/verbs/why.ts")).toBeGreaterThan(at("packages/sidecar/src/store/ledger-store.ts"));
    expect(drawn.length).toBeGreaterThan(30);
  });

  it.each(drawn.map(({ path }) => path))("names %s, which exists", (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });

  it.each(links(drawn))("%s imports %s", (above, below) => {
    expect(importedBy(above)).toContain(below);
  });

  it("fits on a screen", () => {
    expect(textOf("docs/architecture.md").split("\n").length).toBeLessThan(70);
  });
});

describe("what the drawing is held to", () => {
  it("finds a file that hangs under one that does not import it", () => {
    const wrong = linesOf(
      "packages/engine/src/engine.ts\n  packages/gate/src/calls/record.ts\npackages/engine/src/call.ts",
    );
    expect(links(wrong)).toEqual([["packages/engine/src/engine.ts", "packages/gate/src/calls/record.ts"]]);
    expect(importedBy("packages/engine/src/engine.ts")).not.toContain("packages/gate/src/calls/record.ts");
  });

  it("sees through the front door of a package only what is asked for by name", () => {
    const found = importedBy("packages/gate/src/calls/decide.ts");
    expect(found).toContain("packages/engine/src/engine.ts");
    expect(found).not.toContain("packages/engine/src/refusal.ts");
  });
});
