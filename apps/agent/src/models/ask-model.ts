/** One answer of the model, asked for again with growing pauses while the provider is in trouble. */
import type { Usage } from "../events/events.ts";
import type { Model, ModelMessage, ModelRequest } from "./model.ts";
import { judgeError } from "./provider-error.ts";
import { CutStream, type ReadTurn, readTurn, type Turn } from "./read-turn.ts";

export interface AskParts {
  model: Model;
  request: Omit<ModelRequest, "abortSignal">;
  signal: AbortSignal;
  /** How often a failed request is made again. */
  retries: number;
  /** After so long without anything from the provider the request counts as failed. */
  silenceMs: number;
  now(): Date;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  onText(text: string): void;
  onRetry(attempt: number, waitMs: number, reason: string): void;
  /** A broken answer may have cost tokens too. */
  onUsage(usage: Usage, isWhole: boolean): void;
}

export type Asked =
  | { kind: "answered"; turn: Turn }
  | { kind: "aborted" }
  | { kind: "context_too_long"; reason: string }
  | { kind: "provider_error"; reason: string };

const FIRST_PAUSE_MS = 500;
/** A server that wants us to wait longer than this is not there for us. */
const LONGEST_PAUSE_MS = 60_000;

export async function askModel(parts: AskParts): Promise<Asked> {
  for (let attempt = 1; ; attempt += 1) {
    if (parts.signal.aborted) return { kind: "aborted" };
    const read = await attemptOnce(parts);
    parts.onUsage(read.usage, read.kind === "whole");
    if (parts.signal.aborted) return { kind: "aborted" };
    if (read.kind === "whole") return { kind: "answered", turn: read };
    const verdict = judgeError(read.error, parts.now());
    if (verdict.kind === "context_too_long") return verdict;
    if (verdict.kind === "final") return { kind: "provider_error", reason: verdict.reason };
    if (attempt > parts.retries) {
      return { kind: "provider_error", reason: `${verdict.reason} (tried ${attempt} times)` };
    }
    const pause = verdict.afterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (pause > LONGEST_PAUSE_MS) {
      const minutes = Math.ceil(pause / 60_000);
      return { kind: "provider_error", reason: `${verdict.reason} (it asks to wait ${minutes} minutes)` };
    }
    parts.onRetry(attempt, pause, verdict.reason);
    await parts.wait(pause, parts.signal);
  }
}

async function attemptOnce({ model, request, signal: wanted, silenceMs, onText }: AskParts): Promise<ReadTurn> {
  const silence = new AbortController();
  const signal = AbortSignal.any([wanted, silence.signal]);
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    // Raw chunks are a sign of life too: a model that thinks for long says nothing else.
    const asked = model.doStream({ ...request, includeRawChunks: true, abortSignal: signal });
    // A model that does not listen to the signal must not keep a person waiting.
    const { stream } = await unlessAborted(signal, asked, () => {
      throw new CutStream("stopped");
    });
    heard();
    const read = await readTurn(stream, onText, signal, heard);
    return silence.signal.aborted && read.kind === "broken" ? { ...read, error: silent(silenceMs) } : read;
  } catch (error) {
    const why = silence.signal.aborted ? silent(silenceMs) : error;
    return { kind: "broken", error: why, usage: { inputTokens: 0, outputTokens: 0 } };
  } finally {
    clearTimeout(timer);
  }
}

function silent(ms: number): CutStream {
  return new CutStream(`the provider said nothing for ${Math.round(ms / 1000)} seconds`);
}

/** Everything up to a mark is the same as in the last request: a provider that can need not read it again. */
const mark = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

/** What is sent to the provider: the system's text before the conversation. */
export function requestPrompt(system: string, messages: readonly ModelMessage[]): ModelMessage[] {
  const before = messages.slice(0, -1);
  const last = messages.slice(-1).map((one): ModelMessage => ({ ...one, providerOptions: mark }));
  return [{ role: "system", content: system, providerOptions: mark }, ...before, ...last];
}

/** Waits for work only as long as nobody says stop, and leaves no listener behind. */
export async function unlessAborted<T, Otherwise>(
  signal: AbortSignal,
  work: PromiseLike<T>,
  otherwise: () => Otherwise,
): Promise<T | Otherwise> {
  let stop = () => {};
  const stopped = new Promise<"stopped">((done) => {
    stop = () => done("stopped");
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), stopped]);
    return first === "stopped" ? otherwise() : first.value;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
