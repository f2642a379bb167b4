/** The sentence of a question: who wants what. */
import { type ApprovalRequest, changedPaths } from "@intentgate/engine";
import type { AskedCall } from "./asked-call.ts";
import { counted, doing, listed, quoted } from "./doing.ts";
import { listIn, type Topic, textIn } from "./request-details.ts";

type Says = (call: AskedCall, request: ApprovalRequest) => string;

const call: Says = (asked) => `${asked.agent} wants to ${doing(asked)}.`;

const byTopic: Readonly<Record<Topic, Says>> = {
  destructive: call,
  unknown: call,
  hook: call,
  lesson: call,
  outside: call,
  expansion(asked, request) {
    const globs = listIn(request, "additional_globs");
    const changed = [...new Set(changedPaths(asked.effects).map(({ absolute }) => asked.display(absolute)))];
    const purpose = changed.length === 0 ? "" : `, to change ${counted(changed.map((path) => listed([path])))}`;
    return `${asked.agent} wants to add ${listed(globs)} to the scope of ${intentOf(asked, request)}${purpose}.`;
  },
  new_intent: ({ agent }, request) => `${agent} proposes a new intent: ${quoted(textIn(request, "name") ?? "")}.`,
  start_intent: (asked, request) =>
    `${asked.agent} wants to start ${quoted(textIn(request, "name") ?? "")} with the scope ${listed(listIn(request, "owned_scope").map(scopeWords))}, and ${doing(asked)}.`,
  second_intent: ({ agent }, request) =>
    `${agent} wants to leave ${listed([textIn(request, "from") ?? ""])} and work under ${listed([textIn(request, "to") ?? ""])}.`,
  completion: (asked, request) => `${asked.agent} says that ${intentOf(asked, request)} is complete.`,
  network: (asked, request) =>
    `${asked.agent} wants installs under ${intentOf(asked, request)} to reach ${listed(listIn(request, "hosts"))}.`,
};

/** Whoever sees their first question has not read what a glob is. */
function scopeWords(glob: string): string {
  return glob === "**" ? "** (all files here)" : glob;
}

function intentOf({ intentId }: AskedCall, request: ApprovalRequest): string {
  return textIn(request, "intent") ?? intentId ?? "no intent";
}

/** A yes is a yes to all of them, so that all of them are said. */
export function sentenceOf(asked: AskedCall): string {
  return [...new Set(asked.requests.map((request) => byTopic[request.topic](asked, request)))].join(" ");
}
