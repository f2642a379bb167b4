import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as engine from "@intentgate/engine";
import { beforeAll, describe, expect, it } from "vitest";
import { projectFiles, root, textOf } from "./project-files.ts";

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
      "changedFolders",
      "changedPaths",
      "codeWords",
      "committedPaths",
      "createHookEngine",
      "deny",
      "denyCodes",
      "messageOf",
      "mostGlobsAsked",
      "readPaths",
    ]);
  });
});

describe("what the published package shows", () => {
  const dist = join(root, "apps/cli/dist");
  const values = [
    "ProblemError",
    "changedPaths",
    "createHookEngine",
    "deny",
    "denyCodes",
    "formatProblem",
    "openWorkspace",
    "readPaths",
  ];
  const types = [
    ...["ApprovalAnswer", "ApprovalQuestion", "ApprovalRequest", "AskApproval", "AskPerson", "CallAnswer"],
    ...[
      "CallFacts",
      "CallRequest",
      "DecideRequest",
      "DeclaredTool",
      "Deny",
      "DenyCode",
      "DryDecision",
      "Effect",
      "Effects",
    ],
    ...["EngineParts", "ExecuteOptions", "ExecuteResult", "FileChange", "HookContext", "HookDecision", "HookEngine"],
    ...["HookWarning", "Notice", "Outcome", "PersonsAnswer", "PhaseEntry", "PostHookContext", "PostHookFn"],
    ...["PreHookFn", "PreToolUseContext", "PreToolUseResult", "Problem", "ProblemCode", "Refusal", "Session"],
    ...["ShownCall", "ThroughRequest", "ToolCall", "ToolDefinition", "BeforeAndAfter", "Workspace", "WorkspaceOptions"],
  ];

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, "scripts/build.mjs")]);
  });

  it("is the library and its own description, and no other file", () => {
    expect(JSON.parse(textOf("apps/cli/package.json")).exports).toEqual({
      ".": { types: "./dist/library.d.ts", default: "./dist/library.mjs" },
      "./package.json": "./package.json",
    });
  });

  it("is, in the built library, exactly this", async () => {
    const library: object = await import(pathToFileURL(join(dist, "library.mjs")).href);
    expect(Object.keys(library).sort()).toEqual(values);
  });

  it("has a type for each of these values, and these types besides", () => {
    const text = readFileSync(join(dist, "library.d.ts"), "utf8");
    const named = /^export \{ (.*) \};$/m.exec(text)?.[1]?.split(", ") ?? [];
    expect(named.sort()).toEqual([...values, ...types].sort());
    expect(text).not.toMatch(/^import |import\(|[:<|] any\b|@intentgate\//m);
  });

  it("is, in an opened workspace, exactly this", async () => {
    const { openWorkspace } = await import(pathToFileURL(join(dist, "library.mjs")).href);
    const workspace = openWorkspace(root, { stateDir: join(dist, "no-such-state") });
    workspace.close();
    expect(Object.keys(workspace).sort()).toEqual([
      ...["beforeAndAfter", "callThrough", "callTool", "close", "decide", "engine", "intentContext", "onPhase"],
      ...["roots", "tools"],
    ]);
  });
});
