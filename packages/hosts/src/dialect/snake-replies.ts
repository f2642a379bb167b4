/** Replies in the wording of Claude Code: `hookSpecificOutput`, `permissionDecision`, `decision: "block"`. */

import type { Decision, HostEvent, Reply, Told } from "../host/event.ts";
import type { Can } from "../host/host.ts";
import { plainText } from "../payload/plain-text.ts";
import { blocked, reasonText, said, silence } from "./reply.ts";

export interface SnakeRules {
  can: Can;
  /** May say `allow` without changing the input; elsewhere such an answer counts as a broken hook. */
  bareAllow: boolean;
}

export function encodeSnake(decision: Decision, event: HostEvent, rules: SnakeRules): Reply {
  const { can } = rules;
  if (event.kind === "ignored") return silence;
  switch (decision.kind) {
    case "allow": {
      if (event.kind !== "before_tool" || decision.by === "gate" || !rules.bareAllow) {
        return tellSnake({ model: decision.context, person: null }, event, can);
      }
      const context = textFor(decision.context, event, can);
      const given = context === null ? {} : { additionalContext: context };
      return said({ hookSpecificOutput: { ...permission("allow", "A person approved this call."), ...given } });
    }
    case "ask":
      return event.kind === "before_tool" && can.ask && event.asks
        ? said({ hookSpecificOutput: permission("ask", reasonText(decision.question, can.textLimit)) })
        : encodeSnake({ kind: "deny", reason: decision.otherwise }, event, rules);
    default:
      return no(decision.reason, event, can);
  }
}

function no(given: string, event: HostEvent, can: Can): Reply {
  const reason = reasonText(given, can.textLimit);
  switch (event.kind) {
    case "before_tool":
      return deniedCall(reason);
    case "session_start":
    case "session_end":
    case "subagent_start":
    case "ignored":
      return said({ systemMessage: reason });
    default:
      return blocked({ decision: "block", reason }, reason);
  }
}

function deniedCall(reason: string): Reply {
  return blocked({ hookSpecificOutput: permission("deny", reason) }, reason);
}

function permission(permissionDecision: "allow" | "ask" | "deny", permissionDecisionReason: string) {
  return { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason };
}

export function tellSnake(told: Told, event: HostEvent, can: Can): Reply {
  const additionalContext = textFor(told.model, event, can);
  const systemMessage = told.person === null || event.kind === "ignored" ? null : plainText(told.person, can.textLimit);
  return said({
    hookSpecificOutput: additionalContext === null ? null : { hookEventName: event.event, additionalContext },
    systemMessage,
  });
}

/** Null where the event carries nothing to the model. */
export function textFor(text: string | null, event: HostEvent, can: Can): string | null {
  if (text === null || text.trim() === "" || !can.inject.includes(event.kind)) return null;
  return plainText(text, can.textLimit);
}

/** Where nothing can be stopped any more, or stopping would hold the host for ever, the trouble is only reported. */
export function refuseSnake(reason: string, kind: HostEvent["kind"] | null, can: Can): Reply {
  const text = reasonText(reason, can.textLimit);
  if (kind === null || kind === "before_tool") return deniedCall(text);
  return kind === "prompt" ? blocked({ decision: "block", reason: text }, text) : said({ systemMessage: text });
}
