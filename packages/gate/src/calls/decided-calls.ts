/**
 * Our own tools run in the MCP server, which is told neither the session nor the id of a call. It finds the call that
 * the host's hook let pass, by tool and whole input, and runs it once, for the session that made it. Nothing is
 * concluded from who called last or from a folder.
 */
import { join } from "node:path";
import type { Deny, HookWarning, Outcome, Session, ToolCall } from "@intentgate/engine";
import { ownToolRow } from "@intentgate/policy";
import type { DecidedCall, GovernedRoot, OwnCall, SessionState } from "@intentgate/sidecar";
import { withFileLock } from "@intentgate/world";
import { inputHash } from "./call-key.ts";

export interface DecidedRequest {
  tool: string;
  input: unknown;
  /** What the host said beside the input: an id of the call or the session among it settles whose it is. */
  ids: readonly string[];
  signal: AbortSignal;
  /** Null: the native tool of this name. */
  execute: ((call: ToolCall) => Promise<unknown>) | null;
}

export type DecidedAnswer =
  | { found: "none" }
  /** Several sessions made the same call and nothing tells which of them this is. */
  | { found: "several"; sessions: number }
  /** A person stopped the session after its hook had let the call pass. */
  | { found: "stopped"; no: Deny }
  | { found: "one"; invocationId: string; outcome: Exclude<Outcome, { kind: "denied" }>; warnings: HookWarning[] };

export type Claimed =
  | Exclude<DecidedAnswer, { found: "one" }>
  | { found: "one"; invocationId: string; call: ToolCall; decided: DecidedCall };

interface Candidate {
  invocationId: string;
  session: SessionState;
  decided: DecidedCall;
  own: OwnCall;
}

/** Between the hook's yes and the call itself stands at most the host's own question to the person. */
const WAITS_MS = 15 * 60_000;

export interface DecidedCallsParts {
  home: Pick<GovernedRoot, "sidecar" | "store">;
  now(): Date;
  whyStopped(session: Session): Deny | null;
}

/** Finds the call and takes it: nobody finds it again. */
export function createClaimDecided({ home, now, whyStopped }: DecidedCallsParts) {
  return async ({ tool, input, ids }: Pick<DecidedRequest, "tool" | "input" | "ids">): Promise<Claimed> => {
    const claimed = await withFileLock(join(home.sidecar, "own-calls.lock"), () => claim(tool, input, ids));
    if (claimed.found !== "one") return claimed;
    const { invocationId, session, decided, own } = claimed.call;
    const { id, host, model, parent } = session;
    const call: ToolCall = {
      toolName: decided.context.toolName,
      payload: input,
      session: { id, host: host ?? undefined, model: model ?? undefined, parent: parent ?? undefined },
      cwd: own.cwd,
      callId: own.callId,
    };
    return { found: "one", invocationId, call, decided };
  };

  function claim(tool: string, input: unknown, ids: readonly string[]) {
    const name = ownToolRow(tool)?.name;
    const since = now().getTime() - WAITS_MS;
    const fitting = waiting().filter(
      ({ decided, own }) =>
        decided.context.normalizedToolName === name && own.input === inputHash(input) && Date.parse(own.at) >= since,
    );
    const among = namedBy(ids, fitting);
    const sessions = new Set(among.map(({ session }) => session.id));
    const [call] = among;
    if (!call) return { found: "none" as const };
    if (sessions.size > 1) return { found: "several" as const, sessions: sessions.size };
    const no = whyStopped({ id: call.session.id, parent: call.session.parent ?? undefined });
    if (no !== null) return { found: "stopped" as const, no };
    // At once: whoever asks for the same again finds nothing. Our own tools leave no file to settle.
    home.store.sessions.append(call.session.id, [{ kind: "closed", invocationId: call.invocationId }]);
    return { found: "one" as const, call };
  }

  /** Oldest first in each session: equal calls are run in the order they were made. */
  function waiting(): Candidate[] {
    return home.store.sessions.list().flatMap((session) =>
      session.ended
        ? []
        : [...session.open.values()].flatMap(({ invocationId, decided }) => {
            const own = decided?.own;
            return decided && own ? [{ invocationId, session, decided, own }] : [];
          }),
    );
  }
}

/** An id of the call says more than one of the session, and any more than none. */
function namedBy(ids: readonly string[], fitting: readonly Candidate[]): readonly Candidate[] {
  const byCall = fitting.filter(({ own }) => own.callId !== null && ids.includes(own.callId));
  if (byCall.length > 0) return byCall;
  const bySession = fitting.filter(({ session }) => ids.some((id) => isSession(session, id)));
  return bySession.length > 0 ? bySession : fitting;
}

/** Hosts name a session without the host before it, and a subagent's call may come under its parent's name. */
function isSession({ id, host }: SessionState, named: string): boolean {
  const before = `${host}:`;
  const own = host !== null && id.startsWith(before) ? id.slice(before.length) : id;
  return named === id || named === own || own.startsWith(`${named}/`);
}
