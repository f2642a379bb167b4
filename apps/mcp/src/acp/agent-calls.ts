/** The calls of one agent, a record each: what is known of a call lies there, from the first word of it on. */
import { readFileSync } from "node:fs";
import type { ToolCall } from "@intentgate/engine";
import type { HeardCall, WatchedCall } from "@intentgate/gate";
import type { AgentToolCall, ToolReading, Write } from "./read-tool-call.ts";

export interface AgentCall {
  readonly id: string;
  /** What the agent has said of it in this turn. */
  heard: AgentToolCall | null;
  judged: Judged | null;
  /** As it was asked about and let pass, until it is over. */
  open: ToolCall | null;
  /** What it was let pass for and has not done yet. */
  given: Given | null;
  /** It began unasked, and has not ended. */
  watched: Watched | null;
}

/** What was answered to a call: a later message under its id may not go beyond it. */
export interface Judged {
  isAllowed: boolean;
  paths: ReadonlySet<string>;
  command: string | null;
}

/** Exactly these writes and this command, each once. */
interface Given {
  paths: ReadonlySet<string>;
  writes: Write[];
  command: string | null;
}

/** `key`: what it is said to do. */
export interface Watched {
  key: string;
  heard: HeardCall & { files: Map<string, Uint8Array | null> };
  begun: Promise<WatchedCall>;
}

export interface AgentCalls {
  /** A new record where none is kept under this id. */
  of(id: string): AgentCall;
  all(): AgentCall[];
  judge(call: AgentCall, judged: Judged): void;
  /** Whether a call that passed announced exactly this write, or this command in the session's folder. Once: it is used up. */
  useWrite(path: string, content: string): boolean;
  useCommand(command: string): boolean;
}

/** Calls that are over are kept for long: agents tell of their end when the turn is over, too. */
const MOST_KEPT = 10_000;

export function createAgentCalls(): AgentCalls {
  const calls = new Map<string, AgentCall>();
  const all = () => [...calls.values()];
  const given = () => all().flatMap((call) => (call.given ? [call.given] : []));

  return {
    all,

    of(id) {
      const known = calls.get(id) ?? { id, heard: null, judged: null, open: null, given: null, watched: null };
      calls.set(id, known);
      return known;
    },

    judge(call, judged) {
      call.judged = judged;
      calls.delete(call.id);
      calls.set(call.id, call);
      for (const oldest of calls.values()) {
        if (calls.size <= MOST_KEPT) break;
        if (!oldest.heard && !oldest.open && !oldest.watched) calls.delete(oldest.id);
      }
    },

    useWrite(path, content) {
      for (const { writes } of given()) {
        const at = writes.findIndex((one) => one.path === path && isResult(one, content));
        if (at < 0) continue;
        writes.splice(at, 1);
        return true;
      }
      return false;
    },

    useCommand(command) {
      const found = given().find((one) => one.command === command);
      if (found) found.command = null;
      return found !== undefined;
    },
  };
}

export function givenTo({ writes, command }: ToolReading): Given {
  return { paths: new Set(writes.map(({ path }) => path)), writes: [...writes], command };
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
