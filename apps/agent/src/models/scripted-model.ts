/**
 * A model without a network: a plan says what comes next, and it is streamed in small pieces like any other answer. It
 * sees what a real one sees, the results of its calls, and nothing else.
 */
import type { Model, ModelMessage, StreamPart } from "./model.ts";
import { howToConfigure } from "./resolve-model.ts";

export interface PlannedTurn {
  say: string;
  calls: readonly { tool: string; input: Record<string, unknown> }[];
}

/** What a plan can see of the conversation since the person's last words. */
export interface Seen {
  /** How many answers the model gave since. */
  turns: number;
  prompt: string;
  system: string;
  /** The results of the last answer's calls, in their order. */
  results: readonly { tool: string; text: string; failed: boolean }[];
}

export interface Plan {
  name: string;
  next(seen: Seen): PlannedTurn;
}

/** A plan that takes one step an answer; a step may look at what came of the one before it. */
export function steps(name: string, list: readonly (PlannedTurn | ((seen: Seen) => PlannedTurn))[]): Plan {
  return {
    name,
    next(seen) {
      const step = list[seen.turns] ?? { say: "That was all.", calls: [] };
      return typeof step === "function" ? step(seen) : step;
    },
  };
}

export interface ScriptedOptions {
  /** A person should be able to follow: milliseconds before each piece. */
  paceMs?: number;
}

const PIECE = 12;

export function createScriptedModel(plan: Plan, { paceMs = 0 }: ScriptedOptions = {}): Model {
  return {
    specificationVersion: "v3",
    provider: "scripted",
    modelId: plan.name,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("the scripted model streams only")),
    async doStream({ prompt, abortSignal }) {
      const seen = look(prompt);
      const parts = partsOf(plan.next(seen), seen.turns);
      const stream = new ReadableStream<StreamPart>({
        async pull(controller) {
          if (paceMs > 0) await new Promise((go) => setTimeout(go, paceMs));
          const part = abortSignal?.aborted ? undefined : parts.shift();
          if (part) controller.enqueue(part);
          else controller.close();
        },
      });
      return { stream };
    },
  };
}

function partsOf({ say, calls }: PlannedTurn, turn: number): StreamPart[] {
  const parts: StreamPart[] = [{ type: "stream-start", warnings: [] }];
  if (say !== "") {
    parts.push({ type: "text-start", id: "t" });
    for (const delta of pieces(say)) parts.push({ type: "text-delta", id: "t", delta });
    parts.push({ type: "text-end", id: "t" });
  }
  for (const [at, { tool, input }] of calls.entries()) {
    const id = `call_${turn + 1}_${at + 1}`;
    const json = JSON.stringify(input);
    parts.push({ type: "tool-input-start", id, toolName: tool });
    for (const delta of pieces(json)) parts.push({ type: "tool-input-delta", id, delta });
    parts.push({ type: "tool-input-end", id }, { type: "tool-call", toolCallId: id, toolName: tool, input: json });
  }
  parts.push({
    type: "finish",
    finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
  });
  return parts;
}

/** By characters, so that no letter is torn. */
function pieces(text: string): string[] {
  const characters = [...text];
  const all: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE) all.push(characters.slice(at, at + PIECE).join(""));
  return all;
}

/** The person's words are the last user's text that does not follow a tool's result. */
function look(prompt: readonly ModelMessage[]): Seen {
  const system = prompt.flatMap((one) => (one.role === "system" ? [one.content] : [])).join("\n");
  const isPersons = (at: number) => prompt[at]?.role === "user" && prompt[at - 1]?.role !== "tool";
  const from = prompt.findLastIndex((_message, at) => isPersons(at));
  const since = prompt.slice(Math.max(0, from));
  const last = since.findLast((one) => one.role === "tool");
  return {
    turns: since.filter((one) => one.role === "assistant").length,
    prompt: textIn(prompt[from]),
    system,
    results: last?.role === "tool" ? last.content.flatMap(resultOf) : [],
  };
}

function textIn(message: ModelMessage | undefined): string {
  if (message?.role !== "user") return "";
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function resultOf(part: Extract<ModelMessage, { role: "tool" }>["content"][number]): Seen["results"][number][] {
  if (part.type !== "tool-result") return [];
  const { output, toolName } = part;
  const text = output.type === "text" || output.type === "error-text" ? output.value : "";
  return [{ tool: toolName, text, failed: output.type === "error-text" }];
}

/** `offer`: how a person sees a scripted agent at work here, as a sentence. */
export function createUnconfiguredModel(offer: string): Model {
  const say = [
    "No model is configured, so nobody has read your prompt and nothing was done.",
    ...howToConfigure.map((line) => `- ${line}`),
    offer,
  ].join("\n");
  return createScriptedModel({ name: "none", next: () => ({ say, calls: [] }) });
}
