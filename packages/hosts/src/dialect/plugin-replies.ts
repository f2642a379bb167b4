/** Replies that our own plugins read: everything but an explicit `allow` is a no. */
import type { Decision, EventTable, HostEvent, Reply, Told } from "../host/event.ts";
import type { Can, Host } from "../host/host.ts";
import { plainText } from "../payload/plain-text.ts";
import { kindOf } from "./decode-event.ts";
import { blocked, reasonText, said } from "./reply.ts";
import { textFor } from "./snake-replies.ts";

export function pluginReplies(events: EventTable, can: Can): Pick<Host, "encode" | "tell" | "refuse"> {
  return {
    encode: (decision, event) => encodeForPlugin(decision, event, can),
    tell: (told, event) => tellPlugin(told, event, can),
    refuse: (reason, event) => refuseForPlugin(reason, event === null ? null : kindOf(events, event), can),
  };
}

function encodeForPlugin(decision: Decision, event: HostEvent, can: Can): Reply {
  if (decision.kind === "allow") {
    const context = textFor(decision.context, event, can);
    return said({ decision: "allow", context, command: decision.line });
  }
  const reason = reasonText(decision.kind === "ask" ? decision.otherwise : decision.reason, can.textLimit);
  const isGate = event.kind === "before_tool" || event.kind === "prompt";
  return isGate
    ? blocked({ decision: "deny", reason }, reason)
    : tellPlugin({ model: reason, person: reason }, event, can);
}

function tellPlugin(told: Told, event: HostEvent, can: Can): Reply {
  const message = told.person === null ? null : plainText(told.person, can.textLimit);
  return said({ decision: "allow", context: textFor(told.model, event, can), message });
}

/** `kind`: null where nobody named the event. */
function refuseForPlugin(reason: string, kind: HostEvent["kind"] | null, can: Can): Reply {
  const text = reasonText(reason, can.textLimit);
  const isGate = kind === null || kind === "before_tool" || kind === "prompt";
  return isGate ? blocked({ decision: "deny", reason: text }, text) : said({ decision: "allow", message: text });
}
