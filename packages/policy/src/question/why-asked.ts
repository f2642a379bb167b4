/** Which rule asks, as the end of a sentence that begins with "Asked because". */
import { maskedText } from "@intentgate/documents";
import type { ApprovalRequest } from "@intentgate/engine";
import type { AskedCall } from "./asked-call.ts";
import { listed } from "./doing.ts";
import { listIn, type Topic, textIn } from "./request-details.ts";

const LONGEST = 300;

type Says = (call: AskedCall, request: ApprovalRequest) => string;

/** By the kinds of effects that a call is not let pass for, the gravest first. */
const byKind: readonly (readonly [kind: string, why: string])[] = [
  ["secret", "what looks like a key or a password would stand in a file"],
  ["carried out", "a secret file is read by what reaches the network"],
  ["key", "a key or a secret of yours is read"],
  ["loss", "it cannot be undone"],
  ["override", "it passes over a safeguard"],
  ["not foreseen", "what git changes is known only when it runs"],
  ["unsaved", "it throws away what nobody committed outside the scope"],
  ["lost", "an undo could not give all of it back"],
  ["many", "more files are deleted than go without a question"],
  ["network", "it reaches the network, and nobody declared that"],
  ["delete", "something is deleted"],
  ["move", "something is moved"],
];

const byTopic: Readonly<Record<Topic, Says>> = {
  destructive(_asked, request) {
    const rule = textIn(request, "rule");
    if (rule !== null) return maskedText(rule, LONGEST);
    const kinds = listIn(request, "asks_about");
    const mode = textIn(request, "mode") ?? "balanced";
    const found = byKind.find(([kind]) => kinds.includes(kind));
    return `${found?.[1] ?? "every change is asked about"} (policy: ${mode})`;
  },
  unknown({ effects, details }, request) {
    const mode = textIn(request, "mode") ?? "balanced";
    if (details.command !== null && details.kindOfRun.kind === "uncontained")
      return `nobody can tell what it changes, and it is not contained: ${details.kindOfRun.why} (policy: ${mode})`;
    const whys = effects.list.flatMap((effect) => (effect.kind === "unknown" ? [effect.why] : []));
    const why = whys.length > 0 ? whys.join(" ") : "nobody can tell what it changes";
    return `${maskedText(lowered(why), LONGEST)} (policy: ${mode})`;
  },
  hook: (_asked, request) =>
    `the hook ${listed(listIn(request, "hooks"))} asks: ${maskedText(listIn(request, "questions").join(" "), LONGEST)}`,
  lesson: () => "only a person can allow it",
  outside: () => "only a person can allow it",
  expansion: () => "only a person can widen a scope",
  new_intent: () => "only a person can declare an intent",
  start_intent: () => "no intent is taken, none that is open owns this, and only a person can declare one",
  second_intent: () => "only a person can let a session leave an intent that is open",
  completion: () => "only a person can say that an intent is complete (policy: completion)",
  network: () => "no rule lets an install reach this host (policy: containment.network)",
};

/** The end of a sentence begins small and has no full stop. */
function lowered(text: string): string {
  const ended = text.replace(/\.$/, "");
  return ended.charAt(0).toLowerCase() + ended.slice(1);
}

export function whyAsked(asked: AskedCall): string {
  return [...new Set(asked.requests.map((request) => byTopic[request.topic](asked, request)))].join("; ");
}
