/** `request_scope_expansion`: what a call asks to be added to its intent's scope. */
import { globProblem } from "../paths/scope.ts";
import type { DescribedCall } from "./described-call.ts";
import { field, isPayload } from "./payload.ts";

const MAX_GLOBS = 64;
const MAX_REASON = 2000;

/** Object or JSON text; null where nothing is asked. */
export function readExpansion(given: unknown): DescribedCall["expansion"] {
  if (given === undefined || given === null) return null;
  const value = typeof given === "string" ? parsed(given) : given;
  if (!isPayload(value)) return { problem: "request_scope_expansion is not an object" };
  const globs = field(value, "additional_globs");
  const reason = field(value, "reason");
  if (!Array.isArray(globs) || !globs.every((glob) => typeof glob === "string")) {
    return { problem: "additional_globs is not a list of texts" };
  }
  if (globs.length === 0) return { problem: "additional_globs is empty" };
  if (globs.length > MAX_GLOBS) return { problem: `additional_globs has more than ${MAX_GLOBS} entries` };
  for (const glob of globs) {
    const bad = glob.startsWith("!") ? "only narrows, which is no expansion" : globProblem(glob);
    if (bad) return { problem: `additional_globs: ${JSON.stringify(glob.slice(0, 100))} ${bad}` };
  }
  if (typeof reason !== "string" || reason.trim() === "") return { problem: "reason is missing" };
  if (reason.length > MAX_REASON) return { problem: `reason is longer than ${MAX_REASON} characters` };
  return { additional_globs: [...globs], reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
