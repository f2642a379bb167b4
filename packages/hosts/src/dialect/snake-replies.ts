/** Replies in the wording of Claude Code: `hookSpecificOutput`, `permissionDecision`, `decision: "block"`. */

import type { Decision, HostEvent, Reply, Told } from "../host/event.ts";
import type { Can } from "../host/host.ts";
import { plainText } from "../payload/plain-text.ts";
import { isPayload, type Payload } from "../payload/read-payload.ts";
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
      if (event.kind === "before_tool" && decision.line !== null)
        return handedOver(decision.line, decision, event, rules);
      if (event.kind !== "before_tool" || decision.by === "gate" || !rules.bareAllow) {
        return tellSnake({ model: decision.context, person: null }, event, can);
      }
      const context = textFor(decision.context, event, can);
      const given = context === null ? {} : { additionalContext: context };
      return said({ hookSpecificOutput: { ...permission("allow", saidYes[decision.by]), ...given } });
    }
    case "ask":
      return event.kind === "before_tool" && can.ask && event.asks
        ? said({
            hookSpecificOutput: {
              ...permission("ask", reasonText(decision.question, can.textLimit)),
              ...(decision.line === null ? {} : { updatedInput: withCommand(event, decision.line) }),
            },
          })
        : encodeSnake({ kind: "deny", reason: decision.otherwise }, event, rules);
    default:
      return no(decision.reason, event, can);
  }
}

const saidYes = {
  person: "A person approved this call.",
  intent: "Intentgate: a person declared the intent that this call belongs to.",
};

type BeforeTool = Extract<HostEvent, { kind: "before_tool" }>;
type Allowed = Extract<Decision, { kind: "allow" }>;

const hookEventName = "PreToolUse";

/**
 * The same input with another command. A yes goes with it where somebody said yes; else the host asks about it as it would
 * about any. Who may not say a yes alone leaves the change out without one, and then it spares no dialog.
 */
function handedOver(line: string, { by, context: told }: Allowed, event: BeforeTool, rules: SnakeRules): Reply {
  const context = textFor(told, event, rules.can);
  const given = context === null ? {} : { additionalContext: context };
  const updatedInput = withCommand(event, line);
  const isSilent = by === "gate" && rules.bareAllow;
  const yes = isSilent ? { hookEventName } : permission("allow", "Intentgate contains this command.");
  return said({ hookSpecificOutput: { ...yes, updatedInput, ...given } });
}

export function withCommand({ input }: BeforeTool, line: string): Payload {
  return { ...(isPayload(input) ? input : {}), command: line };
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
  return { hookEventName, permissionDecision, permissionDecisionReason };
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
