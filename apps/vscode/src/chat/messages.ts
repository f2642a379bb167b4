/** What the panel and the extension host say to each other. The panel only shows and asks; it decides nothing. */
import type { TaskEvent } from "@intentgate/agent";
import type { OfferedChoice } from "./work-choices.ts";

/** From the host to the panel: everything already is text, so that the panel has nothing to work out. */
export type ToPanel =
  | { type: "ready"; model: string; choices: readonly OfferedChoice[]; running: boolean; offer: boolean }
  | { type: "cleared" }
  | { type: "unsent"; text: string }
  | { type: "prompt"; text: string }
  | { type: "text"; text: string }
  | { type: "tool_call"; call: string; tool: string; about: string }
  | { type: "decision"; call: string | null; tool: string; decision: "allow" | "deny"; code: string | null }
  | { type: "tool_blocked"; call: string; tool: string; code: string; reason: string; remedy: string }
  | { type: "tool_result"; call: string; tool: string; failed: boolean; text: string }
  | { type: "approval_waiting"; tool: string; question: string }
  | { type: "approval_answered"; tool: string; answer: string }
  | { type: "note"; text: string }
  | { type: "intent"; id: string | null }
  | { type: "ended"; reason: string; text: string };

/** From the panel to the host. */
export type FromPanel =
  | { type: "hello" }
  | { type: "send"; text: string; choice: string | null }
  | { type: "typing" }
  | { type: "tour" }
  | { type: "stop" }
  | { type: "clear" };

const LONGEST = 4_000;
export const LONGEST_PROMPT = 100_000;

/** The panel shows what it gets: whatever is odd is dropped here. */
export function readFromPanel(message: unknown): FromPanel | null {
  if (typeof message !== "object" || message === null || !("type" in message)) return null;
  const { type } = message;
  if (type === "hello" || type === "typing" || type === "tour" || type === "stop" || type === "clear") return { type };
  if (type !== "send" || !("text" in message) || typeof message.text !== "string") return null;
  const text = message.text.trim();
  if (text === "" || text.length > LONGEST_PROMPT) return null;
  const choice = "choice" in message && typeof message.choice === "string" ? message.choice : null;
  return { type, text, choice };
}

/** Null for what a person need not see. */
export function toPanel(event: TaskEvent): ToPanel | null {
  switch (event.type) {
    case "started":
      return { type: "prompt", text: event.prompt };
    case "text_delta":
      return { type: "text", text: event.text };
    case "tool_call":
      return { type: "tool_call", call: event.call, tool: event.tool, about: aboutCall(event.input) };
    case "decision":
      return { type: "decision", call: event.call, tool: event.tool, decision: event.decision, code: event.code };
    case "tool_blocked": {
      const { code, meta } = event.refusal;
      return {
        type: "tool_blocked",
        call: event.call,
        tool: event.tool,
        code,
        reason: clip(event.reason),
        remedy: clip(String(meta.remedy ?? "")),
      };
    }
    case "tool_result":
      return {
        type: "tool_result",
        call: event.call,
        tool: event.tool,
        failed: event.failed,
        text: clip(asText(event.result)),
      };
    case "approval_waiting":
      return {
        type: "approval_waiting",
        tool: event.approval.tool,
        question: clip(event.approval.requests.map((request) => request.question).join(" ")),
      };
    case "approval_answered":
      return { type: "approval_answered", tool: event.tool, answer: event.answer };
    case "message":
      return { type: "note", text: clip(`${event.from}: ${event.text}`) };
    case "suggestion":
      return { type: "note", text: "Suggestions of event hooks were given to the model." };
    case "retry":
      return { type: "note", text: clip(`The answer was cut (${event.reason}); asked again.`) };
    case "intent":
      return { type: "intent", id: event.intent };
    case "ended":
      return { type: "ended", reason: event.reason, text: event.message };
    default:
      return null;
  }
}

/** The one field of a call that says most. */
function aboutCall(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const fields = input as Record<string, unknown>;
  for (const name of ["path", "file_path", "command", "intent_id", "pattern"]) {
    const value = fields[name];
    if (typeof value === "string") return clip(value, 200);
  }
  return "";
}

function asText(result: unknown): string {
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "");
}

function clip(text: string, longest = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
