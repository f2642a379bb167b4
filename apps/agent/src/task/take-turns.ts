/** The loop of a task: the model answers, its calls go through the gate, and what came of them is its next question. */
import type { Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { defaultPolicy } from "@intentgate/policy";
import {
  aborted,
  completed,
  done,
  estimated,
  noAnswer,
  type TaskEnd,
  type TaskEvent,
  tooLong,
  type Usage,
  usedUp,
} from "../events/events.ts";
import type { Redactor } from "../events/transcript.ts";
import type { McpTools } from "../mcp/mcp-tools.ts";
import { type Asked, askModel, requestPrompt } from "../models/ask-model.ts";
import type { Model, OfferedTool } from "../models/model.ts";
import { workOf } from "./bind-intent.ts";
import type { Conversation } from "./conversation.ts";
import type { InjectedContext } from "./injected-context.ts";
import { presentAssistantMessage } from "./present-assistant-message.ts";
import type { SessionEvents } from "./session-events.ts";
import { systemPrompt } from "./system-prompt.ts";
import { offeredTools, type ToolDoor } from "./tool-door.ts";

export interface TaskLimits {
  /** Answers of the model in one run. */
  turns: number;
  /** Input and output tokens of all answers in one run together. */
  tokens: number;
  /** How often a request is repeated that failed on the provider's side. */
  retries: number;
  /** How long a provider may say nothing at all before it is asked again. */
  silenceMs: number;
}

export interface LoopParts {
  workspace: Workspace;
  session: Session;
  model: Model;
  mcp: McpTools;
  hideUntilIntent: boolean;
  limits: TaskLimits;
  conversation: Conversation;
  context: InjectedContext;
  events: SessionEvents;
  door: ToolDoor;
  redactor: Redactor;
  emit(event: TaskEvent): void;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Adds to what the task has cost. */
  spend(usage: Usage): void;
}

export interface Run {
  signal: AbortSignal;
  /** Which of the model's calls is on its way now. */
  onCurrent(call: string | null): void;
  /** The intent that the person already knows of. */
  intent: string | null;
}

const GO_ON = "Your answer reached the output limit. Go on where you stopped.";

export async function takeTurns(parts: LoopParts, run: Run): Promise<TaskEnd> {
  const { conversation, context, limits } = parts;
  let isComplete = false;
  let used = 0;
  for (let turn = 1; ; turn += 1) {
    if (run.signal.aborted) return aborted;
    if (turn > limits.turns) return usedUp("turns", limits.turns);
    if (used >= limits.tokens) return usedUp("tokens", used);

    const tools = lookAround(parts, run);
    parts.emit({ type: "turn", turn, tools: tools.length });
    const asked = await askNext(parts, run, tools, (cost) => {
      used += cost;
    });
    if (asked.kind === "aborted") return aborted;
    if (asked.kind === "context_too_long") return tooLong(asked.reason);
    if (asked.kind === "provider_error") return noAnswer(asked.reason);

    const { door, emit, redactor } = parts;
    const { signal, onCurrent } = run;
    const known = () => tools.map((one) => one.name);
    const onPatch = context.fromPatch;
    const presenting = { door, signal, emit, onCurrent, onPatch, known, redactor };
    const presented = await presentAssistantMessage(asked.turn, presenting);
    conversation.addTurn(asked.turn, presented.results);
    isComplete ||= presented.completed;
    const injected = context.take();
    if (injected !== null) conversation.addUser(redactor.known(injected));
    if (asked.turn.calls.length > 0 || signal.aborted) continue;

    const goOn = asked.turn.cutAtLimit ? GO_ON : await parts.events.stop();
    if (goOn === null) return isComplete ? completed : done;
    conversation.addUser(redactor.known([goOn, context.take()].filter((part) => part !== null).join("\n\n")));
  }
}

/** What the model may be shown now; the person is told where its intent changed. */
function lookAround({ workspace, session, mcp, hideUntilIntent, emit }: LoopParts, run: Run): OfferedTool[] {
  const work = workOf(workspace, session);
  const intent = work.kind === "active" ? work.intent.id : null;
  if (intent !== run.intent) emit({ type: "intent", intent });
  run.intent = intent;
  const rules = workspace.home.lastRules();
  return offeredTools({
    native: workspace.tools,
    mcp: mcp.list(),
    declared: (rules.ok ? rules.value.policy : defaultPolicy).tools,
    mayChange: !hideUntilIntent || intent !== null,
  });
}

function askNext(
  parts: LoopParts,
  { signal }: Run,
  tools: OfferedTool[],
  onCost: (tokens: number) => void,
): Promise<Asked> {
  const { workspace, session, model, emit, wait } = parts;
  const { root } = workspace.home;
  // Anew with every turn: intents, lessons and scopes change while a task runs.
  const work = workOf(workspace, session);
  const system = systemPrompt({ root, work, lessonsFor: workspace.lessons.forIntent });
  const request = { prompt: requestPrompt(system, parts.conversation.messages()), tools };
  return askModel({
    model,
    request,
    signal,
    retries: parts.limits.retries,
    silenceMs: parts.limits.silenceMs,
    now: workspace.now,
    wait,
    onText: (text) => emit({ type: "text_delta", text }),
    onRetry: (attempt, waitMs, reason) => emit({ type: "retry", attempt, waitMs, reason }),
    onUsage(reported, isWhole) {
      const cost = isWhole && reported.inputTokens + reported.outputTokens === 0 ? estimated(request) : reported;
      onCost(cost.inputTokens + cost.outputTokens);
      parts.spend(cost);
    },
  });
}
