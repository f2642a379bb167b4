/** One session of the agent at the gate: its tool calls in order, what they may do, and what became of them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Outcome, Session, ToolCall } from "@intentgate/engine";
import type { AskInTerminal, Workspace } from "@intentgate/gate";
import type { Here } from "../gate/open-here.ts";
import {
  type Agent,
  type AgentToolCall,
  diffsOf,
  editsOf,
  isMap,
  type Reading,
  readToolCall,
  type ToolReading,
  type Write,
} from "./read-tool-call.ts";
import { createWatchedCalls } from "./watched-calls.ts";

export type Verdict =
  | { kind: "allowed" }
  | { kind: "refused"; text: string; message: string }
  /** The gate has no say in it: the editor's person has. */
  | { kind: "theirs" };

export interface AcpSession {
  id: string;
  session: Session;
  cwd: string;
  /** What the agent has said of a call so far, with this added. */
  heard(update: Record<string, unknown>): AgentToolCall | null;
  decide(call: AgentToolCall, ask: AskInTerminal): Promise<Verdict>;
  /** The agent says that a call is over. Answers what the conversation should be told of one that it never asked about. */
  ended(call: AgentToolCall): Promise<string[]>;
  /** Whether a call that passed announced exactly this write, or this command in the session's folder. Once: it is used up. */
  useWrite(path: string, content: string): boolean;
  useCommand(command: string): boolean;
  /** Something else is written there: what was announced for it is over. */
  overtaken(path: string): Promise<void>;
  /** One after another, in the order they came. */
  inTurn<T>(work: (workspace: Workspace) => Promise<T>, ask?: AskInTerminal | null): Promise<T>;
  /** A prompt is about to reach the agent. */
  turnBegins(): void;
  /** The turn is over: whatever is still open will not be told about any more. Answers as `ended` does. */
  settle(): Promise<string[]>;
}

/** What was answered to a call: a later message under its id may not go beyond it. */
interface Judged {
  isAllowed: boolean;
  paths: ReadonlySet<string>;
  command: string | null;
}

/** Ids of calls that are answered are kept for long: agents tell of their end when the turn is over, too. */
const MOST_JUDGED = 10_000;

