/** `request_scope_expansion`: what a call asks to be added to its intent's scope. */
import { jsonObject } from "@intentgate/documents";
import { globListProblem } from "../paths/glob-list.ts";
import type { DescribedCall } from "./described-call.ts";
import { field, isPayload } from "./payload.ts";

const MAX_REASON = 2000;

/** Object or JSON text; null where nothing is asked. */
export function readExpansion(given: unknown): DescribedCall["expansion"] {
  if (given === undefined || given === null) return null;
  const value = typeof given === "string" ? jsonObject(given) : given;
  if (!isPayload(value)) return { problem: "request_scope_expansion is not an object" };
  const globs = field(value, "additional_globs");
  const reason = field(value, "reason");
  const bad = globListProblem(globs);
  if (bad) return { problem: `additional_globs ${bad}` };
  const wanted = globs as string[];
  if (wanted.length === 0) return { problem: "additional_globs is empty" };
  const narrows = wanted.find((glob) => glob.startsWith("!"));
  if (narrows) return { problem: `additional_globs: ${JSON.stringify(narrows)} only narrows, which is no expansion` };
  if (typeof reason !== "string" || reason.trim() === "") return { problem: "reason is missing" };
  if (reason.length > MAX_REASON) return { problem: `reason is longer than ${MAX_REASON} characters` };
  return { additional_globs: [...wanted], reason };
}
