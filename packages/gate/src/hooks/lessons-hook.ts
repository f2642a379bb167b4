/** Turns scope violations and failed changes into lessons that later sessions are told. */
import { changedPaths, type PostHookFn, type TouchedPath } from "@intentgate/engine";
import type { LessonsFile } from "@intentgate/sidecar";
import { type CallScopeParts, callScope } from "../observe/call-scope.ts";

export interface LessonsHookParts extends CallScopeParts {
  lessons: Pick<LessonsFile, "add">;
}

export function lessonsHook({ lessons, ...parts }: LessonsHookParts): PostHookFn {
  return async (context) => {
    const { outcome, intentId } = context;
    if (!context.isMutatingTool || intentId === null) return;
    const changed = changedPaths(context.effects);
    const paths = named(changed);
    if (paths === "") return; // an input that names no file teaches nothing about the scope
    if (outcome.kind === "denied" && outcome.code === "SCOPE_VIOLATION") {
      const scope = callScope(context, parts);
      const isInside = ({ absolute }: TouchedPath) =>
        parts.roots.some(
          ({ root }) => absolute.startsWith(`${root}/`) && scope.covers(root, absolute.slice(root.length + 1)),
        );
      const outside = named(changed.filter((path) => !isInside(path))) || paths;
      const text = `Scope violation under ${intentId}: ${context.normalizedToolName} tried to change ${outside} outside its scope.`;
      await lessons.add(text, intentId, "scope_violation");
    }
    if (outcome.kind === "failed") {
      const text = `${context.normalizedToolName} on ${paths} failed: ${outcome.error.split("\n", 1)[0]}`;
      await lessons.add(text, intentId, "failed_mutation");
    }
  };
}

function named(paths: readonly TouchedPath[]): string {
  return [...new Set(paths.map(({ path }) => path))].slice(0, 3).join(", ");
}
