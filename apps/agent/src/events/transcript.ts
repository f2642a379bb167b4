/** Keeps what happened in a task, one line an event, for a person to read later: private, and without secrets. */

import { appendFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { redactText, rootStateDir } from "@intentgate/sidecar";
import { onSystemError } from "@intentgate/world";
import type { TaskEvent } from "./events.ts";

export interface Transcript {
  file: string;
  hear(event: TaskEvent): void;
}

export interface TranscriptParts {
  workspace: Workspace;
  id: string;
  /** Undefined: in the user's state folder; null: nowhere. */
  file: string | null | undefined;
  redactor: Redactor;
  emit(event: TaskEvent): void;
}

export function createTranscript({ workspace, id, file: wanted, redactor, emit }: TranscriptParts): Transcript | null {
  if (wanted === null) return null;
  const file = wanted ?? join(transcriptFolder(workspace), `${encodeURIComponent(id)}.jsonl`);
  let answerSoFar = "";
  let broken = false;

  const append = (entry: Record<string, unknown>) => {
    if (broken) return;
    const line = redactor.kept({ version: 1, at: workspace.now().toISOString(), ...entry });
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      broken = true; // the work goes on; the ledger does not depend on this file
      const text = `the transcript could not be written: ${messageOf(error)}`;
      emit({ type: "message", from: "agent", kind: "warning", text });
    }
  };
  const flushText = () => {
    if (answerSoFar !== "") append({ type: "text", text: answerSoFar });
    answerSoFar = "";
  };

  return {
    file,
    hear(event) {
      if (event.type === "text_delta") {
        answerSoFar += event.text;
        return;
      }
      if (event.type === "progress") return;
      if (event.type === "retry") answerSoFar = ""; // that answer does not count
      flushText();
      append({ ...event });
    },
  };
}

function transcriptFolder({ stateDir, home }: Pick<Workspace, "stateDir" | "home">): string {
  return join(rootStateDir(stateDir, home.root), "transcripts");
}

/** The transcripts of a root, newest first. */
export function listTranscripts(folder: string): { id: string; file: string; at: Date; bytes: number }[] {
  const names = onSystemError(["ENOENT"], [], () => readdirSync(folder)).filter((name) => name.endsWith(".jsonl"));
  return names
    .map((name) => {
      const file = join(folder, name);
      const { mtime, size } = statSync(file);
      return { id: name.slice(0, -".jsonl".length), file, at: mtime, bytes: size };
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

export interface Redactor {
  /** The same value without any key we were given; everything else stays as it is. */
  known<T>(value: T): T;
  /** Fit to be kept in a file: also what looks like a secret, and cut where it is long. */
  kept(value: unknown): unknown;
}

const REDACTED = "[redacted]";
/** Shorter values would take ordinary words out. */
const SHORTEST = 6;
const LONGEST_KEPT = 8_000;
const DEEPEST = 16;

/** Takes keys out of whatever is kept or shown: those we were given by their value, others by how they look. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const values = secrets.filter((one) => one.length >= SHORTEST);
  const withoutKnown = (text: string) => values.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  return {
    known: <T>(value: T) => (values.length === 0 ? value : (mapTexts(value, withoutKnown, DEEPEST) as T)),
    kept: (value) => mapTexts(value, (text) => redactText(withoutKnown(text), LONGEST_KEPT), DEEPEST),
  };
}

function mapTexts(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth <= 0) return "[cut: too deep]";
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [change(key), mapTexts(inside, change, depth - 1)]),
  );
}
