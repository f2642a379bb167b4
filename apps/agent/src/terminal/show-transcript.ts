/** Earlier tasks of a root: which there are, and one of them as it was seen then. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Checked, jsonObject, problem } from "@intentgate/documents";
import { createRootRegistry, findRoot, rootStateDir } from "@intentgate/sidecar";
import type { TaskEvent } from "../events/events.ts";
import { listTranscripts } from "../events/transcript.ts";
import { createLiveView, type Screen } from "./live-view.ts";

export interface TranscriptPlace {
  root: string;
  stateDir: string;
}

export function listTasks(place: TranscriptPlace): { id: string; at: string; bytes: number; prompt: string }[] {
  return listTranscripts(folderOf(place)).map(({ id, at, bytes, file }) => ({
    id,
    at: at.toISOString(),
    bytes,
    prompt: promptOf(file),
  }));
}

/** `id`: the whole id, or its beginning where only one begins so. Returns its lines where no screen is given. */
export function showTask(place: TranscriptPlace, id: string, screen: Screen | null): Checked<string[]> {
  const fitting = listTranscripts(folderOf(place)).filter((one) => one.id.startsWith(id));
  const [found] = fitting;
  if (!found || fitting.length > 1) {
    const message = found ? `${fitting.length} tasks begin with ${id}` : `there is no transcript of ${id}`;
    return { ok: false, problems: [problem("NOT_FOUND", message, "`intentgate run --transcript` lists them.")] };
  }
  const lines = readFileSync(found.file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  if (screen) {
    const view = createLiveView({ ...screen, isTerminal: false });
    for (const line of lines) for (const event of eventsOf(line)) view.hear(event);
  }
  return { ok: true, value: lines };
}

function folderOf({ root, stateDir }: TranscriptPlace): string {
  const found = findRoot(root, createRootRegistry(stateDir));
  return join(rootStateDir(stateDir, found.root), "transcripts");
}

/** A last line that was torn is no event. */
function eventsOf(line: string): TaskEvent[] {
  const entry = jsonObject(line) as TaskEvent | { type: "text"; text: string } | null;
  if (entry === null) return [];
  return [entry.type === "text" ? { type: "text_delta", text: `${entry.text}\n` } : entry];
}

function promptOf(file: string): string {
  const [first = ""] = readFileSync(file, "utf8").split("\n", 1);
  const [event] = eventsOf(first);
  return event?.type === "started" ? event.prompt : "";
}
