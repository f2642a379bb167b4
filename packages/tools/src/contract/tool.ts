/** The contract between the native tools and whoever runs them. */

/** For whom a tool is: reads, writes files, runs programs, or talks to the gate itself. */
export type ToolKind = "read" | "write" | "run" | "gate";

export interface ToolDefinition {
  name: string;
  aliases: string[];
  summary: string;
  kind: ToolKind;
  jsonSchema: object;
}

/** A plain object; a failure is `{ error, code }`. */
export type ToolResult = Record<string, unknown>;

/** What a writing tool would write. A moved file's `before` is what stood at `movedFrom`. */
export interface FilePlan {
  path: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
  movedFrom?: string;
}

export type PatchOperation =
  | { kind: "add"; path: string; content: string }
  | { kind: "delete"; path: string }
  | { kind: "update"; path: string; moveTo: string | null; hunks: PatchHunk[] };

export interface PatchHunk {
  anchors: string[];
  lines: { sign: " " | "+" | "-"; text: string }[];
  atEndOfFile: boolean;
}

export type ParsedPatch = { ok: true; operations: PatchOperation[] } | { ok: false; problem: string; line: number };

/** The gate's own tools; each answers with the object the model gets. */
export interface GateTools {
  selectActiveIntent(input: { intent_id: string }): Promise<unknown>;
  listIntents(): Promise<unknown>;
  proposeIntent(input: ProposedIntent): Promise<unknown>;
  requestScopeExpansion(input: { additional_globs: string[]; reason: string }): Promise<unknown>;
  recordLesson(input: { lesson: string }): Promise<unknown>;
  attemptCompletion(input: { result?: string | null }): Promise<unknown>;
}

export interface ProposedIntent {
  name: string;
  description?: string | null;
  owned_scope: string[];
  constraints?: string[] | null;
  acceptance_criteria?: string[] | null;
}

/** A command line that is not started in a plain shell of its own. */
export interface StartedOtherwise {
  kind: "runs";
  words: readonly [string, ...string[]];
  environment: NodeJS.ProcessEnv;
  /**
   * Once its processes are gone, or where none could be started. `code` as a shell tells it; `said` is its output, empty
   * where it was stopped.
   */
  end(code: number, said: string): Promise<EndOfRun | RunAgain>;
}

/** Nothing of it counts, and it is run once more, otherwise. */
export interface RunAgain {
  again: StartedOtherwise;
}

export type EndOfRun =
  /** `told`: lines beside what the command itself said on its error stream. */
  | { ok: true; told: readonly string[] }
  /** It did not run as it should have; nothing that it did counts. */
  | { ok: false; why: string };

/** It was started, and goes on when the call is over. `told`: what its caller gets to know instead of its output. */
export interface GoesOn {
  kind: "goes on";
  begun: EndOfRun;
}

/** Null where the line is started as it is. */
export type StartOtherwise = (
  words: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv,
) => Promise<StartedOtherwise | GoesOn | null>;

export interface ToolLimits {
  /** Most bytes of content that one `read_file` returns. */
  readBytes: number;
  /** Most bytes kept of each of a command's two output streams. */
  outputBytes: number;
  /** How long a command may take that names no timeout. */
  commandMs: number;
}

export const defaultLimits: ToolLimits = { readBytes: 256 * 1024, outputBytes: 256 * 1024, commandMs: 120_000 };

export interface ToolContext {
  cwd: string;
  /** Both return the canonical absolute path or throw; a tool touches no path that did not come from them. */
  resolveRead(path: string): string;
  resolveWrite(path: string): string;
  /** Throws when the bytes about to be replaced are not those the gate decided on. */
  expectBase(absolute: string, base: Uint8Array | null): void;
  parsePatch(text: string): ParsedPatch;
  gate: GateTools;
  startCommand: StartOtherwise;
  signal?: AbortSignal;
  limits: ToolLimits;
}

export type InputCheck = { ok: true; input: Record<string, unknown> } | { ok: false; problem: string };
