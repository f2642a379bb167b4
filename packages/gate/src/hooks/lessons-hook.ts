/** Turns scope violations and failed changes into lessons that later sessions are told. */
import { changedPaths, type PostHookFn } from "@intentgate/engine";
import type { LessonsFile } from "@intentgate/sidecar";

export function lessonsHook(lessons: LessonsFile): PostHookFn {
  return async (context) => {
    const { outcome, intentId } = context;
    if (!context.isMutatingTool || intentId === null) return;
    const paths = [...new Set(changedPaths(context.effects).map((path) => path.path))].slice(0, 3).join(", ");
    if (paths === "") return; // an input that names no file teaches nothing about the scope
    if (outcome.kind === "denied" && outcome.code === "SCOPE_VIOLATION") {
      const text = `Scope violation under ${intentId}: ${context.normalizedToolName} tried to change ${paths} outside its scope.`;
      await lessons.add(text, intentId, "scope_violation");
    }
    if (outcome.kind === "failed") {
      const text = `${context.normalizedToolName} on ${paths} failed: ${outcome.error}`;
      await lessons.add(text, intentId, "failed_mutation");
    }
  };
}
