/** The machine: one tool call, a straight line from request to result. Knows no host, no file, no policy. */
import { askedAgain, readAnswer, refusedBy, stillOpen } from "./approve.ts";
import { attempt, type Execute, type ToolCallbacks } from "./attempt.ts";
import type {
  AskApproval,
  Outcome,
  OwnPostHookFn,
  OwnPreHookFn,
  PostHookContext,
  PreToolUseContext,
  PreToolUseResult,
  Session,
  ToolCall,
} from "./call.ts";
import { addFacts, crossingContext, unknownContext } from "./context.ts";
import type { ApprovalAnswer, Deny, HookWarning, Refusal } from "./decision.ts";
import { messageOf } from "./error-message.ts";
import type { EngineParts } from "./parts.ts";
import { phaseLog } from "./phase-log.ts";
import { runPostHooks } from "./post-hooks.ts";
import { hookError, runPreHooks } from "./pre-hooks.ts";
import { refusal, warning } from "./refusal.ts";
import { createRegistry, type HookOptions } from "./registry.ts";

export interface ExecuteOptions<Home = unknown> {
  session: Session;
  cwd?: string | null;
  callId?: string | null;
  askApproval?: AskApproval;
  pushToolResult?(result: unknown): void | Promise<void>;
  handleError?(error: unknown): void | Promise<void>;
  execute: Execute;
  /** Made by the caller, who knows more of the call than its name and input say. */
  home?: Home;
}

export interface ExecuteResult {
  invocationId: string;
  allowed: boolean;
  result?: unknown;
  error?: Refusal | { message: string };
  /** Set exactly when the call was refused; `error` is then the same. */
  refusal?: Refusal;
  /** Context for the model's next turn. */
  contextPatch: Record<string, unknown>;
  warnings: HookWarning[];
}

export interface HookEngine<Home = unknown> {
  registerPreHook(name: string, fn: OwnPreHookFn<Home>, options?: HookOptions): () => void;
  registerPostHook(name: string, fn: OwnPostHookFn<Home>, options?: HookOptions): () => void;
  /** The hooks registered so far can no longer be replaced. */
  sealHooks(): void;
  /** Exactly `preToolUse`, then the tool, then `postToolUse`. */
  executeTool(toolName: string, payload: unknown, options: ExecuteOptions<Home>): Promise<ExecuteResult>;
  preToolUse(call: ToolCall, askApproval?: AskApproval, home?: Home): Promise<PreToolUseResult>;
  /** What would happen now: nobody is asked, nothing runs, no post-hook is called. */
  decide(call: ToolCall, home?: Home): Promise<Judged>;
  /** Without the home of the before-phase it is another process's, as far as it was kept. */
  postToolUse(
    call: ToolCall,
    context: PreToolUseContext,
    outcome: boolean | Outcome,
    home?: Home,
  ): Promise<HookWarning[]>;
}

/** `context` is what is known of a call that would be allowed. */
type Judged = Exclude<DryDecision, { decision: "allow" }> | (Allowed & { context: PreToolUseContext });
type Allowed = Extract<DryDecision, { decision: "allow" }>;

export type DryDecision =
  | { invocationId: string; decision: "allow" }
  /** `otherwise` is what it becomes where nobody can be asked. */
  | { invocationId: string; decision: "ask"; questions: string[]; otherwise: Refusal }
  | { invocationId: string; decision: "deny"; refusal: Refusal };

const PRE_HOOK_MS = 5_000;
const POST_HOOK_MS = 30_000;

