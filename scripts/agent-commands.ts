/**
 * The command lines that real agents sent, from public repositories that keep the sessions of their agents in a branch.
 * None of them is kept here: only where they stand and under which licence.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { jsonFields } from "@intentgate/documents";

export interface CommandSource {
  repository: string;
  licence: string;
  /** The project as it stood, and its branch `entire/checkpoints/v1`. */
  project: string;
  sessions: string;
  /** Its sources and its tests. */
  scope: readonly string[];
  /** Folders of the people's machines that are the project, as the start of a path. */
  roots: readonly string[];
}

export interface AgentCommand {
  id: string;
  session: string;
  command: string;
  cwd: string | null;
  isBehind: boolean;
}

const shells = new Set("Bash bash shell exec_command shell_command run_shell_command execute_command".split(" "));

/** `absent`: sessions that are too large to be in this clone. */
export function agentCommands(git: string, { sessions }: CommandSource): { all: AgentCommand[]; absent: number } {
  let absent = 0;
  const found = new Map<string, AgentCommand>();
  const kept = lines(git, ["ls-tree", "-r", sessions])?.filter((line) => line.endsWith("/full.jsonl"));
  if (kept === undefined) throw new Error(`${git} does not have ${sessions}`);
  for (const blob of new Set(kept.map((line) => line.split(/\s+/)[2] ?? ""))) {
    const entries = lines(git, ["cat-file", "blob", blob]);
    if (entries === null) absent += 1;
    let session = blob;
    let cwd: string | null = null;
    for (const line of entries ?? []) {
      const entry = jsonFields(line) as Fields;
      const begun = (entry.payload ?? {}) as Fields;
      session = textOf(entry.sessionId) ?? (entry.type === "session_meta" ? textOf(begun.id) : null) ?? session;
      cwd = textOf(entry.cwd) ?? textOf(begun.cwd) ?? cwd;
      // What a session did before stands in its later checkpoints too.
      for (const one of calls(entry, 0))
        if (!found.has(one.id)) found.set(one.id, { ...one, session, cwd: one.cwd ?? cwd });
    }
  }
  return { all: [...found.values()], absent };
}

type Fields = Record<string, unknown>;

/** Calls of a shell, however an agent writes them down. */
function calls(value: unknown, depth: number): Omit<AgentCommand, "session">[] {
  if (typeof value !== "object" || value === null || depth > 12) return [];
  if (Array.isArray(value)) return value.flatMap((one) => calls(one, depth + 1));
  const fields = value as Fields;
  const name = fields.name ?? fields.toolName ?? fields.tool;
  const id = textOf(fields.id ?? fields.call_id ?? fields.callID ?? fields.toolCallId);
  const given = fields.input ?? fields.args ?? fields.arguments ?? (fields.state as Fields | undefined)?.input;
  const input = (typeof given === "string" ? jsonFields(given) : (given ?? {})) as Fields;
  const command = lineOf(input.command ?? input.cmd);
  if (typeof name !== "string" || !shells.has(name) || id === null || command === null)
    return Object.values(fields).flatMap((one) => calls(one, depth + 1));
  const cwd = textOf(input.workdir ?? input.directory);
  return [{ id, command, cwd, isBehind: input.run_in_background === true }];
}

/** `["bash", "-lc", LINE]` is that line. */
function lineOf(command: unknown): string | null {
  if (!Array.isArray(command)) return textOf(command);
  return command.length === 3 && /(?:^|\/)(?:ba|z|)sh$/.test(String(command[0])) ? textOf(command[2]) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Null where git has no such object. */
function lines(git: string, words: readonly string[]): string[] | null {
  const { status, stdout } = spawnSync("git", ["-C", git, ...words], { encoding: "utf8", maxBuffer: 2 ** 30 });
  return status !== 0 ? null : stdout.split("\n").filter((line) => line !== "");
}

/** Sessions are divided, not commands: what one session repeats is not in both halves. */
export function halfOf({ session }: AgentCommand): "open" | "set-aside" {
  return Number.parseInt(digest(session).slice(0, 1), 16) < 8 ? "open" : "set-aside";
}

/** The same ones each time. */
export function sampleOf(commands: readonly AgentCommand[], count: number): AgentCommand[] {
  const order = new Map(commands.map((one) => [one, digest(one.id)]));
  const sorted = [...commands].sort((one, other) => ((order.get(one) ?? "") < (order.get(other) ?? "") ? -1 : 1));
  return sorted.slice(0, count);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
