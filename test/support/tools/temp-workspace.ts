/** A real temp folder with a context that resolves paths as a gate would: canonical, and only inside the folder. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errnoOf } from "../../../packages/tools/src/contract/failure.ts";
import {
  defaultLimits,
  type GateTools,
  type ParsedPatch,
  type PatchOperation,
  type ToolContext,
  type ToolResult,
} from "../../../packages/tools/src/contract/tool.ts";
import { createNativeTools } from "../../../packages/tools/src/native/native-tools.ts";
import { tempFolder } from "../temp-folder.ts";

export interface TempWorkspace {
  root: string;
  context: ToolContext;
  run(name: string, input: unknown, context?: Partial<ToolContext>): Promise<ToolResult>;
  bytes(path: string): Buffer;
  text(path: string): string;
  /** Every path below the root, temp files included. */
  all(): string[];
}

export function tempWorkspace(files: Record<string, string | Uint8Array> = {}): TempWorkspace {
  const root = tempFolder("tools");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const locate = (path: string) => {
    const canonical = canonicalPath(resolve(root, path));
    if (canonical !== root && !canonical.startsWith(`${root}/`)) throw new Error(`${path} lies outside the root`);
    return canonical;
  };
  const context: ToolContext = {
    cwd: root,
    resolveRead: locate,
    resolveWrite: locate,
    expectBase: () => undefined,
    parsePatch: (text) => JSON.parse(text) as ParsedPatch,
    gate: echoingGate(),
    startCommand: async () => null,
    limits: defaultLimits,
  };
  const tools = createNativeTools();
  return {
    root,
    context,
    run: (name, input, changed = {}) => tools.run(name, input, { ...context, ...changed }),
    bytes: (path) => readFileSync(join(root, path)),
    text: (path) => readFileSync(join(root, path), "utf8"),
    all: () => readdirSync(root, { recursive: true }).map(String).sort(),
  };
}

/** The tools get patches already parsed; here they are parsed from JSON. */
export function patch(...operations: PatchOperation[]): { patch: string } {
  return { patch: JSON.stringify({ ok: true, operations }) };
}

/** One update section from lines that begin with their sign. */
export function update(
  path: string,
  ...hunks: (string[] | { at: string[]; lines: string[]; end?: boolean })[]
): PatchOperation {
  return {
    kind: "update",
    path,
    moveTo: null,
    hunks: hunks.map((hunk) => {
      const { at, lines, end } = Array.isArray(hunk) ? { at: [], lines: hunk, end: false } : hunk;
      return {
        anchors: at,
        lines: lines.map((line) => ({ sign: line[0] as " " | "+" | "-", text: line.slice(1) })),
        atEndOfFile: end ?? false,
      };
    }),
  };
}

function canonicalPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  if (isLink(path)) return path;
  return dirname(path) === path ? path : join(canonicalPath(dirname(path)), basename(path));
}

/** `existsSync` follows links, so a dangling one looks absent to it. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function echoingGate(): GateTools {
  return {
    selectActiveIntent: async (input) => ({ asked: "select", ...input }),
    listIntents: async () => ["INT-001"],
    proposeIntent: async (input) => ({ asked: "propose", ...input }),
    requestScopeExpansion: async (input) => ({ asked: "expand", ...input }),
    recordLesson: async (input) => ({ asked: "lesson", ...input }),
    attemptCompletion: async (input) => ({ asked: "completion", ...input }),
  };
}