export function createHookEngine<Home = unknown>(parts: EngineParts<Home>): HookEngine<Home> {
  const preHooks = createRegistry<OwnPreHookFn<Home>>(PRE_HOOK_MS);
  const postHooks = createRegistry<OwnPostHookFn<Home>>(POST_HOOK_MS);

  const newHome = () => parts.openHome?.() as Home;

  const engine: HookEngine<Home> = {
    registerPreHook: preHooks.register,
    registerPostHook: postHooks.register,
    sealHooks() {
      preHooks.seal();
      postHooks.seal();
    },

    async executeTool(toolName, payload, options) {
      const { session, cwd = null, callId = null, askApproval, home = newHome() } = options;
      const call: ToolCall = { toolName, payload, session, cwd, callId };
      const before = await engine.preToolUse(call, askApproval, home);
      const { invocationId, contextPatch } = before.context;
      const warnings: HookWarning[] = [];
      const host = guardedHost(options, (callback, error) => {
        warnings.push(warning(before.context, callback, error));
      });
      const outcome = before.allowExecution
        ? await attempt(options.execute, host, before.context)
        : await refused(before, host);
      warnings.push(...(await engine.postToolUse(call, before.context, outcome, home)));
      if (outcome.kind === "succeeded") {
        return { invocationId, allowed: true, result: outcome.result, contextPatch, warnings };
      }
      if (outcome.kind === "failed") {
        const { result, error: message } = outcome;
        return { invocationId, allowed: true, result, error: { message }, contextPatch, warnings };
      }
      return { invocationId, allowed: false, error: before.refusal, refusal: before.refusal, contextPatch, warnings };
    },

    async preToolUse(call, askApproval, home = newHome()) {
      const context = unknownContext(call, parts.newId(), askApproval, false);
      const log = phaseLog(parts, context, home);
      let approval: ApprovalAnswer | null = null;

      const refuse = (hook: string, no: Deny): PreToolUseResult => {
        const error = refusal(context, no);
        try {
          log("pre", hook, "deny", no.code, { reason: no.reason });
        } catch (failure) {
          error.meta.not_logged = messageOf(failure); // a no stays a no when it cannot be written down
        }
        const crossing = crossingContext(context, approval, {});
        return { allowExecution: false, errorMessage: JSON.stringify(error), refusal: error, context: crossing };
      };
      const decide = () =>
        runPreHooks(preHooks.list(), context, home, parts, (hook, decision, code, reason) => {
          if (decision !== "deny") log("pre", hook, decision, code, { reason });
        });

      let stage = "effects";
      try {
        addFacts(context, await parts.describe(call, home));

        stage = "hooks";
        let found = await decide();
        if (found.kind === "refused") return refuse(found.hook, found.deny);
        if (found.asks.length > 0) {
          const asks = Object.freeze(found.asks);

          stage = "approve";
          approval = readAnswer(await parts.approve(context, asks, askApproval, home));
          const topics = asks.map((ask) => ask.topic);
          log("ask", undefined, approval.answer, undefined, { topics, ...approval });
          if (approval.answer !== "approved") return refuse("approve", refusedBy(approval, asks));

          // Time has passed and a yes may have changed the scope: every check runs again on what the call does now.
          stage = "effects";
          addFacts(context, await parts.describe(call, home));
          stage = "hooks";
          context.approved = asks;
          found = await decide();
          if (found.kind === "refused") return refuse(found.hook, found.deny);
          const open = stillOpen(context, found.asks);
          if (open.length > 0) return refuse("approve", askedAgain(open));
        }

        stage = "begin";
        const decided = crossingContext(context, approval, found.contextPatch);
        const tooLate = await parts.begin(context, decided, home);
        if (tooLate) return refuse(stage, tooLate);
        log("pre", undefined, "allow");
        return { allowExecution: true, context: decided };
      } catch (error) {
        return refuse(stage, hookError(stage, messageOf(error)));
      }
    },

    async decide(call, home = newHome()) {
      const context = unknownContext(call, parts.newId(), undefined, true);
      const { invocationId } = context;
      const deny = (no: Deny): Judged => ({ invocationId, decision: "deny", refusal: refusal(context, no) });
      try {
        addFacts(context, await parts.describe(call, home));
        const found = await runPreHooks(preHooks.list(), context, home, parts, () => undefined);
        if (found.kind === "refused") return deny(found.deny);
        const [first] = found.asks;
        if (!first)
          return { invocationId, decision: "allow", context: crossingContext(context, null, found.contextPatch) };
        const otherwise = refusal(context, first.whenUnreachable);
        return { invocationId, decision: "ask", questions: found.asks.map((ask) => ask.question), otherwise };
      } catch (error) {
        return deny(hookError("decide", messageOf(error)));
      }
    },

    async postToolUse(call, crossing, result, home = newHome()) {
      const context = unknownContext(call, crossing.invocationId, undefined, false);
      addFacts(context, crossing);
      const outcome = typeof result === "boolean" ? plainOutcome(result) : result;
      const warnings: HookWarning[] = [];
      const logStrictly = phaseLog(parts, context, home);
      const log: typeof logStrictly = (...entry) => {
        try {
          logStrictly(...entry);
        } catch (error) {
          warnings.push(warning(context, "log", error));
        }
      };
      if (outcome.kind !== "denied") log("execute", undefined, outcome.kind);
      let changes: PostHookContext["changes"] = [];
      try {
        changes = Object.freeze([...(await parts.observe(context, outcome, home))]);
      } catch (error) {
        warnings.push(warning(context, "observe", error));
      }
      const { approval, contextPatch } = crossing;
      const afterwards = { outcome: Object.freeze({ ...outcome }), approval, contextPatch, changes };
      warnings.push(...(await runPostHooks(postHooks.list(), context, home, afterwards, parts.clock)));
      for (const { message, meta } of [...warnings]) {
        log("post", meta.hook_name, "warning", undefined, { reason: message });
      }
      log("done", undefined, outcome.kind, outcome.kind === "denied" ? outcome.code : undefined);
      return warnings;
    },
  };
  return engine;
}

/** The host's callbacks, made so that what they throw keeps neither the result nor the post-hooks from coming. */
function guardedHost(options: ExecuteOptions, failed: (callback: string, error: unknown) => void): ToolCallbacks {
  return {
    askApproval: options.askApproval,
    async pushToolResult(result) {
      try {
        await options.pushToolResult?.(result);
      } catch (error) {
        failed("pushToolResult", error);
      }
    },
    async handleError(thrown) {
      try {
        await options.handleError?.(thrown);
      } catch (error) {
        failed("handleError", error);
      }
    },
  };
}

async function refused(before: PreToolUseResult, host: ToolCallbacks): Promise<Outcome> {
  await host.pushToolResult(before.errorMessage);
  return { kind: "denied", code: before.refusal?.code ?? "HOOK_ERROR", reason: before.refusal?.message ?? "" };
}

function plainOutcome(succeeded: boolean): Outcome {
  return succeeded
    ? { kind: "succeeded", result: undefined }
    : { kind: "failed", error: "the tool reported a failure", result: undefined };
}
