/** For hosts that run the tool themselves and call us before and after it, each time perhaps in a new process. */
import { join } from "node:path";
import type { TicketState } from "@intentgate/box";
import { visibleText } from "@intentgate/documents";
import {
  type AskApproval,
  type HookEngine,
  type HookWarning,
  messageOf,
  type Notice,
  type Outcome,
  type PreToolUseContext,
  type PreToolUseResult,
  type Session,
  type ToolCall,
} from "@intentgate/engine";
import type { DecidedCall, DecisionLog, GovernedRoot, OpenCall, SessionState } from "@intentgate/sidecar";
import { makeFolder, withFileLock } from "@intentgate/world";
import { leftNotices } from "../contained/left-notices.ts";
import type { Rewriting, Tickets } from "../contained/tickets.ts";
import { type Call, type DescribeCall, openCall } from "./call.ts";
import { keyOf } from "./call-key.ts";
import { type Levels, onlyLevel, type Telling } from "./levels.ts";
import { nobody, writeAgain, writeOpened } from "./opened.ts";

export interface BeforeAndAfter {
  /** Delivered twice, it answers the same twice: nobody is asked again and nothing is counted again. */
  before(
    call: ToolCall,
    askApproval?: AskApproval,
    describe?: DescribeCall,
    telling?: Telling,
    rewriting?: Rewriting | null,
  ): Promise<BeforeAnswer>;
  /** Null where no decision is known for this call, or its after has come already. */
  after(call: ToolCall, outcome: boolean | Outcome, telling?: Telling): Promise<HookWarning[] | null>;
  /**
   * Calls that were let pass and of whose end the host said nothing: the person refused them in the host's own dialog,
   * or broke them off. When the turn is over none of them runs any more, and what they changed is recorded; but not of
   * what runs under its ticket, which hosts let go on beyond their call and the turn.
   */
  settleOpen(session: Session): Promise<void>;
}

export interface BeforeAnswer extends PreToolUseResult {
  isRepeated: boolean;
  /** What the host is to run in the place of its command; absent: the command itself. */
  line?: string;
}

export interface BeforeAndAfterParts {
  engine: HookEngine<Call>;
  home: GovernedRoot;
  rootAt(call: Pick<ToolCall, "cwd">): GovernedRoot;
  decisions: DecisionLog;
  levels: Levels;
  tickets: Pick<Tickets<Call>, "issue" | "stateOf" | "isAtWork" | "endedInSandbox" | "settle" | "drop">;
  notify(notice: Notice): void;
  now(): Date;
  /** A person stopped the session, and with it what it was told before. */
  isStopped(session: Session): boolean;
}

/** A person may be asked in the middle of it. */
const LONGEST_DECISION_MS = 600_000;
/** In which a line that was handed over begins, on a machine that has much to do. */
const LONGEST_START_MS = 20_000;

