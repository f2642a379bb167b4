/**
 * Reads one streamed answer of the model to its end. Calls come out of it only when the whole answer is there: a stream
 * that was cut may look finished, and half of an input may well be JSON.
 */
import { messageOf } from "@intentgate/engine";
import type { Usage } from "../events/events.ts";
import type { ModelMessage, StreamPart } from "./model.ts";

export interface ModelCall {
  id: string;
  tool: string;
  /** As it was streamed; not known to be JSON. */
  input: string;
  providerOptions: ProviderOptions | undefined;
}

export type ProviderOptions = NonNullable<ModelMessage["providerOptions"]>;

export type SpokenPart = { type: "text" | "reasoning"; text: string; providerOptions: ProviderOptions | undefined };

export interface Turn {
  kind: "whole";
  spoken: readonly SpokenPart[];
  calls: readonly ModelCall[];
  usage: Usage;
  /** The answer stopped at the output limit: its last call may be half of one. */
  cutAtLimit: boolean;
}

/** `error` as the provider gave it. */
export type ReadTurn = Turn | { kind: "broken"; error: unknown; usage: Usage };

/** When `signal` says stop, what was read so far comes back as broken. */
export async function readTurn(
  stream: ReadableStream<StreamPart>,
  onText: (text: string) => void,
  signal: AbortSignal,
  onPart: () => void = () => undefined,
): Promise<ReadTurn> {
  const spoken = new Map<string, SpokenPart>();
  const calls: ModelCall[] = [];
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let finish: Extract<StreamPart, { type: "finish" }>["finishReason"] | undefined;
  let failure: { error: unknown } | undefined;

  const reader = stream.getReader();
  const stop = () => void reader.cancel().catch(() => undefined); // whoever fails to stop has nobody left to tell
  signal.addEventListener("abort", stop, { once: true });
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) break;
      onPart();
      take(value);
    }
  } catch (error) {
    failure ??= { error };
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (signal.aborted) return { kind: "broken", error: new CutStream("stopped"), usage };
  if (failure) return { kind: "broken", error: failure.error, usage };
  switch (finish?.unified) {
    case "stop":
    case "tool-calls":
    case "length": {
      const cutAtLimit = finish.unified === "length";
      return { kind: "whole", spoken: spokenParts(), calls: distinct(calls), usage, cutAtLimit };
    }
    case "content-filter":
      return { kind: "broken", error: new ContentFiltered(), usage };
    default:
      return { kind: "broken", error: new CutStream(`the answer ended early (${finish?.raw ?? "no finish"})`), usage };
  }

  function take(part: StreamPart): void {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        spoken.set(`${part.type} ${part.id}`, {
          type: part.type === "text-start" ? "text" : "reasoning",
          text: "",
          providerOptions: part.providerMetadata,
        });
        return;
      case "text-delta":
      case "reasoning-delta": {
        const kind = part.type === "text-delta" ? "text" : "reasoning";
        add(`${kind}-start ${part.id}`, kind, part.delta, part.providerMetadata);
        if (kind === "text") onText(part.delta);
        return;
      }
      case "text-end":
        add(`text-start ${part.id}`, "text", "", part.providerMetadata);
        return;
      case "reasoning-end":
        add(`reasoning-start ${part.id}`, "reasoning", "", part.providerMetadata);
        return;
      case "tool-call": {
        const { toolCallId: id, toolName: tool, input, providerMetadata: providerOptions } = part;
        calls.push({ id, tool, input, providerOptions });
        return;
      }
      case "finish":
        finish = part.finishReason;
        usage = {
          inputTokens: part.usage.inputTokens.total ?? 0,
          outputTokens: part.usage.outputTokens.total ?? 0,
        };
        return;
      case "error":
        failure ??= { error: part.error };
        return;
      default: // deltas of a call's input: only the whole call counts
    }
  }

  function add(key: string, type: SpokenPart["type"], delta: string, meta: ProviderOptions | undefined): void {
    const part = spoken.get(key) ?? { type, text: "", providerOptions: undefined };
    spoken.set(key, { ...part, text: part.text + delta, providerOptions: meta ?? part.providerOptions });
  }

  function spokenParts(): SpokenPart[] {
    return [...spoken.values()].filter((part) => part.text !== "" || part.providerOptions !== undefined);
  }
}

/** Every call gets an answer of its own, so every call needs an id of its own. */
function distinct(calls: readonly ModelCall[]): ModelCall[] {
  const ids = new Set<string>();
  return calls.map((call, at) => {
    const id = call.id === "" || ids.has(call.id) ? `${call.id}-${at}` : call.id;
    ids.add(id);
    return { ...call, id };
  });
}

/** The connection went away, or the server stopped in the middle: worth another try. */
export class CutStream extends Error {
  override name = "CutStream";
}

export class ContentFiltered extends Error {
  override name = "ContentFiltered";
  constructor() {
    super("the provider withheld the answer (content filter)");
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? `${messageOf(error)}${causeOf(error)}` : textOf(error);
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
}

/** Providers pass on what the server sent: a text, or an object with a message somewhere in it. */
function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, error: inner } = (error ?? {}) as { message?: unknown; error?: unknown };
  if (typeof message === "string") return message;
  if (inner !== undefined) return textOf(inner);
  return JSON.stringify(error) ?? "unknown error";
}
