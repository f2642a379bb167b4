import * as engine from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { projectFiles, textOf } from "./project-files.ts";

describe("what packages show", () => {
  const doors = projectFiles().filter((path) => /^packages\/[^/]+\/src\/index\.ts$/.test(path));

  it("finds the front doors", () => {
    expect(doors).toContain("packages/engine/src/index.ts");
  });

  it.each(doors)("is named one by one in %s, which holds no code of its own", (door) => {
    const statements = textOf(door)
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
      .split(";")
      .map((statement) => statement.trim())
      .filter(Boolean);
    const others = statements.filter((statement) => !/^export (type )?\{[^}]*\} from "\.\/[^"]+\.ts"$/.test(statement));
    expect(others).toEqual([]);
  });

  it("is, for the engine, exactly this", () => {
    expect(Object.keys(engine).sort()).toEqual([
      "askThroughCall",
      "changedFolders",
      "changedPaths",
      "createHookEngine",
      "deny",
      "denyCodes",
      "messageOf",
      "readPaths",
    ]);
  });
});
