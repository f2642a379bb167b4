/** `.system/logs/hooks.log`: every run of a hook and what handlers have to log, one JSON object a line. */
import { existsSync, lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { ProblemError, visibleText } from "@intentgate/documents";
import { expectFolder, redact, redactText } from "@intentgate/sidecar";
import { appendLines, cannotWrite, createExclusive, fileSize, shownText, tryFileLock } from "@intentgate/world";
import type { EventContext } from "../declared/event-context.ts";
import { noteBytes } from "../handlers/handler.ts";
import type { EmittedRuns } from "./emit-event.ts";

export interface HookLogLine {
  level: "debug" | "info" | "warn" | "error";
  event: string;
  session: string;
  hook: string;
  message: string;
  /** What the handler wrote to its standard error. */
  stderr?: string;
  [detail: string]: unknown;
}

export interface HookLog {
  /** One write for all lines. */
  append(lines: readonly HookLogLine[]): void;
}

const ROTATE_ABOVE_BYTES = 4_000_000;
const KEPT_FILES = 3;
const LONGEST_MESSAGE = 1_000;

export interface HookLogParts {
  root: string;
  now(): Date;
  warn(message: string): void;
  rotateAboveBytes?: number;
}

export function createHookLog(parts: HookLogParts): HookLog {
  const folder = join(parts.root, ".system", "logs");
  const current = join(folder, "hooks.log");
  const limit = parts.rotateAboveBytes ?? ROTATE_ABOVE_BYTES;

  function prepare(): void {
    expectFolder(join(parts.root, ".system"), ".system");
    if (expectFolder(folder, ".system/logs") === "made") createExclusive(join(folder, ".gitignore"), "*\n", 0o644);
    if (fileSize(current) >= limit) rotate();
  }

  /** Who does not get the lock goes on: the one who has it is rotating. */
  function rotate(): void {
    const release = tryFileLock(join(folder, "hooks.log.lock"));
    if (!release) return;
    const old = (number: number) => join(folder, `hooks.${number}.log`);
    try {
      if (fileSize(current) < limit) return;
      for (let number = KEPT_FILES - 1; number >= 1; number--)
        if (existsSync(old(number))) renameSync(old(number), old(number + 1));
      if (lstatSync(current, { throwIfNoEntry: false })?.isFile()) renameSync(current, old(1));
    } catch (error) {
      throw cannotWrite(error, current);
    } finally {
      release();
    }
  }

  return {
    append(lines) {
      if (lines.length === 0) return;
      const timestamp = parts.now().toISOString();
      try {
        prepare();
        appendLines(
          current,
          lines.map((line) => visibleText(JSON.stringify({ timestamp, ...cleaned(line) }))),
          { mode: 0o600 },
        );
      } catch (error) {
        // What is not logged has happened all the same; the person is told instead.
        if (!(error instanceof ProblemError)) throw error;
        parts.warn(`.system/logs/hooks.log could not be written: ${error.message}`);
      }
    },
  };
}

/** What a handler said is what a person looks for here, so it stays text. */
function cleaned({ level, event, session, hook, message, stderr, ...detail }: HookLogLine): Record<string, unknown> {
  const rest = redact(detail) as Record<string, unknown>;
  const said = typeof stderr === "string" ? { stderr: redactText(shownText(stderr), noteBytes) } : {};
  const told = redactText(shownText(message), LONGEST_MESSAGE);
  return { level, event, session: redactText(session), hook, message: told, ...rest, ...said };
}

/** What it says about one event: each run, what handlers had to log, and what was odd. */
const levels = { ok: "info", failed: "warn", untrusted: "warn", refused: "error" } as const;

export function logLines(event: EventContext, { ran, merged, warnings, refusal }: EmittedRuns): HookLogLine[] {
  const about = { event: event.event_type, session: event.session_id };
  const runs = [...ran.values()].map(({ run, stderr }): HookLogLine => {
    const { hook, outcome, ms, blocking } = run;
    const facts = {
      outcome,
      blocking,
      ms: Math.round(ms),
      ...("ability_id" in event ? { ability_id: event.ability_id } : {}),
    };
    const said = stderr === "" ? {} : { stderr };
    return { level: levels[outcome], ...about, hook, message: run.message ?? "it ran", ...facts, ...said };
  });
  const logs = merged.logs.map(({ hook, level, message }): HookLogLine => ({ level, ...about, hook, message }));
  const odd = warnings.map(({ hook, text }): HookLogLine => ({ level: "warn", ...about, hook, message: text }));
  // A hook file that nobody could read has no run to tell of it.
  const closed =
    refusal?.kind === "unreadable"
      ? [{ level: "error" as const, ...about, hook: refusal.hook, message: refusal.reason }]
      : [];
  return [...runs, ...logs, ...odd, ...closed];
}
