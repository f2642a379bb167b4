/** What is known of an intent before it stands in the file; everything left out is empty. */

import { type Problem, problem, shown } from "@intentgate/documents";
import { globProblem } from "../paths/scope.ts";
import { type Intent, intentIdPattern } from "./intent.ts";

export type IntentDraft = Pick<Intent, "id" | "name"> &
  Partial<Omit<Intent, "id" | "name" | "archived" | "narrowed_to" | "recent_history">>;

export function draftProblems(draft: IntentDraft): Problem[] {
  const problems = globProblems(draft.owned_scope ?? []);
  if (!intentIdPattern.test(draft.id)) {
    const remedy = "An id starts with a letter or digit and has letters, digits, `.`, `_` and `-`, at most 128.";
    problems.unshift(problem("BAD_INPUT", `${shown(draft.id)} is not an id`, remedy));
  }
  if (draft.name.trim() === "")
    problems.push(problem("BAD_INPUT", "the name is empty", "Say in a few words what shall be done."));
  return problems;
}

export function globProblems(globs: readonly string[]): Problem[] {
  return globs.flatMap((glob) => {
    const bad = globProblem(glob);
    return bad ? [problem("BAD_INPUT", `the glob ${shown(glob)} ${bad}`, "Correct the glob, e.g. `src/auth/**`.")] : [];
  });
}
