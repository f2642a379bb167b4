/** One task: a person's prompts, the model's turns, and the gate between its calls and the workspace. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, type Session } from "@intentgate/engine";
import { createEventStream } from "../events/event-stream.ts";
import { added, failed, type TaskEnd, type TaskEvent, type Usage } from "../events/events.ts";
import { createRedactor, createTranscript } from "../events/transcript.ts";
import { type McpTools, noMcpTools } from "../mcp/mcp-tools.ts";
import type { Model } from "../models/model.ts";
import type { AgentWorkspace } from "./agent-workspace.ts";
import { bindIntent } from "./bind-intent.ts";
import { createConversation } from "./conversation.ts";
import { createInjectedContext } from "./injected-context.ts";
import { createSessionEvents } from "./session-events.ts";
import { type LoopParts, type TaskLimits, takeTurns } from "./take-turns.ts";
import { createToolDoor } from "./tool-door.ts";
import { type CallsWatch, watchCalls } from "./watch-calls.ts";

const defaultTaskLimits: TaskLimits = { turns: 50, tokens: 1_000_000, retries: 4, silenceMs: 120_000 };

export interface TaskOptions {
  workspace: AgentWorkspace;
  model: Model;
  /** As the ledger names it; by default what the model calls itself. */
  modelName?: string;
  /** A person binds the session to this intent; the caller has made sure that it is a person. */
  intent?: string | null;
  /** Whether tools that change things are shown to the model only once an intent is active. */
  hideUntilIntent?: boolean;
  limits?: Partial<TaskLimits>;
  mcp?: McpTools;
  /** Values that must never be kept or shown: the keys of the provider. */
  secrets?: readonly string[];
  /** Where the transcript is kept; null for none. By default the user's state folder. */
  transcript?: string | null;
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Task {
  id: string;
  session: Session;
  /** The transcript's file; null where none is kept. */
  transcript: string | null;
  listen(listener: (event: TaskEvent) => void): () => void;
  /** One prompt until the model is done; a later one goes on with the same conversation. Never rejects. */
  run(prompt: string): Promise<TaskEnd>;
  /** Stops the run: the stream, the question to a person, the running command. What happened is recorded. */
  abort(): void;
  /** The session is over. */
  close(): Promise<void>;
}

export function createTask(options: TaskOptions): Task {
  const { model, hideUntilIntent = true, mcp = noMcpTools, wait = pause } = options;
  const { workspace } = options.workspace;
  const limits = { ...defaultTaskLimits, ...options.limits };
  const modelName = options.modelName ?? `${model.provider.split(".")[0]}/${model.modelId}`;
  const id = `agent-${randomUUID()}`;
  const session: Session = { id, host: "agent", model: modelName };
  const stream = createEventStream<TaskEvent>();
  const redactor = createRedactor(options.secrets ?? []);
  const emit = (event: TaskEvent) => stream.emit(event.type === "text_delta" ? event : redactor.known(event));
  const context = createInjectedContext();
  const conversation = createConversation();
  const door = createToolDoor(workspace, session, mcp);
  const events = createSessionEvents({ workspace, session, emit, context });
  const transcript = createTranscript({ workspace, id, file: options.transcript, redactor, emit });
  if (transcript) stream.listen(transcript.hear);
  let total: Usage = { inputTokens: 0, outputTokens: 0 };
  let toBind = options.intent ?? null;
  let running: AbortController | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const parts: LoopParts = {
    ...{ workspace, session, model, mcp, hideUntilIntent, limits },
    ...{ conversation, context, events, door, redactor, emit, wait },
    spend(usage) {
      if (usage.inputTokens + usage.outputTokens === 0) return;
      total = added(total, usage);
      emit({ type: "usage", turn: usage, total });
    },
  };

  async function run(prompt: string): Promise<TaskEnd> {
    if (running) return failed("The task is running already.");
    running = new AbortController();
    const settled = settle(prompt, running.signal);
    last = settled;
    return settled;
  }

  async function settle(prompt: string, signal: AbortSignal): Promise<TaskEnd> {
    const calls = watchCalls({ opened: options.workspace, session, emit, context, signal });
    const end = redactor.known(await begin(prompt, signal, calls).catch(unforeseen));
    calls.stop();
    running = null;
    emit({ type: "ended", ...end });
    return end;
  }

  async function begin(prompt: string, signal: AbortSignal, { onCurrent }: CallsWatch): Promise<TaskEnd> {
    const bound = await bindIntent(workspace, session, toBind);
    toBind = null; // once: what the session takes later is its own
    if (!bound.ok) return failed(bound.problems.map((one) => `${one.message}. ${one.remedy}`).join(" "));
    const intent = bound.value;
    emit({ type: "started", task: id, model: modelName, root: workspace.home.root, intent, prompt });
    await events.start();
    const no = await events.prompt(prompt);
    if (no !== null) return { reason: "refused", message: no };
    conversation.addUser([prompt, context.take()].filter((part) => part !== null).join("\n\n"));
    return takeTurns(parts, { signal, onCurrent, intent });
  }

  return {
    id,
    session,
    transcript: transcript?.file ?? null,
    listen: stream.listen,
    run,
    abort: () => running?.abort(),
    async close() {
      running?.abort();
      await last;
      await events.end();
    },
  };
}

/** A fault of ours ends the task; it never lets a call pass. */
function unforeseen(error: unknown): TaskEnd {
  return failed(`The task failed: ${messageOf(error)}`);
}

/** Ends early when the task is stopped. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