export function createAcpSession(id: string, cwd: string, here: Here, agent: () => Agent): AcpSession {
  const session: Session = { id: `acp-${id}`, host: "acp" };
  const calls = new Map<string, AgentToolCall>();
  const open = new Map<string, ToolCall>();
  const judged = new Map<string, Judged>();
  const yes = createGivenYes();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: (workspace: Workspace) => Promise<T>, ask: AskInTerminal | null = null): Promise<T> {
    const run = last.then(() => here.run(ask, work));
    last = run.catch(() => undefined); // whoever asked for it hears of it
    return run;
  }

  function toolCall(callId: string, reading: ToolReading): ToolCall {
    return { toolName: reading.tool, payload: reading.payload, session, cwd, callId };
  }
  const unasked = createWatchedCalls({ inTurn, toolCall });

  function judge(call: AgentToolCall, isAllowed: boolean, reading: Reading): void {
    const payload: Record<string, unknown> = reading.kind === "tool" ? reading.payload : {};
    const command = reading.kind === "tool" ? reading.command : null;
    const shown = (diffsOf(call.content) ?? []).map(({ path }) => path);
    const named = [...shown, payload.path, payload.file_path].filter((path) => typeof path === "string");
    judged.delete(call.toolCallId);
    judged.set(call.toolCallId, { isAllowed, paths: new Set(named.map((path) => resolve(cwd, path))), command });
    for (const oldest of judged.keys()) {
      if (judged.size <= MOST_JUDGED) break;
      judged.delete(oldest);
    }
  }

  async function before(call: AgentToolCall, reading: ToolReading, workspace: Workspace): Promise<Verdict> {
    await after(call.toolCallId, { kind: "unknown" }, workspace); // it is asked about anew
    const asked = toolCall(call.toolCallId, reading);
    const result = await workspace.before(asked, undefined, reading.describe ?? undefined);
    judge(call, result.allowExecution, reading);
    if (!result.allowExecution) {
      const text = result.errorMessage ?? "refused";
      return { kind: "refused", text, message: result.refusal?.message ?? text };
    }
    open.set(call.toolCallId, asked);
    yes.give(call.toolCallId, reading);
    return { kind: "allowed" };
  }

  async function after(callId: string, outcome: Outcome, workspace: Workspace): Promise<void> {
    const found = open.get(callId);
    open.delete(callId);
    yes.over(callId);
    if (found) await workspace.after(found, outcome);
  }

  /** What of it nobody was asked about; null where there is nothing of the kind. */
  function unaskedPart(call: AgentToolCall): ToolReading | null {
    const known = judged.get(call.toolCallId);
    const reading = readToolCall(call, agent(), cwd);
    if (!known) return reading.kind === "tool" ? reading : null;
    const strays = (diffsOf(call.content) ?? []).filter(({ path }) => !known.paths.has(resolve(cwd, path)));
    if (strays.length > 0) return editsOf(strays);
    if (reading.kind !== "tool" || reading.isLook) return null;
    const isOther = reading.command !== null && reading.command !== known.command;
    return isOther || !known.isAllowed ? reading : null;
  }

  function endedUnasked(call: AgentToolCall, known: Judged | undefined, outcome: Outcome): Promise<string[]> {
    const part = unaskedPart(call);
    if (part?.isLook) return looked(call, part, outcome);
    const isRefused = known?.isAllowed === false;
    if (!part || (isRefused && outcome.kind === "failed")) return Promise.resolve([]);
    if (!known) judge(call, true, part);
    // Agents have been seen to call a refused call completed: what counts is whether anything has changed.
    return unasked.ended(call.toolCallId, part, isRefused ? { kind: "unknown" } : outcome);
  }

  async function looked(call: AgentToolCall, reading: ToolReading, outcome: Outcome): Promise<string[]> {
    judge(call, true, reading);
    await inTurn(async (workspace) => {
      const asked = toolCall(call.toolCallId, reading);
      const { allowExecution } = await workspace.before(asked, undefined, reading.describe ?? undefined);
      if (allowExecution) await workspace.after(asked, outcome);
    });
    return [];
  }

  return {
    id,
    session,
    cwd,
    inTurn,

    heard(update) {
      const { toolCallId } = update;
      if (typeof toolCallId !== "string") return null;
      const fields = Object.fromEntries(
        Object.entries(update).filter(([, value]) => value !== undefined && value !== null),
      );
      const known = calls.get(toolCallId);
      // An empty input says nothing yet.
      if (known && isMap(fields.rawInput) && Object.keys(fields.rawInput).length === 0) delete fields.rawInput;
      const call: AgentToolCall = { ...known, ...fields, toolCallId };
      calls.set(toolCallId, call);
      const isOver = call.status === "completed" || call.status === "failed";
      if (update.sessionUpdate === undefined || isOver || isUnsaid(call)) return call;
      const part = unaskedPart(call);
      if (part && !part.isLook && judged.get(toolCallId)?.isAllowed !== false) unasked.noticed(toolCallId, part);
      return call;
    },

    async decide(call, ask) {
      const reading = readToolCall(call, agent(), cwd);
      await unasked.asked(call.toolCallId);
      if (reading.kind === "tool") return inTurn((workspace) => before(call, reading, workspace), ask);
      judge(call, true, reading);
      return { kind: reading.kind === "theirs" ? "theirs" : "allowed" };
    },

    async ended(call) {
      const outcome: Outcome =
        call.status === "completed"
          ? { kind: "succeeded", result: undefined }
          : { kind: "failed", error: "the agent says that it failed", result: undefined };
      const known = judged.get(call.toolCallId);
      // Both take their places in the row at once, so that the end of the turn comes after them.
      const closed = open.has(call.toolCallId)
        ? inTurn((workspace) => after(call.toolCallId, outcome, workspace))
        : Promise.resolve();
      const texts = endedUnasked(call, known, outcome);
      await closed;
      return texts;
    },

    useWrite: (path, content) => yes.useWrite(path, content),
    useCommand: (command) => yes.useCommand(command),

    overtaken: (path) =>
      inTurn(async (workspace) => {
        for (const callId of yes.writing(path)) await after(callId, { kind: "unknown" }, workspace);
      }),

    turnBegins: () => unasked.turnBegins(),

    async settle() {
      await inTurn(async (workspace) => {
        for (const callId of [...open.keys()]) await after(callId, { kind: "unknown" }, workspace);
      });
      const texts = await unasked.settle();
      await new Promise((resolve) => setImmediate(resolve)); // what has just ended is told of first
      for (const call of calls.values())
        if (!judged.has(call.toolCallId)) judge(call, true, readToolCall(call, agent(), cwd));
      calls.clear();
      return texts;
    },
  };
}

/** The model is still at it: a first word of the call, without what it will do. */
function isUnsaid({ rawInput, content, locations }: AgentToolCall): boolean {
  const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;
  return isMap(rawInput) && Object.keys(rawInput).length === 0 && isEmpty(content) && isEmpty(locations);
}

interface GivenYes {
  give(callId: string, reading: ToolReading): void;
  /** The call is over: nothing more is covered by its yes. */
  over(callId: string): void;
  useWrite(path: string, content: string): boolean;
  /** In the session's folder and with no environment of its own. */
  useCommand(command: string): boolean;
  /** Calls that were to write there. */
  writing(path: string): string[];
}

interface Given {
  paths: ReadonlySet<string>;
  writes: Write[];
  command: string | null;
}

/** What the agent was told yes to and has not done yet: exactly these writes and this command, each once. */
function createGivenYes(): GivenYes {
  const given = new Map<string, Given>();
  return {
    give(callId, { writes, command }) {
      given.set(callId, { paths: new Set(writes.map(({ path }) => path)), writes: [...writes], command });
    },
    over: (callId) => void given.delete(callId),

    useWrite(path, content) {
      for (const { writes } of given.values()) {
        const at = writes.findIndex((one) => one.path === path && isResult(one, content));
        if (at < 0) continue;
        writes.splice(at, 1);
        return true;
      }
      return false;
    },

    useCommand(command) {
      const found = [...given.values()].find((one) => one.command === command);
      if (found) found.command = null;
      return found !== undefined;
    },

    writing: (path) => [...given].flatMap(([callId, { paths }]) => (paths.has(path) ? [callId] : [])),
  };
}

/** An edit covers what it makes of the file that stands there, and no other content. */
function isResult({ path, change }: Write, content: string): boolean {
  if ("whole" in change) return change.whole === content;
  const now = textAt(path);
  if (now === null || change.from === "") return false;
  const pieces = now.split(change.from);
  if (pieces.length < 2 || (pieces.length > 2 && !change.all)) return false;
  return pieces.join(change.to) === content;
}

/** Null where nothing can be read: then nothing is covered. */
function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return null;
  }
}
