/** For hosts that call us once before and once after a tool, each time in a new process. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { AskApproval, HookEngine, HookWarning, Outcome, PreToolUseResult, ToolCall } from "@intentgate/engine";
import { ownToolRow } from "@intentgate/policy";
import type { DecidedCall, GovernedRoot, OwnCall } from "@intentgate/sidecar";
import { makeFolder, withFileLock } from "@intentgate/world";
import { canonicalJson } from "../approvals/binding.ts";
import { inputHash } from "./own-calls.ts";

export interface TwoPhase {
  /** Delivered twice, it answers the same twice: nobody is asked again and nothing is counted again. */
  before(call: ToolCall, askApproval?: AskApproval): Promise<PreToolUseResult>;
  /** Null where no decision is known for this call, or it was answered already. */
  after(call: ToolCall, outcome: boolean | Outcome): Promise<HookWarning[] | null>;
}

/** A person may be asked in the middle of it. */
const LONGEST_DECISION_MS = 600_000;

export function createTwoPhase(
  engine: HookEngine,
  rootOf: (call: ToolCall) => GovernedRoot,
  now: () => Date,
): TwoPhase {
  const callsOf = (call: ToolCall) => rootOf(call).store.sessions.read(call.session.id).decided.get(keyOf(call)) ?? [];

  /** One at a time for each call: the same event may come through two doors at the same moment. */
  function alone<T>(call: ToolCall, work: () => T | Promise<T>): Promise<T> {
    const locks = join(rootOf(call).sidecar, "locks");
    makeFolder(locks);
    return withFileLock(join(locks, `call-${keyOf(call)}.lock`), work, { waitMs: LONGEST_DECISION_MS });
  }

  async function decide(call: ToolCall, askApproval: AskApproval | undefined): Promise<PreToolUseResult> {
    // Without an id a repeated call cannot be told from a new one; an allow whose after has come is used up.
    const known = callsOf(call).find((one) => call.callId !== null && !(one.allowed && one.answered));
    if (known) return stored(known);
    const result = await engine.preToolUse(call, askApproval);
    const decided: DecidedCall = {
      invocationId: result.context.invocationId,
      at: now().toISOString(),
      allowed: result.allowExecution,
      errorMessage: result.errorMessage ?? null,
      context: result.context,
      answered: !result.allowExecution,
      own: ownCall(call, result, now),
    };
    rootOf(call).store.sessions.append(call.session.id, [{ kind: "decided", key: keyOf(call), call: decided }]);
    // No after-event will come for a refused call.
    if (!result.allowExecution) await engine.postToolUse(call, result.context, refusedOutcome(result));
    return result;
  }

  function claim(call: ToolCall): DecidedCall | null {
    const waiting = callsOf(call).find((one) => !one.answered);
    if (!waiting) return null;
    const { invocationId } = waiting;
    rootOf(call).store.sessions.append(call.session.id, [{ kind: "answered", key: keyOf(call), invocationId }]);
    return waiting;
  }

  return {
    before: (call, askApproval) =>
      call.callId === null ? decide(call, askApproval) : alone(call, () => decide(call, askApproval)),

    async after(call, outcome) {
      if (callsOf(call).every((one) => one.answered)) return null;
      const waiting = await alone(call, () => claim(call));
      return waiting && engine.postToolUse(call, waiting.context, outcome);
    },
  };
}

/**
 * The host's own id together with what is called: hosts have been seen to use an id again for another call. Without an
 * id, equal calls share a key and are answered first in, first out.
 */
function keyOf(call: ToolCall): string {
  const known = keys.get(call);
  if (known !== undefined) return known;
  const text = canonicalJson([call.callId, call.session.id, call.toolName, call.payload, call.cwd]);
  const key = createHash("sha256").update(text).digest("hex");
  keys.set(call, key);
  return key;
}

/** Asked for several times on the way through one call, whose payload may be long. */
const keys = new WeakMap<ToolCall, string>();

function ownCall({ payload, callId, cwd }: ToolCall, result: PreToolUseResult, now: () => Date): OwnCall | null {
  if (!result.allowExecution || !ownToolRow(result.context.normalizedToolName)) return null;
  return { at: now().toISOString(), callId, cwd, input: inputHash(payload) };
}

function stored(call: DecidedCall): PreToolUseResult {
  const { context, allowed, errorMessage } = call;
  return errorMessage === null
    ? { allowExecution: allowed, context }
    : { allowExecution: false, errorMessage, refusal: JSON.parse(errorMessage), context };
}

function refusedOutcome(result: PreToolUseResult): Outcome {
  return { kind: "denied", code: result.refusal?.code ?? "HOOK_ERROR", reason: result.refusal?.message ?? "" };
}
