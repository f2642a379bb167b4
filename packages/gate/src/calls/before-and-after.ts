/** For hosts that run the tool themselves and call us before and after it, each time perhaps in a new process. */
import { join } from "node:path";
import type {
  AskApproval,
  HookEngine,
  HookWarning,
  Outcome,
  PreToolUseResult,
  Session,
  ToolCall,
} from "@intentgate/engine";
import type { DecidedCall, DecisionLog, GovernedRoot, OpenCall } from "@intentgate/sidecar";
import { makeFolder, withFileLock } from "@intentgate/world";
import { type Call, type DescribeCall, openCall } from "./call.ts";
import { keyOf } from "./call-key.ts";

export interface BeforeAndAfter {
  /** Delivered twice, it answers the same twice: nobody is asked again and nothing is counted again. */
  before(call: ToolCall, askApproval?: AskApproval, describe?: DescribeCall): Promise<PreToolUseResult>;
  /** Null where no decision is known for this call, or its after has come already. */
  after(call: ToolCall, outcome: boolean | Outcome): Promise<HookWarning[] | null>;
  /**
   * Calls that were let pass and of whose end the host said nothing: the person refused them in the host's own dialog,
   * or broke them off. When the turn is over none of them runs any more, and what they changed is recorded.
   */
  settleOpen(session: Session): Promise<void>;
}

export interface BeforeAndAfterParts {
  engine: HookEngine<Call>;
  home: GovernedRoot;
  rootAt(call: Pick<ToolCall, "cwd">): GovernedRoot;
  decisions: DecisionLog;
  now(): Date;
}

/** A person may be asked in the middle of it. */
const LONGEST_DECISION_MS = 600_000;

export function createBeforeAndAfter({ engine, home, rootAt, decisions, now }: BeforeAndAfterParts): BeforeAndAfter {
  const stateOf = (root: GovernedRoot, { id }: Session) => root.store.sessions.read(id);

  /** The oldest, where equal calls are under way. */
  function openWith(root: GovernedRoot, session: Session, key: string): OpenAndDecided | null {
    return (
      [...stateOf(root, session).open.values()].filter(isDecided).find(({ decided }) => decided.key === key) ?? null
    );
  }

  /** One at a time for each call: the same event may come through two doors at the same moment. */
  function alone<T>(root: GovernedRoot, key: string, work: () => Promise<T>): Promise<T> {
    const locks = join(root.sidecar, "locks");
    makeFolder(locks);
    return withFileLock(join(locks, `call-${key}.lock`), work, { waitMs: LONGEST_DECISION_MS });
  }

  async function decide(root: GovernedRoot, call: ToolCall, made: Call & { key: string }, ask?: AskApproval) {
    // Without an id a repeated call cannot be told from a new one; an allow whose after has come is used up.
    const known =
      call.callId === null
        ? undefined
        : (openWith(root, call.session, made.key)?.decided ?? stateOf(root, call.session).refused.get(made.key));
    if (known) return stored(known);
    const result = await engine.preToolUse(call, ask, made);
    if (!result.allowExecution) {
      keepRefusal(root, call, made.key, result);
      // No after will come for a refused call.
      await engine.postToolUse(call, result.context, refusedOutcome(result), made);
    }
    decisions.keep(made); // this process may be gone before the other phase
    return result;
  }

  function keepRefusal(root: GovernedRoot, { session }: ToolCall, key: string, result: PreToolUseResult): void {
    const { context, errorMessage = "refused" } = result;
    const at = now().toISOString();
    const { invocationId, normalizedToolName: tool, intentId } = context;
    const decided = { key, errorMessage, context, own: null };
    const call: OpenCall = { invocationId, at, tool, intentId, pid: 0, pidStartedAt: "", before: {}, decided };
    root.store.sessions.append(session.id, [{ kind: "opened", at, call }]);
  }

  function end(root: GovernedRoot, call: ToolCall, key: string, outcome: boolean | Outcome) {
    return alone(root, key, async () => {
      const opened = openWith(root, call.session, key);
      return opened && engine.postToolUse(call, opened.decided.context, outcome, { ...openCall({ key }), opened });
    });
  }

  return {
    before(call, askApproval, describe) {
      const root = rootAt(call);
      const key = keyOf(call);
      const made = { ...openCall({ describe }), key };
      const work = () => decide(root, call, made, askApproval);
      return call.callId === null ? work() : alone(root, key, work);
    },

    async after(call, outcome) {
      const root = rootAt(call);
      const key = keyOf(call);
      return openWith(root, call.session, key) === null ? null : end(root, call, key, outcome);
    },

    async settleOpen(session) {
      for (const { decided } of [...stateOf(home, session).open.values()].filter(isDecided)) {
        const { context, own, key } = decided;
        const place = { cwd: own?.cwd ?? null, callId: own?.callId ?? null };
        await end(home, { toolName: context.toolName, payload: {}, session, ...place }, key, { kind: "unknown" });
      }
    },
  };
}

type OpenAndDecided = OpenCall & { decided: DecidedCall };

function isDecided(call: OpenCall): call is OpenAndDecided {
  return call.decided !== null;
}

function stored({ context, errorMessage }: DecidedCall): PreToolUseResult {
  return errorMessage === null
    ? { allowExecution: true, context }
    : { allowExecution: false, errorMessage, refusal: JSON.parse(errorMessage), context };
}

function refusedOutcome({ refusal }: PreToolUseResult): Outcome {
  return { kind: "denied", code: refusal?.code ?? "HOOK_ERROR", reason: refusal?.message ?? "" };
}
