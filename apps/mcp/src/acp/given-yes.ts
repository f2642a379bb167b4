/** What the agent was told yes to and has not done yet: exactly these writes and this command, each once. */
import { readFileSync } from "node:fs";
import type { ToolReading, Write } from "./read-tool-call.ts";

export interface GivenYes {
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

export function createGivenYes(): GivenYes {
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
