/** What a call was about, in a word or two: the log keeps its input with long texts taken out. */
import { visibleText } from "@intentgate/documents";
import type { DecisionRow } from "@intentgate/sidecar";

const LONGEST = 200;
/** The names under which tools and hosts say where they act or what they run, the most telling first. */
const names = ["command", "path", "file_path", "filePath", "notebook_path", "intent_id", "pattern", "query", "name"];

/** Null where the input names nothing of the kind, or only in a text too long to be kept. */
export function aboutOf(rows: readonly DecisionRow[]): string | null {
  const payload = rows.find((row) => row.phase === "received")?.payload;
  if (typeof payload !== "object" || payload === null) return null;
  const given = payload as Record<string, unknown>;
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === "string" && value.trim() !== "") return shortened(value.trim());
  }
  return null;
}

function shortened(text: string): string {
  const shown = visibleText(text.length > LONGEST ? text.slice(0, LONGEST) : text);
  return text.length > LONGEST ? `${shown}…` : shown;
}
