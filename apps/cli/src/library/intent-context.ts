/** What a model should know of intents before its turn. */
import { formatProblem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import { contextOf, type Workspace } from "@intentgate/gate";
import { intentDigest, isOpen, renderOpenIntents } from "@intentgate/policy";
import { lineageOf } from "@intentgate/sidecar";

export function intentContext({ home, lessons }: Workspace, session: Session): string {
  const rules = home.rules();
  if (!rules.ok) {
    const problems = rules.problems.map(formatProblem).join("\n");
    return `The intents cannot be read, so nothing may be changed until a person has mended this:\n${problems}`;
  }
  const taken = lineageOf(home, session).intent;
  const intent = taken === null ? undefined : rules.value.intents.get(taken.id);
  if (intent && isOpen(intent) && taken?.digest === intentDigest(intent)) return contextOf(home, intent, lessons);
  return `${renderOpenIntents(rules.value.intents.values())}\nBefore you change anything, call select_active_intent with the id of one of them.`;
}
