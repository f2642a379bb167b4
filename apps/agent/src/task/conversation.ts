/** What was said so far, in the shape that every provider understands: each call is followed by its result. */
import type { ModelMessage } from "../models/model.ts";
import type { Turn } from "../models/read-turn.ts";

export interface CallResult {
  id: string;
  tool: string;
  /** As the model sent it, where it was an object; else null. */
  input: Record<string, unknown> | null;
  text: string;
  failed: boolean;
}

export interface Conversation {
  messages(): readonly ModelMessage[];
  addUser(text: string): void;
  /** The answer of the model and what came of its calls, one result for each call. */
  addTurn(turn: Turn, results: readonly CallResult[]): void;
}

const UNREADABLE_SHOWN = 2_000;
const LONGEST_NAME = 64;

export function createConversation(): Conversation {
  const messages: ModelMessage[] = [];
  return {
    messages: () => messages,
    addUser(text) {
      messages.push({ role: "user", content: [{ type: "text", text }] });
    },
    addTurn(turn, results) {
      const content: Extract<ModelMessage, { role: "assistant" }>["content"] = [
        ...turn.spoken.filter((part) => part.text.trim() !== "" || part.providerOptions !== undefined),
        ...turn.calls.map((call) => {
          const result = results.find((one) => one.id === call.id);
          return {
            type: "tool-call" as const,
            toolCallId: call.id,
            toolName: acceptedName(call.tool),
            // Providers take objects only; what was none is shown back as what it was.
            input: result?.input ?? { unreadable_input: call.input.slice(0, UNREADABLE_SHOWN) },
            providerOptions: call.providerOptions,
          };
        }),
      ];
      if (content.length === 0) content.push({ type: "text", text: "(nothing)" });
      messages.push({ role: "assistant", content });
      if (results.length === 0) return;
      messages.push({
        role: "tool",
        content: results.map(({ id, tool, text, failed }) => ({
          type: "tool-result",
          toolCallId: id,
          toolName: acceptedName(tool),
          output: { type: failed ? "error-text" : "text", value: text },
        })),
      });
    },
  };
}

/** A provider refuses a whole conversation for one name that it would not have taken as a tool's. */
function acceptedName(tool: string): string {
  return tool.slice(0, LONGEST_NAME).replace(/[^A-Za-z0-9_-]/g, "_") || "unnamed";
}
