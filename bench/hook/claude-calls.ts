/** What Claude Code writes to a hook, with an id of its own for every call. */
import type { Project } from "./project.ts";

export interface ClaudeCalls {
  write(path: string, text: string): Phases;
  shell(command: string): Phases;
  take(intent: string): Phases;
}

/** Of one and the same call. */
export interface Phases {
  before: string;
  after: string;
}

let ids = 0;

export function claudeCalls({ repo }: Project, session = "bench-session"): ClaudeCalls {
  const phases = (tool_name: string, tool_input: Record<string, unknown>, tool_response: unknown): Phases => {
    const call = {
      session_id: session,
      transcript_path: `${repo}/../home/transcript.jsonl`,
      cwd: repo,
      permission_mode: "acceptEdits",
      tool_name,
      tool_input,
      tool_use_id: `toolu_${process.pid}_${++ids}`,
    };
    return {
      before: JSON.stringify({ ...call, hook_event_name: "PreToolUse" }),
      after: JSON.stringify({ ...call, hook_event_name: "PostToolUse", tool_response }),
    };
  };
  return {
    write: (path, content) =>
      phases("Write", { file_path: `${repo}/${path}`, content }, { type: "create", filePath: `${repo}/${path}` }),
    shell: (command) => phases("Bash", { command, description: "bench" }, { stdout: "", stderr: "" }),
    take: (intent_id) => phases("mcp__intentgate__select_active_intent", { intent_id }, []),
  };
}
