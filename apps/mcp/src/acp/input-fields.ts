/**
 * Whether the fields of an agent's input say the same as the rest of its call. Agents that nobody knows are taken at
 * their word only where every field is one whose meaning is plain.
 */
import { resolve } from "node:path";
import { type Diff, isMap } from "./tool-call-parts.ts";

type Input = Record<string, unknown>;

const words = (text: string) => new Set(text.split(" "));
const paths = words("path file_path filePath file filename absolute_path abs_path target_file notebook_path");
const folders = words("cwd workdir working_directory workingDirectory directory dir dir_path folder");
const newTexts = words("content new_string newString newText new_text");
const oldTexts = words("old_string oldString oldText old_text");
const looking = words(
  "paths files uri url urls pattern patterns query queries glob include exclude regex limit offset line lines start_line end_line startLine endLine head_limit depth recursive case_sensitive ignore_case",
);
const said = words("description explanation instruction reason thought plan title call_id turn_id");
const limits = words("timeout timeout_ms timeoutMs");

/** Of a call that only looks, thinks or asks. */
export function onlyLooks(input: Input | null): boolean {
  return Object.entries(input ?? {}).every(
    ([key, value]) => [paths, folders, looking, said].some((known) => known.has(key)) && isPlain(value),
  );
}

/** Nothing but the command, in the session's folder, in the agent's environment, and waited for. */
export function onlyRuns(input: Input, cwd: string): boolean {
  return Object.entries(input).every(([key, value]) => {
    if (value === null || value === undefined || key === "command") return true;
    if (folders.has(key)) return value === cwd;
    return (said.has(key) && typeof value === "string") || (limits.has(key) && typeof value === "number");
  });
}

/** Names this one file and nothing else. */
export function onlyNames(input: Input | null, path: string, cwd: string): boolean {
  return Object.entries(input ?? {}).every(([key, value]) =>
    paths.has(key) ? isAmong([path], value, cwd) : said.has(key) && isPlain(value),
  );
}

/** The same files, and no text that the diffs do not show. */
export function agreesWith(diffs: readonly Diff[], input: Input | null, cwd: string): boolean {
  const named = diffs.map(({ path }) => path);
  const isShown = (text: unknown) => typeof text === "string" && diffs.some(({ newText }) => newText.includes(text));
  return Object.entries(input ?? {}).every(([key, value]) => {
    if (value === null || value === undefined) return true;
    if (paths.has(key)) return isAmong(named, value, cwd);
    if (key === "content") return diffs.length === 1 && diffs[0]?.newText === value;
    if (newTexts.has(key)) return isShown(value);
    if (oldTexts.has(key)) return typeof value === "string";
    if (key === "replace_all" || key === "replaceAll" || key === "auto_approved") return typeof value === "boolean";
    if (key === "changes") return isMap(value) && Object.keys(value).every((path) => isAmong(named, path, cwd));
    if (key === "edits") return Array.isArray(value) && value.every((edit) => isMap(edit) && isEdit(edit, isShown));
    return said.has(key) && isPlain(value);
  });
}

export function isAmong(named: readonly string[], path: unknown, cwd: string): boolean {
  return typeof path === "string" && named.some((one) => resolve(cwd, one) === resolve(cwd, path));
}

function isEdit(edit: Input, isShown: (text: unknown) => boolean): boolean {
  return Object.entries(edit).every(([key, value]) => {
    if (newTexts.has(key)) return isShown(value);
    return oldTexts.has(key) ? typeof value === "string" : key === "replace_all" && typeof value === "boolean";
  });
}

function isPlain(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => one === null || ["string", "number", "boolean"].includes(typeof one));
}
