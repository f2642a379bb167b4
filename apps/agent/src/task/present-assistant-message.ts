/** Takes the calls of one whole answer, in order and one at a time, to the gate; every call gets exactly one result. */
import { jsonObject, plainLine, visibleLines, visibleText } from "@intentgate/documents";
import { type CallAnswer, messageOf } from "@intentgate/engine";
import type { NotACall, TaskEvent } from "../events/events.ts";
import type { Redactor } from "../events/transcript.ts";
import type { ModelCall, Turn } from "../models/read-turn.ts";
import type { CallResult } from "./conversation.ts";
import type { ToolDoor } from "./tool-door.ts";

export interface PresentParts {
  door: ToolDoor;
  signal: AbortSignal;
  emit(event: TaskEvent): void;
  /** Which call is on its way now; null when none is. */
  onCurrent(call: string | null): void;
  onPatch(patch: CallAnswer["contextPatch"]): void;
  /** What may be called, for who asked for something else. */
  known(): readonly string[];
  redactor: Redactor;
}

export interface Presented {
  results: CallResult[];
  completed: boolean;
}

export async function presentAssistantMessage(turn: Turn, parts: PresentParts): Promise<Presented> {
  const results: CallResult[] = [];
  let completed = false;
  for (const call of turn.calls) {
    const result = await presentCall(call, turn, parts);
    results.push(result);
    if (!result.failed && COMPLETES.has(call.tool)) completed = true;
  }
  return { results, completed };
}

const COMPLETES = new Set(["attempt_completion", "complete_intent"]);

async function presentCall(call: ModelCall, turn: Turn, parts: PresentParts): Promise<CallResult> {
  const { emit, door, signal } = parts;
  const input = readInput(call.input);
  const answered = (text: string, failed: boolean): CallResult => ({
    id: call.id,
    tool: call.tool,
    input,
    // Whatever a tool came by: our keys go to the provider as keys and never as text.
    text: parts.redactor.known(text),
    failed,
  });
  const refuse = (refusal: NotACall) => {
    emit({ type: "tool_blocked", call: call.id, tool: call.tool, reason: refusal.message, refusal });
    return answered(visibleText(JSON.stringify(refusal)), true);
  };
  if (signal.aborted) return refuse(notRun(call, "The task was stopped before this call.", "Nothing of it was run."));
  if (turn.cutAtLimit) {
    const remedy = "Nothing of it was run. Send fewer or smaller calls.";
    return refuse(notRun(call, "The answer reached the output limit before it was complete.", remedy));
  }
  if (input === null) return refuse(badInput(call));

  emit({ type: "tool_call", call: call.id, tool: call.tool, input });
  parts.onCurrent(call.id);
  try {
    const answer = await door.call({ tool: call.tool, input, callId: call.id, signal });
    if (answer === null) return refuse(unknownTool(call, parts.known()));
    parts.onPatch(answer.contextPatch);
    if (answer.refusal) {
      const { refusal } = answer;
      emit({ type: "tool_blocked", call: call.id, tool: call.tool, reason: refusal.message, refusal });
      return answered(visibleText(JSON.stringify(refusal)), true);
    }
    const result = answer.result ?? (answer.error ? { error: answer.error.message } : {});
    emit({ type: "tool_result", call: call.id, tool: call.tool, failed: answer.failed, result });
    return answered(resultText(result), answer.failed);
  } catch (error) {
    // The gate itself could not go on: never a yes, and the model is told as much.
    const message = `The gate could not decide: ${messageOf(error)}`;
    emit({ type: "tool_result", call: call.id, tool: call.tool, failed: true, result: { error: message } });
    return answered(JSON.stringify({ error: message }), true);
  } finally {
    parts.onCurrent(null);
  }
}

/** Null where it is no JSON object. Models leave out the input of a tool that takes none. */
export function readInput(text: string): Record<string, unknown> | null {
  return text.trim() === "" ? {} : jsonObject(text);
}

function badInput({ tool }: ModelCall): NotACall {
  return {
    type: "tool_error",
    code: "BAD_INPUT",
    message: `The input of ${plainLine(tool, 100)} is not a JSON object, so nothing was decided and nothing was run.`,
    meta: { tool_name: plainLine(tool, 100), remedy: "Call it again with an input that is one complete JSON object." },
  };
}

function unknownTool({ tool }: ModelCall, known: readonly string[]): NotACall {
  return {
    type: "tool_error",
    code: "UNKNOWN_TOOL",
    message: `There is no tool "${plainLine(tool, 100)}".`,
    meta: { tool_name: plainLine(tool, 100), remedy: `Use one of: ${known.join(", ")}.` },
  };
}

function notRun({ tool }: ModelCall, message: string, remedy: string): NotACall {
  return { type: "tool_error", code: "NOT_RUN", message, meta: { tool_name: plainLine(tool, 100), remedy } };
}

/** Above what the native tools return by themselves: what they gave whole arrives whole. */
const LONGEST = 600_000;
const KEPT_OF_END = 20_000;

/** A tool's result as the model reads it. */
export function resultText(result: unknown): string {
  // In JSON what is spelled out means the same: what a tool read from a file can be written back as it was.
  const text = typeof result === "string" ? visibleLines(result) : visibleText(JSON.stringify(result) ?? "null");
  if (text.length <= LONGEST) return text;
  const cut = text.length - LONGEST;
  return `${text.slice(0, LONGEST - KEPT_OF_END)}\n… ${cut} characters left out …\n${text.slice(-KEPT_OF_END)}`;
}
