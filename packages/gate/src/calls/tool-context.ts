/** What the native tools may touch: only what the gate decided on, and only while it still is what was decided. */
import { createHash } from "node:crypto";
import { changedPaths, type Effects } from "@intentgate/engine";
import { canonicalPath, type FileFacts, parsePatch } from "@intentgate/policy";
import { defaultLimits, type GateTools, type StartOtherwise, type ToolContext } from "@intentgate/tools";

export interface ToolContextParts {
  cwd: string;
  facts: FileFacts;
  gate: GateTools;
  startCommand: StartOtherwise;
  signal?: AbortSignal;
}

/** For looking ahead: paths resolve, nothing is promised about them. */
export function previewContext(parts: ToolContextParts): ToolContext {
  const resolve = (path: string) => canonical(parts, path, true);
  return {
    cwd: parts.cwd,
    resolveRead: resolve,
    resolveWrite: resolve,
    expectBase: () => undefined,
    parsePatch,
    gate: parts.gate,
    startCommand: parts.startCommand,
    signal: parts.signal,
    limits: defaultLimits,
  };
}

export function decidedContext(
  parts: ToolContextParts,
  effects: Effects,
  baseHash: (absolute: string) => string | null | undefined,
): ToolContext {
  const decided = changedPaths(effects);
  return {
    ...previewContext(parts),
    resolveWrite(path) {
      const expected = decided.filter((one) => one.path === path).map((one) => one.absolute);
      const now = [canonical(parts, path, true), canonical(parts, path, false)].find((one) => expected.includes(one));
      if (now !== undefined) return now;
      throw new Error(`${path} is not where it was when the gate decided on it; nothing was written`);
    },
    expectBase(absolute, base) {
      const decidedOn = baseHash(absolute);
      const hash = base === null ? null : `sha256:${createHash("sha256").update(base).digest("hex")}`;
      if (decidedOn !== undefined && decidedOn !== hash) {
        throw new Error(`${absolute} changed between the decision and the write; read it again`);
      }
    },
  };
}

function canonical(parts: ToolContextParts, path: string, followLast: boolean): string {
  const found = canonicalPath(path, parts.cwd, parts.facts, { followLast });
  if (!found.ok) throw new Error(found.problem);
  return found.absolute;
}
