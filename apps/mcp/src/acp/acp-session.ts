/** One session of the agent at the gate: its tool calls in order, what they may do, and what became of them. */
import { resolve } from "node:path";
import type { Outcome, Session, ToolCall } from "@intentgate/engine";
import type { AskInTerminal, Workspace } from "@intentgate/gate";
import type { Here } from "../gate/open-here.ts";
import { type AgentCall, createAgentCalls, givenTo } from "./agent-calls.ts";
import {
  type Agent,
  type AgentToolCall,
  diffsOf,
  editsOf,
  isMap,
  type Reading,
  readToolCall,
  type ToolReading,
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

export function createAcpSession(id: string, cwd: string, here: Here, agent: () => Agent): AcpSession {
  const session: Session = { id: `acp-${id}`, host: "acp" };
  const calls = createAgentCalls();
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

  function judge(said: AgentToolCall, isAllowed: boolean, reading: Reading): void {
    const payload: Record<string, unknown> = reading.kind === "tool" ? reading.payload : {};
    const command = reading.kind === "tool" ? reading.command : null;
    const shown = (diffsOf(said.content) ?? []).map(({ path }) => path);
    const named = [...shown, payload.path, payload.file_path].filter((path) => typeof path === "string");
    const paths = new Set(named.map((path) => resolve(cwd, path)));
    calls.judge(calls.of(said.toolCallId), { isAllowed, paths, command });
  }

  async function before(said: AgentToolCall, reading: ToolReading, workspace: Workspace): Promise<Verdict> {
    const call = calls.of(said.toolCallId);
    await after(call, { kind: "unknown" }, workspace); // it is asked about anew
    const asked = toolCall(call.id, reading);
    const result = await workspace.before(asked, undefined, reading.describe ?? undefined);
    judge(said, result.allowExecution, reading);
    if (!result.allowExecution) {
      const text = result.errorMessage ?? "refused";
      return { kind: "refused", text, message: result.refusal?.message ?? text };
    }
    call.open = asked;
    call.given = givenTo(reading);
    return { kind: "allowed" };
  }

  /** Nothing more is covered by its yes. */
  async function after(call: AgentCall, outcome: Outcome, workspace: Workspace): Promise<void> {
    const { open } = call;
    call.open = null;
    call.given = null;
    if (open) await workspace.after(open, outcome);
  }

  /** What of it nobody was asked about; null where there is nothing of the kind. */
  function unaskedPart(said: AgentToolCall, known: AgentCall["judged"]): ToolReading | null {
    const reading = readToolCall(said, agent(), cwd);
    if (!known) return reading.kind === "tool" ? reading : null;
    const strays = (diffsOf(said.content) ?? []).filter(({ path }) => !known.paths.has(resolve(cwd, path)));
    if (strays.length > 0) return editsOf(strays);
    if (reading.kind !== "tool" || reading.isLook) return null;
    const isOther = reading.command !== null && reading.command !== known.command;
    return isOther || !known.isAllowed ? reading : null;
  }

  function endedUnasked(said: AgentToolCall, outcome: Outcome): Promise<string[]> {
    const call = calls.of(said.toolCallId);
    const part = unaskedPart(said, call.judged);
    if (part?.isLook) return looked(said, part, outcome);
    const isRefused = call.judged?.isAllowed === false;
    if (!part || (isRefused && outcome.kind === "failed")) return Promise.resolve([]);
    if (!call.judged) judge(said, true, part);
    // Agents have been seen to call a refused call completed: what counts is whether anything has changed.
    return unasked.ended(call, part, isRefused ? { kind: "unknown" } : outcome);
  }

  async function looked(said: AgentToolCall, reading: ToolReading, outcome: Outcome): Promise<string[]> {
    judge(said, true, reading);
    await inTurn(async (workspace) => {
      const asked = toolCall(said.toolCallId, reading);
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
      const call = calls.of(toolCallId);
      // An empty input says nothing yet.
      if (call.heard && isMap(fields.rawInput) && Object.keys(fields.rawInput).length === 0) delete fields.rawInput;
      const said: AgentToolCall = { ...call.heard, ...fields, toolCallId };
      call.heard = said;
      const isOver = said.status === "completed" || said.status === "failed";
      if (update.sessionUpdate === undefined || isOver || isUnsaid(said)) return said;
      const part = unaskedPart(said, call.judged);
      if (part && !part.isLook && call.judged?.isAllowed !== false) unasked.noticed(call, part);
      return said;
    },

    async decide(call, ask) {
      const reading = readToolCall(call, agent(), cwd);
      await unasked.asked(calls.of(call.toolCallId));
      if (reading.kind === "tool") return inTurn((workspace) => before(call, reading, workspace), ask);
      judge(call, true, reading);
      return { kind: reading.kind === "theirs" ? "theirs" : "allowed" };
    },

    async ended(said) {
      const outcome: Outcome =
        said.status === "completed"
          ? { kind: "succeeded", result: undefined }
          : { kind: "failed", error: "the agent says that it failed", result: undefined };
      const call = calls.of(said.toolCallId);
      // Both take their places in the row at once, so that the end of the turn comes after them.
      const closed = call.open ? inTurn((workspace) => after(call, outcome, workspace)) : Promise.resolve();
      const texts = endedUnasked(said, outcome);
      await closed;
      return texts;
    },

    useWrite: calls.useWrite,
    useCommand: calls.useCommand,

    overtaken: (path) =>
      inTurn(async (workspace) => {
        const writing = calls.all().filter(({ given }) => given?.paths.has(path));
        for (const call of writing) await after(call, { kind: "unknown" }, workspace);
      }),

    turnBegins: () => unasked.turnBegins(),

    async settle() {
      await inTurn(async (workspace) => {
        for (const call of calls.all()) if (call.open) await after(call, { kind: "unknown" }, workspace);
      });
      const texts = await unasked.settle(calls.all());
      await new Promise((resolve) => setImmediate(resolve)); // what has just ended is told of first
      for (const call of calls.all()) {
        if (call.heard && !call.judged) judge(call.heard, true, readToolCall(call.heard, agent(), cwd));
        call.heard = null;
      }
      return texts;
    },
  };
}

/** The model is still at it: a first word of the call, without what it will do. */
function isUnsaid({ rawInput, content, locations }: AgentToolCall): boolean {
  const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;
  return isMap(rawInput) && Object.keys(rawInput).length === 0 && isEmpty(content) && isEmpty(locations);
}
