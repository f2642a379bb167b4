/**
 * The three ways into the gate, and there is no other: `run` a call here, hear of it `before` and `after` a host runs
 * it (`afterRunning` where the host has us run what its hook let pass), or `watch` one that a host runs without asking.
 * A ticket is no fourth way: it is redeemed and ended in the middle of a `before`, which decided on its command and
 * still has its `after` to come (ADR 0055).
 */
import { shellLine } from "@intentgate/documents";
import {
  type CallAnswer,
  type CallRequest,
  type DryDecision,
  type HookEngine,
  messageOf,
  type Notice,
  type Outcome,
  type PreToolUseContext,
  type Session,
  type ToolCall,
} from "@intentgate/engine";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { StartOtherwise } from "@intentgate/tools";
import { untilStopped } from "../stop/until-stopped.ts";
import type { BeforeAndAfter } from "./before-and-after.ts";
import { type Call, type DescribeCall, openCall } from "./call.ts";
import type { Claimed, DecidedAnswer, DecidedRequest } from "./decided-calls.ts";
import { lazily } from "./lazily.ts";
import type { NativeCalls, RunCheck } from "./native-calls.ts";
import type { Watch } from "./watch.ts";
import { createWatchCall, type WatchCall, type WatchedCallsParts } from "./watched-calls.ts";

export interface RunRequest extends CallRequest {
  /** For who knows more of the call than its name says. */
  describe?: DescribeCall;
  /** What runs it; by default the native tool of that name. */
  execute?(context: PreToolUseContext, start: StartOtherwise): Promise<unknown>;
  /** What it brings along starts its program through `start`. */
  isContainable?: boolean;
  /** The page of the ability's task that it belongs to. */
  toolCallPath?: string;
}

export interface DryRequest extends Omit<RunRequest, "execute"> {
  /** Whether `run` would be the way in; a command that a host runs itself is not contained. */
  runsHere?: boolean;
}

export interface WaysInParts extends Omit<WatchedCallsParts, "engine" | "followUp" | "watch"> {
  engine: HookEngine<Call>;
  home: GovernedRoot;
  native: NativeCalls;
  watch: Pick<Watch, "alone" | "lookOn">;
  beforeAndAfter: BeforeAndAfter;
  claimDecided(request: DecidedRequest): Promise<Claimed>;
  /** A call's answer holds what was noticed while it ran; returns how to stop listening. */
  listen(hear: (notice: Notice) => void): () => void;
  /** A person stopped it, or one above it. */
  isStopped(session: Session): boolean;
  /** In the mode that asks nobody, what would ask is refused. */
  neverAsks(cwd: string | null): boolean;
  /** What handlers of event hooks asked for meanwhile. */
  followUp(
    call: Pick<CallRequest, "cwd" | "session">,
    run: (request: RunRequest) => Promise<CallAnswer>,
  ): Promise<void>;
}

export interface WaysIn {
  run(request: RunRequest): Promise<CallAnswer>;
  /** The same, and what handlers ask for waits for another call. */
  runAlone(request: RunRequest): Promise<CallAnswer>;
  before: BeforeAndAfter["before"];
  after: BeforeAndAfter["after"];
  /**
   * The second half of a `before`, for our own MCP server beside a host with hooks: runs what the hook let pass, for the
   * session that it was said to.
   */
  afterRunning(request: DecidedRequest): Promise<DecidedAnswer>;
  /** For hosts that tell of calls which they run without asking. */
  watch: WatchCall;
  /** Decides only; nobody is asked and nothing runs. */
  decide(request: DryRequest): Promise<DryDecision>;
  /** The same: what is known of a call that nothing and nobody stops; null where something does. */
  judge(request: DryRequest): Promise<PreToolUseContext | null>;
  followUp<T>(call: Pick<CallRequest, "cwd" | "session">, work: Promise<T>): Promise<T>;
  /** A check of an intent, as a call of its session. */
  checkFor(request: Pick<CallRequest, "session" | "signal">): RunCheck;
}

