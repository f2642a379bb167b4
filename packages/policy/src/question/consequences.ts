/** What follows from a yes and from a no. */
import type { ApprovalRequest } from "@intentgate/engine";
import type { AskedCall } from "./asked-call.ts";
import { listed } from "./doing.ts";
import { listIn, type Topic, textIn } from "./request-details.ts";

interface Consequences {
  yes: string;
  no: string;
}

type Says = (call: AskedCall, request: ApprovalRequest) => Consequences;

const call: Says = ({ details: { kindOfRun } }) => ({
  yes:
    kindOfRun.kind === "rehearsed"
      ? "It runs once, in a box: what it changes inside the scope counts, the rest is kept back for you."
      : "It runs once, exactly as shown.",
  no: "It does not run, and the agent reads your reason.",
});

const byTopic: Readonly<Record<Topic, Says>> = {
  destructive: call,
  unknown: call,
  hook: call,
  lesson: call,
  outside: call,
  expansion({ intentId, toolName }, request) {
    const owner = textIn(request, "intent") ?? intentId ?? "the intent";
    const widens = `${owner} owns ${listed(listIn(request, "additional_globs"))} from now on`;
    return toolName === "request_scope_expansion"
      ? { yes: `${widens}.`, no: "The scope stays as it is." }
      : { yes: `${widens}, and the call runs.`, no: "The scope stays as it is, and the call does not run." };
  },
  new_intent: () => ({ yes: "The intent is created as shown, and agents can take it.", no: "No intent is created." }),
  start_intent: () => ({
    yes: "The intent is created with this scope, the session works under it, and the call runs.",
    no: "No intent is created, the call does not run, and the agent reads your reason.",
  }),
  second_intent: (_asked, request) => ({
    yes: `The session works under ${listed([textIn(request, "to") ?? ""])} from now on.`,
    no: `The session stays under ${listed([textIn(request, "from") ?? ""])}.`,
  }),
  completion({ intentId }, { details }) {
    const id = intentId ?? "The intent";
    const hasChecks = Array.isArray(details.checks) && details.checks.length > 0;
    return {
      yes: hasChecks ? `Its checks run; where all of them pass, ${id} is complete.` : `${id} is complete.`,
      no: `${id} stays open.`,
    };
  },
  network({ intentId }, request) {
    const hosts = listed(listIn(request, "hosts"));
    return {
      yes: `Commands that install under ${intentId ?? "the intent"} reach ${hosts} from now on.`,
      no: `They do not reach ${hosts}.`,
    };
  },
};

export function consequencesOf(asked: AskedCall): Consequences {
  const all = asked.requests.map((request) => byTopic[request.topic](asked, request));
  return { yes: joined(all.map(({ yes }) => yes)), no: joined(all.map(({ no }) => no)) };
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(" ");
}
