/** Calls that the agent tells of and never asked about: what they would have been told, and what they really changed. */
import { readFileSync, statSync } from "node:fs";
import type { Outcome, ToolCall } from "@intentgate/engine";
import type { HeardCall, WatchedCall, WatchedEnd, Workspace } from "@intentgate/gate";
import { mayBeSince } from "@intentgate/world";
import type { AgentCall, Watched } from "./agent-calls.ts";
import type { ToolReading } from "./read-tool-call.ts";

export interface WatchedCalls {
  /** The agent is about to be given something to do. */
  turnBegins(): void;
  /** The agent tells of a call that is not over. */
  noticed(call: AgentCall, reading: ToolReading): void;
  /** It is asked about after all. */
  asked(call: AgentCall): Promise<void>;
  /** What the conversation should be told. */
  ended(call: AgentCall, reading: ToolReading, outcome: Outcome): Promise<string[]>;
  /** The turn is over, and these have not ended. */
  settle(calls: readonly AgentCall[]): Promise<string[]>;
}

export interface WatchedCallsParts {
  inTurn<T>(work: (workspace: Workspace) => Promise<T>): Promise<T>;
  toolCall(callId: string, reading: ToolReading): ToolCall;
}

const LARGEST_SEEN = 16_000_000;

export function createWatchedCalls({ inTurn, toolCall }: WatchedCallsParts): WatchedCalls {
  const reported = new Set<string>();
  /**
   * Whatever the agent does unasked now began after this. We may hear of a call long after it has begun, and even of the
   * one before it, so a file written since then may be its work already: unless it stands as the ledger says.
   */
  let quietSince = Date.now();

  function begin(callId: string, reading: ToolReading, heard: HeardCall): Promise<WatchedCall> {
    const begun = inTurn((workspace) =>
      workspace.watch(toolCall(callId, reading), heard, reading.describe ?? undefined),
    );
    begun.catch(() => undefined); // whoever waits for its end hears of it
    return begun;
  }

  async function drop(call: AgentCall): Promise<void> {
    const { watched } = call;
    call.watched = null;
    await watched?.begun.then(
      (one) => one.forget(),
      () => undefined, // nothing has begun
    );
  }

  function once(about: string, text: string): string[] {
    if (reported.has(about)) return [];
    reported.add(about);
    return [text];
  }

  function textOf({ refusal, isUnknown, changed }: WatchedEnd, tool: string, outcome: Outcome): string[] {
    const files = changed.slice(0, 10).join(", ") + (changed.length > 10 ? ` and ${changed.length - 10} more` : "");
    if (changed.length === 0 && outcome.kind !== "succeeded") return [];
    if (refusal === null) {
      const why = "rules of its own allow it to. It is in the ledger; such calls are seen, not stopped.";
      return changed.length === 0 ? [] : once("passed", `The agent changed ${files} without asking: ${why}`);
    }
    const claim = `the agent did this without asking: ${refusal.message}`;
    if (changed.length > 0) return [`VIOLATION: ${claim} Changed: ${files}.`];
    if (!isUnknown) return [`VIOLATION: ${claim}`];
    const what = `The agent used ${tool} without asking. What it touches is not known; no file here has changed.`;
    return once(tool, what);
  }

  /** Takes its place in the row at once. */
  async function end(call: AgentCall, begun: Promise<WatchedCall>, tool: string, outcome: Outcome): Promise<string[]> {
    call.watched = null;
    return textOf(await inTurn(async () => (await begun).ended(outcome)), tool, outcome);
  }

  return {
    turnBegins() {
      quietSince = Date.now();
    },

    asked: drop,

    noticed(call, reading) {
      const known = call.watched;
      const key = JSON.stringify([reading.tool, reading.payload]);
      if (known?.key === key) return;
      const heard = known?.heard ?? { at: quietSince, files: new Map() };
      for (const { path } of reading.writes) if (!heard.files.has(path)) lookAt(path, heard);
      if (known) void drop(call); // what it said before is overtaken
      call.watched = { key, heard, begun: begin(call.id, reading, heard) };
    },

    ended(call, reading, outcome) {
      const beginNow = () => begin(call.id, reading, { at: quietSince, files: new Map() });
      return end(call, call.watched?.begun ?? beginNow(), reading.tool, outcome);
    },

    async settle(calls) {
      const texts: string[] = [];
      for (const call of calls)
        if (call.watched) texts.push(...(await end(call, call.watched.begun, "a tool", { kind: "unknown" })));
      quietSince = Date.now();
      return texts;
    },
  };
}

/** At once: the agent does not wait for us. What was written since it was quiet says nothing any more. */
function lookAt(path: string, { at, files }: Watched["heard"]): void {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) files.set(path, null);
    else if (stat.isFile() && stat.size <= LARGEST_SEEN && !mayBeSince(stat.mtimeMs, at))
      files.set(path, readFileSync(path));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error; // what cannot be read stays unknown
  }
}