export function createWaysIn(parts: WaysInParts): WaysIn {
  const { engine, home, native, beforeAndAfter } = parts;

  async function runAlone(request: RunRequest): Promise<CallAnswer> {
    const notices: Notice[] = [];
    const stopListening = parts.listen((notice) => notices.push(notice));
    const call = openCall({ ...request, runsHere: request.execute === undefined || request.isContainable === true });
    const execute = (context: PreToolUseContext, signal: AbortSignal) =>
      request.execute?.(context, native.starter(request, context, call)) ??
      native.run({ ...request, signal }, context, call, checkFor({ ...request, signal }));
    const done = await engine
      .executeTool(request.tool, request.input, {
        session: request.session,
        cwd: request.cwd ?? home.root,
        callId: request.callId,
        askApproval: request.askApproval,
        home: call,
        execute: (_callbacks, context) =>
          parts.watch.alone(call, async () => {
            const stop = untilStopped(parts.isStopped, request.session);
            const signal = request.signal ? AbortSignal.any([stop.signal, request.signal]) : stop.signal;
            try {
              // A person may have taken their time over the answer.
              if (signal.aborted) throw new Error("the call was stopped before it ran");
              return await execute(context, signal);
            } finally {
              stop.end();
            }
          }),
      })
      .finally(stopListening);
    const { invocationId, contextPatch, warnings, result } = done;
    const answer = { invocationId, contextPatch, warnings, result, notices };
    if (!done.allowed) return { ...answer, decision: "deny", failed: false, refusal: done.refusal };
    return { ...answer, decision: "allow", failed: done.error !== undefined, error: done.error };
  }

  function checkFor({ session, signal }: Pick<CallRequest, "session" | "signal">): RunCheck {
    return async (argv, { root }) => {
      const input = { command: shellLine(argv) };
      const answer = await runAlone({ tool: "execute_command", input, session, cwd: root, signal });
      if (answer.decision === "deny") return answer.refusal?.message ?? "refused";
      return answer.failed ? (answer.error?.message ?? "failed") : null;
    };
  }

  async function followUp<T>(call: Pick<CallRequest, "cwd" | "session">, work: Promise<T>): Promise<T> {
    const done = await work;
    await parts.followUp(call, runAlone);
    return done;
  }

  return {
    runAlone,
    checkFor,
    followUp,
    run: (request) => followUp(request, runAlone(request)),
    before: beforeAndAfter.before,
    after: (call, outcome, telling) => followUp(call, beforeAndAfter.after(call, outcome, telling)),
    watch: lazily(() => createWatchCall({ ...parts, followUp })),

    async afterRunning(request) {
      const claimed = await parts.claimDecided(request);
      if (claimed.found !== "one") return claimed;
      const { invocationId, call, decided } = claimed;
      const { tool, signal, execute } = request;
      const runOwn = () => native.runDecided(tool, call, signal, checkFor({ session: call.session, signal }));
      const outcome = await attempt(() => (execute ? execute(call) : runOwn()));
      const made = openCall({ key: decided.key });
      const warnings = await followUp(call, engine.postToolUse(call, decided.context, outcome, made));
      return { found: "one", invocationId, outcome, warnings };
    },

    async decide(request) {
      const decision = await engine.decide(toolCall(request), openCall(request));
      const { invocationId } = decision;
      if (decision.decision === "allow") return { invocationId, decision: "allow" };
      if (decision.decision !== "ask" || !parts.neverAsks(request.cwd ?? null)) return decision;
      return { invocationId, decision: "deny", refusal: decision.otherwise };
    },

    async judge(request) {
      const decision = await engine.decide(toolCall(request), openCall(request));
      return decision.decision === "allow" ? decision.context : null;
    },
  };

  function toolCall({ tool, input, session, cwd, callId }: CallRequest): ToolCall {
    return { toolName: tool, payload: input, session, cwd: cwd ?? home.root, callId: callId ?? null };
  }
}

async function attempt(work: () => Promise<unknown>): Promise<Exclude<Outcome, { kind: "denied" }>> {
  try {
    const result = await work();
    const { success, error } = (result ?? {}) as { success?: unknown; error?: unknown };
    if (success !== false && (error === undefined || error === null)) return { kind: "succeeded", result };
    return { kind: "failed", error: typeof error === "string" ? error : "the tool reported a failure", result };
  } catch (error) {
    return { kind: "failed", error: messageOf(error), result: undefined };
  }
}