export function createBeforeAndAfter(parts: BeforeAndAfterParts): BeforeAndAfter {
  const { engine, home, rootAt, decisions, levels, tickets, now, notify } = parts;
  const stateOf = (root: GovernedRoot, { id }: Session) => root.store.sessions.read(id);

  /** One at a time for each call: the same event may come through two doors at the same moment. */
  function alone<T>(root: GovernedRoot, key: string, work: () => Promise<T>): Promise<T> {
    const locks = join(root.sidecar, "locks");
    makeFolder(locks);
    return withFileLock(join(locks, `call-${key}.lock`), work, { waitMs: LONGEST_DECISION_MS });
  }

  async function decide(
    root: GovernedRoot,
    call: ToolCall,
    made: Call & { key: string },
    ask?: AskApproval,
  ): Promise<BeforeAnswer> {
    // An allow whose after has come is used up. Read once: between two readings an open call can become one that ran.
    const state = stateOf(root, call.session);
    const { refused, ran } = state;
    const open = openWith(state, made.key);
    const known = open?.decided ?? refused.get(made.key) ?? [...ran.values()].find(({ key }) => key === made.key);
    // What a stop came between is decided anew: an allow from before it, and its own refusal once it is taken back.
    const isOvertaken = known?.errorMessage === null ? parts.isStopped(call.session) : isStopRefusal(known);
    if (known && !isOvertaken)
      return { ...stored(known), isRepeated: true, ...(open?.ticket && { line: open.ticket.line }) };
    const result = await engine.preToolUse(call, ask, made);
    if (!result.allowExecution) {
      keepRefusal(root, call, made.key, result);
      // No after will come for a refused call.
      await engine.postToolUse(call, result.context, refusedOutcome(result), made);
    }
    const line = result.allowExecution ? await handOver(root, call, result.context, made) : null;
    decisions.keep(made); // this process may be gone before the other phase
    return { ...result, isRepeated: false, ...(line !== null && { line }) };
  }

  /** What is contained is not run as it is: the host gets another line, and the journal says so before the host does. */
  async function handOver(root: GovernedRoot, call: ToolCall, decided: PreToolUseContext, made: Call) {
    if (made.rewriting === null) return null;
    const payload = call.payload as Record<string, unknown>;
    const how = { ...made.rewriting, payload };
    const ticket = await tickets.issue({ ...decided, session: call.session, cwd: call.cwd }, made, how);
    if (ticket === null) return null;
    const { opened } = made;
    if (opened === null) throw new Error("a call that is handed over was not opened");
    made.opened = writeAgain(root, call.session.id, { ...opened, ticket });
    return ticket.line;
  }

  function keepRefusal(root: GovernedRoot, { session }: ToolCall, key: string, result: PreToolUseResult): void {
    const { context, errorMessage = "refused" } = result;
    const decided = { key, errorMessage, context, own: null };
    const known = { at: now().toISOString(), intentId: context.intentId, ...nobody, decided };
    writeOpened(root, { ...context, session }, known);
  }

  function end(root: GovernedRoot, call: ToolCall, key: string, outcome: boolean | Outcome) {
    return alone(root, key, async () => {
      const ticket = openWith(stateOf(root, call.session), key)?.ticket;
      if (ticket !== undefined) {
        const settled = await tickets.settle(ticket.id);
        for (const notice of leftNotices(root.root, settled)) notify(notice);
        // What somebody had begun to apply was judged.
        const wasBegun = settled !== null && settled.runs + settled.stuck.length > 0;
        if (!wasBegun) await lookIntoSandbox(ticket.id);
      }
      const opened = openWith(stateOf(root, call.session), key);
      if (opened === null) return null;
      if (ticket !== undefined && (await tickets.isAtWork(ticket.id))) return letGoOn(root, call, opened);
      // In the background a call is over before its line has begun.
      const mayCome = isBehind(call) && !ticket?.goesOn;
      if (ticket !== undefined && mayCome && (await tickets.stateOf(ticket.id)) === "unseen")
        return letGoOn(root, call, opened);
      const ran = ticket === undefined ? "as it was" : howItRan(await tickets.stateOf(ticket.id), outcome);
      const warnings = await engine.postToolUse(call, opened.decided.context, outcome, {
        ...{ ...openCall({ key }), opened, ran },
      });
      if (ticket !== undefined) await tickets.drop(ticket.id);
      return warnings;
    });
  }

  /** Hosts that waited long enough say that the call is over; what it changes counts when it ends. */
  function letGoOn(root: GovernedRoot, call: ToolCall, { ticket, ...opened }: OpenAndDecided): HookWarning[] {
    if (ticket === undefined || ticket.goesOn) return [];
    writeAgain(root, call.session.id, { ...opened, ticket: { ...ticket, goesOn: true } });
    // What is held says so itself.
    if (isBehind(call)) return [];
    const message = "This command goes on. What it changes is judged when it ends.";
    notify({ kind: "contained", message, paths: [] });
    return [];
  }

  async function settleAll(session: Session, which: (call: OpenAndDecided) => Promise<boolean>): Promise<void> {
    for (const one of [...stateOf(home, session).open.values()].filter(isDecided)) {
      if (!(await which(one))) continue;
      const { decided, ticket } = one;
      const { context, own, key } = decided;
      const place = { cwd: own?.cwd ?? null, callId: own?.callId ?? null };
      const call = { toolName: context.toolName, payload: {}, session, ...place };
      try {
        // Its host has said that the call is over.
        const outcome: Outcome = ticket?.goesOn ? { kind: "succeeded", result: undefined } : { kind: "unknown" };
        await end(home, call, key, outcome);
      } catch (error) {
        // It stays open. Those after it would too, at every end of a turn.
        tellUnsettled(session, context, messageOf(error));
      }
    }
  }

  /** A host may send the next call before the line of one in the background has begun. */
  async function isOver({ ticket, at }: OpenAndDecided): Promise<boolean> {
    if (ticket?.goesOn !== true) return false;
    const mayBegin = now().getTime() - Date.parse(at) < LONGEST_START_MS;
    return !mayBegin || (await tickets.stateOf(ticket.id)) !== "unseen";
  }

  function tellUnsettled({ id }: Session, { invocationId, toolName, intentId }: PreToolUseContext, why: string): void {
    const settled = { phases: [] };
    const row = { invocationId, phase: "post" as const, session: id, tool: toolName, intentId, ms: 0 };
    decisions.log({ ...row, decision: "not_settled", detail: { reason: why } }, settled);
    decisions.keep(settled);
    const message = `What a ${toolName} call did could not be told, and it stays open: ${visibleText(why)}`;
    notify({ kind: "warning", message, paths: [] });
  }

  /** Nobody was reached from there: what it changed is judged now, and this is when the model can be told. */
  async function lookIntoSandbox(id: string): Promise<void> {
    const end = await tickets.endedInSandbox(id);
    if (end === null) return;
    const lines = end.ok ? end.told : [`Nothing of this command was kept: ${end.why}.`];
    for (const message of lines) notify({ kind: "contained", message, paths: [] });
  }

  return {
    async before(call, askApproval, describe, telling = onlyLevel, rewriting = null) {
      const root = rootAt(call);
      // Before anybody else is taken for who changed what it did.
      await settleAll(call.session, isOver);
      const key = call.callId === null ? await levels.before(root, call, telling) : keyOf(call);
      const made = { ...openCall({ describe, rewriting }), key };
      const { line, ...answer } = await alone(root, key, () => decide(root, call, made, askApproval));
      return line === undefined || rewriting?.isWithheld ? answer : { ...answer, line };
    },

    async after(call, outcome, telling = onlyLevel) {
      const root = rootAt(call);
      const key = call.callId === null ? await levels.after(root, call, telling) : keyOf(call);
      if (key === null) return null;
      const state = stateOf(root, call.session);
      const [ran] = [...state.ran].find(([, decided]) => decided.key === key) ?? [];
      if (ran !== undefined) root.store.sessions.append(call.session.id, [{ kind: "closed", invocationId: ran }]);
      return openWith(state, key) === null ? null : end(root, call, key, outcome);
    },

    settleOpen: (session) => settleAll(session, async () => true),
  };
}

function openWith({ open }: SessionState, key: string): OpenAndDecided | null {
  return [...open.values()].filter(isDecided).find(({ decided }) => decided.key === key) ?? null;
}

/** Who never came with the ticket ran the command itself, if at all; where nothing is left of it, nobody can tell. */
function howItRan(state: TicketState, outcome: boolean | Outcome): Call["ran"] {
  if (state === "gone") return "not known";
  if (state !== "unseen") return "contained";
  const kind = typeof outcome === "object" ? outcome.kind : outcome ? "succeeded" : "failed";
  if (kind === "failed") return "not redeemed";
  return kind === "succeeded" ? "unboxed" : "not known";
}

function isBehind({ payload }: ToolCall): boolean {
  return (payload as { background?: unknown }).background === true;
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

function isStopRefusal(known: DecidedCall | undefined): boolean {
  return known !== undefined && stored(known).refusal?.code === "STOPPED";
}

function refusedOutcome({ refusal }: PreToolUseResult): Outcome {
  return { kind: "denied", code: refusal?.code ?? "HOOK_ERROR", reason: refusal?.message ?? "" };
}
