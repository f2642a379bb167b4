/** A call, and what came of it, in a few words. */
import { plainLine, visibleText } from "@intentgate/documents";

/** What a person wants to know of an input, in the order of interest. */
const TELLING = ["path", "command", "intent_id", "query", "pattern", "regex", "name", "lesson", "tool_name", "result"];

export function callLine(input: unknown, width: number): string {
  const fields = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  const name = TELLING.find((one) => typeof fields[one] === "string" && fields[one] !== "");
  if (name !== undefined) return plainLine(String(fields[name]), width);
  const globs = fields.additional_globs;
  if (Array.isArray(globs)) return plainLine(globs.join(", "), width);
  const patch = /^\*\*\* (?:Add|Update|Delete) File: (.{1,400})$/m.exec(String(fields.patch ?? "").slice(0, 10_000));
  return patch?.[1] === undefined ? "" : plainLine(patch[1], width);
}

const OUTPUT_LINES = 6;

/** The end of a command's output; else nothing: what was read or written is in the files. */
export function outputLines(result: unknown, width: number): string[] {
  const { stdout, stderr, exit_code } = (typeof result === "object" && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  if (exit_code === undefined) return [];
  const text = [stdout, stderr].filter((part) => typeof part === "string" && part.trim() !== "").join("\n");
  const lines = text.slice(-20_000).trimEnd().split("\n");
  const last = lines.slice(-OUTPUT_LINES).map((line) => clipped(visibleText(line), width));
  return lines.length > OUTPUT_LINES ? [`… ${lines.length - OUTPUT_LINES} lines before`, ...last] : last;
}

export function clipped(text: string, width: number): string {
  const characters = [...text.replaceAll("\t", "  ")];
  return characters.length <= width ? characters.join("") : `${characters.slice(0, width - 1).join("")}…`;
}

/** What to say of a result in two or three words. */
export function resultWords(result: unknown): string {
  const { error, exit_code, content, intent, files } = (
    typeof result === "object" && result !== null ? result : {}
  ) as Record<string, unknown>;
  if (typeof error === "string") return error;
  if (typeof exit_code === "number") return `exit code ${exit_code}`;
  const id = (intent as { id?: unknown } | undefined)?.id;
  if (typeof id === "string") return `${id} is taken`;
  if (typeof content === "string") {
    const count = content === "" ? 0 : content.trimEnd().split("\n").length;
    return count === 1 ? "1 line" : `${count} lines`;
  }
  return Array.isArray(files) ? `${files.length} ${files.length === 1 ? "file" : "files"}` : "";
}
