/** Asks the gate for a path; its refusal becomes a failure like any other. */
import { messageOf } from "@intentgate/engine";
import { done, fail, type Outcome } from "../contract/failure.ts";
import { pathProblem } from "../contract/fields.ts";
import type { ToolContext } from "../contract/tool.ts";

export function resolveForRead(context: ToolContext, path: string): Outcome<string> {
  return resolve((it) => context.resolveRead(it), path);
}

export function resolveForWrite(context: ToolContext, path: string): Outcome<string> {
  if (path.endsWith("/") || path.endsWith("/."))
    return fail("IS_FOLDER", `"${path}" names a folder; name a file to write.`);
  return resolve((it) => context.resolveWrite(it), path);
}

function resolve(ask: (path: string) => string, path: string): Outcome<string> {
  const problem = pathProblem(path);
  if (problem) return fail("BAD_INPUT", `The path ${JSON.stringify(path.slice(0, 100))} ${problem}.`);
  try {
    return done(ask(path));
  } catch (error) {
    return fail("PATH_REFUSED", messageOf(error));
  }
}
