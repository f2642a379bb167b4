/** One session of the agent at the gate: its tool calls in order, what they may do, and what became of them. */
import type { Outcome, Session, ToolCall } from "@intentgate/engine";
import type { AskInTerminal, Workspace } from "@intentgate/workspace";
import type { Here } from "../open-here.ts";
import { type Agent, type AgentToolCall, diffsOf, isMap, type Reading, readToolCall } from "./read-tool-call.ts";

export type Verdict =
  | { kind: "allowed" }
  | { kind: "refused"; text: string; message: string }
  /** The gate has no say in it: the editor's person has. */
  | { kind: "theirs" };

interface Decided {
  call: ToolCall;
  /** Paths and texts that the agent announced with it. */
  writes: Map<string, string | null>;
  command: string | null;
}

export interface AcpSession {
  id: string;
  session: Session;
  cwd: string;
  /** What the agent has said of a call so far, with this added. */
  heard(update: Record<string, unknown>): AgentToolCall | null;
  decide(call: AgentToolCall, ask: AskInTerminal): Promise<Verdict>;
  /** The agent says that a call is over. Answers what was wrong with one that it never asked about. */
  ended(call: AgentToolCall): Promise<string | null>;
  /** Whether a call that passed announced this write, or this command. */
  coversWrite(path: string, content: string): boolean;
  coversCommand(command: string): boolean;
  /** Something else is written there: what was announced for it is over. */
  overtaken(path: string): Promise<void>;
  /** One after another, in the order they came. */
  inTurn<T>(work: (workspace: Workspace) => Promise<T>, ask?: AskInTerminal | null): Promise<T>;
  /** The turn is over: whatever is still open will not be told about any more. */
  settle(): Promise<void>;
}

export function createAcpSession(id: string, cwd: string, here: Here, agent: () => Agent): AcpSession {
  const session: Session = { id: `acp-${id}`, host: "acp" };
  const calls = new Map<string, AgentToolCall>();
  const open = new Map<string, Decided>();
  const judged = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: (workspace: Workspace) => Promise<T>, ask: AskInTerminal | null = null): Promise<T> {
    const run = last.then(() => here.run(ask, work));
    last = run.catch(() => undefined); // whoever asked for it hears of it
    return run;
  }

  function toolCall(callId: string, reading: Reading & { kind: "tool" }, workspace: Workspace): ToolCall {
    if (reading.describe) workspace.describeAs(reading.payload, reading.describe);
    return { toolName: reading.tool, payload: reading.payload, session, cwd, callId };
  }

  async function before(
    call: AgentToolCall,
    reading: Reading & { kind: "tool" },
    workspace: Workspace,
  ): Promise<Verdict> {
    const asked = toolCall(call.toolCallId, reading, workspace);
    const result = await workspace.twoPhase.before(asked);
    judged.add(call.toolCallId);
    if (!result.allowExecution) {
      const text = result.errorMessage ?? "refused";
      return { kind: "refused", text, message: result.refusal?.message ?? text };
    }
    const { command } = reading.payload;
    open.set(call.toolCallId, {
      call: asked,
      writes: announcedBy(call, reading),
      command: reading.tool === "execute_command" && typeof command === "string" ? command : null,
    });
    return { kind: "allowed" };
  }

  async function after(callId: string, outcome: Outcome, workspace: Workspace): Promise<void> {
    const found = open.get(callId);
    open.delete(callId);
    if (found) await workspace.twoPhase.after(found.call, outcome);
  }

  return {
    id,
    session,
    cwd,
    inTurn,

    heard(update) {
      const { toolCallId } = update;
      if (typeof toolCallId !== "string") return null;
      const said = Object.fromEntries(
        Object.entries(update).filter(([, value]) => value !== undefined && value !== null),
      );
      const known = calls.get(toolCallId);
      // An empty input says nothing yet.
      if (known && isMap(said.rawInput) && Object.keys(said.rawInput).length === 0) delete said.rawInput;
      const call = { ...known, ...said, toolCallId };
      calls.set(toolCallId, call);
      return call;
    },

    decide(call, ask) {
      const reading = readToolCall(call, agent(), cwd);
      if (reading.kind === "own") {
        judged.add(call.toolCallId);
        return Promise.resolve({ kind: "allowed" });
      }
      if (reading.kind === "mode") return Promise.resolve({ kind: "theirs" });
      return inTurn((workspace) => before(call, reading, workspace), ask);
    },

    ended(call) {
      const outcome: Outcome =
        call.status === "completed"
          ? { kind: "succeeded", result: undefined }
          : { kind: "failed", error: "the agent says that it failed", result: undefined };
      return inTurn(async (workspace) => {
        if (open.has(call.toolCallId)) {
          await after(call.toolCallId, outcome, workspace);
          return null;
        }
        if (judged.has(call.toolCallId)) return null;
        judged.add(call.toolCallId);
        const reading = readToolCall(call, agent(), cwd);
        if (reading.kind !== "tool" || call.status !== "completed") return null;
        // It was never asked about: if it only looked, that is as it should be.
        const verdict = await before(call, reading, workspace);
        await after(call.toolCallId, outcome, workspace);
        return verdict.kind === "refused" ? verdict.message : null;
      });
    },

    coversWrite: (path, content) =>
      [...open.values()].some(({ writes }) => writes.has(path) && [null, content].includes(writes.get(path) ?? null)),
    coversCommand: (command) => [...open.values()].some((one) => one.command === command),

    overtaken: (path) =>
      inTurn(async (workspace) => {
        for (const [callId, { writes }] of [...open])
          if (writes.has(path)) await after(callId, { kind: "unknown" }, workspace);
      }),

    async settle() {
      await inTurn(async (workspace) => {
        for (const callId of [...open.keys()]) await after(callId, { kind: "unknown" }, workspace);
      });
      calls.clear();
      judged.clear();
    },
  };
}

function announcedBy(call: AgentToolCall, reading: Reading & { kind: "tool" }): Map<string, string | null> {
  const diffs = diffsOf(call.content) ?? [];
  const { path: named, file_path, content } = reading.payload;
  const path = named ?? file_path;
  const own: [string, string | null][] =
    typeof path === "string" && reading.tool !== "stat" && reading.tool !== "read_file"
      ? [[path, typeof content === "string" ? content : null]]
      : [];
  return new Map([...own, ...diffs.map(({ path, newText }): [string, string | null] => [path, newText])]);
}
