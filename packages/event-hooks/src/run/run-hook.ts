/** One hook on one event: only bytes that a person trusted run, and what went wrong says no where the hook is blocking. */
import { plainLine } from "@intentgate/documents";
import type { EventContext } from "../declared/event-context.ts";
import type { HookResult } from "../declared/hook-result.ts";
import { readResult } from "../declared/read-result.ts";
import type { RunHandler } from "../handlers/handler.ts";
import type { WordsOf } from "./command-words.ts";
import type { LoadedHook } from "./compile-hooks.ts";
import type { HookRefusal, HookRun } from "./event-hooks.ts";
import { identityOf, whyUntrustable } from "./handler-files.ts";
import { type TrustFile, trustOf } from "./trust-file.ts";

export interface RunHookParts {
  root: string;
  program: string | null;
  trusted: TrustFile;
  wordsOf: WordsOf;
  runHandler: RunHandler;
  /** Runs the work and tells which files that people author it changed. */
  guarded<T>(work: () => Promise<T>): Promise<{ value: T; changed: readonly string[] }>;
}

export interface RanHook {
  run: HookRun;
  /** Null where there is no answer that counts. */
  result: HookResult | null;
  refusal: HookRefusal | null;
  warnings: readonly string[];
  stderr: string;
}

/** `timeLeft`: what the hooks of one event may take together, as far as it is not used up. */
export async function runHook(
  loaded: LoadedHook,
  event: EventContext,
  timeLeft: number,
  parts: RunHookParts,
): Promise<RanHook> {
  const { hook } = loaded;
  const ended = (ms: number, stderr: string) => ({
    ok: (result: HookResult, warnings: readonly string[]): RanHook => {
      const run: HookRun = { hook: hook.id, blocking: hook.blocking, outcome: "ok", message: null, ms };
      return { run, result, refusal: null, warnings, stderr };
    },
    no: (kind: HookRefusal["kind"], message: string, remedy: string, result: HookResult | null = null): RanHook => {
      const text = plainLine(message, 1_000);
      const outcome = hook.blocking ? "refused" : kind === "untrusted" ? "untrusted" : "failed";
      const run: HookRun = { hook: hook.id, blocking: hook.blocking, outcome, message: text, ms };
      if (!hook.blocking) return { run, result, refusal: null, warnings: [`${text} ${remedy}`.trim()], stderr };
      return { run, result, refusal: { hook: hook.id, kind, reason: text, remedy }, warnings: [], stderr };
    },
  });

  const words = parts.wordsOf(hook.handler);
  // Before the bytes are read: what is written after this shows in what it is at the end.
  const start = identityOf(parts.root, words);
  const untrusted = whyUntrusted(loaded, parts);
  if (untrusted) return ended(0, "").no("untrusted", untrusted.reason, untrusted.remedy);
  if (timeLeft <= 0) return ended(0, "").no("failed", "The hooks before it used up the time.", failRemedy(hook.id));
  const handler = { ...hook.handler, timeout_ms: Math.min(hook.handler.timeout_ms, Math.ceil(timeLeft)) };
  const environment = {
    INTENTGATE_HOOK: hook.id,
    INTENTGATE_EVENT: event.event_type,
    ...(parts.program === null ? {} : { INTENTGATE_BIN: parts.program }),
  };
  const input = JSON.stringify(event, fewFiles);
  const { value: answer, changed } = await parts.guarded(() =>
    parts.runHandler({
      ...{ root: parts.root, handler, input, environment },
      contained: hook.contained ? { hook: hook.id, session: event.session_id } : null,
    }),
  );
  const { no, ok } = ended(answer.ms, answer.stderr);
  if (changed.length > 0) {
    const what = `The handler of ${hook.id} changed ${changed.join(", ")}, which people author.`;
    return no("failed", what, "What it widens does not count until a person runs `intentgate trust`.");
  }
  if (answer.kind === "failed") return no("failed", answer.message, failRemedy(hook.id));
  // Whoever exchanged the bytes meanwhile is not believed.
  if (identityOf(parts.root, words) !== start && whyUntrusted(loaded, parts)) {
    return no("untrusted", `The files of ${hook.id} changed while it ran.`, trustRemedy(hook.id));
  }
  const read = readResult(answer.stdout);
  if (!read.ok) return no("failed", `The handler of ${hook.id} gave no answer: ${read.why}.`, failRemedy(hook.id));
  const { result, warnings, malformed } = read;
  if (malformed.length > 0 && hook.blocking) {
    return no("failed", `The answer of ${hook.id} is malformed: ${malformed.join("; ")}.`, failRemedy(hook.id));
  }
  const odd = [...warnings, ...malformed.map((one) => `left out, as it is malformed: ${one}`)];
  if (result.error === null) return ok(result, odd);
  const said = no("said_no", result.error, saidRemedy(hook.id), result);
  return { ...said, warnings: [...said.warnings, ...odd] };
}

/** Hooks are matched against all files of an event; a handler is told so many. */
const MOST_FILES = 1_000;

function fewFiles(key: string, value: unknown): unknown {
  const isList = (key === "files_touched" || key === "changed_files") && Array.isArray(value);
  return isList ? value.slice(0, MOST_FILES) : value;
}

/** Null where the bytes that stand there now are those that a person trusted. */
export function whyUntrusted(
  { hook, digest }: LoadedHook,
  { root, trusted, wordsOf }: Pick<RunHookParts, "root" | "trusted" | "wordsOf">,
): { reason: string; remedy: string } | null {
  const words = wordsOf(hook.handler);
  const trust = trustOf({ digest, words }, root, trusted.of(hook.id));
  if (trust === "trusted") return null;
  const what = trust === "untrusted" ? "nobody has trusted it yet" : "it changed since a person trusted it";
  const closed = whyUntrustable(root, words);
  const why = closed === null ? "" : ` (${closed.why})`;
  return { reason: `The hook ${hook.id} does not run: ${what}${why}.`, remedy: trustRemedy(hook.id) };
}

function trustRemedy(id: string): string {
  return `A person looks at it and runs \`intentgate hooks trust ${id}\`.`;
}

function failRemedy(id: string): string {
  return `A person can see why with \`intentgate hooks explain ${id}\` and in .system/logs/hooks.log.`;
}

function saidRemedy(id: string): string {
  return `Do what its reason says, or ask the person: the hook ${id} belongs to this repository.`;
}
