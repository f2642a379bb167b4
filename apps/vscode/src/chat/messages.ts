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
  | { type: "tool_call"; tool: string; about: string }
  | { type: "decision"; tool: string; decision: "allow" | "deny" }
  | { type: "tool_blocked"; code: string; reason: string; remedy: string }
  | { type: "tool_result"; tool: string; failed: boolean; text: string }
  | { type: "approval_waiting"; question: string }
  | { type: "approval_answered"; tool: string; answer: string }
  | { type: "note"; text: string }
  | { type: "intent"; id: string | null }
  | { type: "ended"; text: string };

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
      return { type: "tool_call", tool: event.tool, about: aboutCall(event.input) };
    case "decision":
      return { type: "decision", tool: event.tool, decision: event.decision };
    case "tool_blocked": {
      const { code, meta } = event.refusal;
      return { type: "tool_blocked", code, reason: clip(event.reason), remedy: clip(String(meta.remedy ?? "")) };
    }
    case "tool_result": {
      const text = typeof event.result === "string" ? event.result : (JSON.stringify(event.result) ?? "");
      return { type: "tool_result", tool: event.tool, failed: event.failed, text: clip(text) };
    }
    case "approval_waiting": {
      const { question, requests } = event.approval;
      const asked = question?.sentence ?? requests.map((request) => request.question).join(" ");
      return { type: "approval_waiting", question: clip(asked) };
    }
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
      return { type: "ended", text: event.message };
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

function clip(text: string, longest = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
