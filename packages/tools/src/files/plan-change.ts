/** The plan of a tool that changes one existing or new file. */
import { done, type Outcome } from "../contract/failure.ts";
import type { ToolContext } from "../contract/tool.ts";
import { decodeText } from "../text/text-file.ts";
import { type FileState, notFound, readFileState } from "./file-bytes.ts";
import type { PlannedFile } from "./planned-file.ts";
import { resolveForWrite } from "./resolve-path.ts";

/** Edits look at text several times over; beyond this size a command is the better tool. */
export const MOST_EDITABLE = 16 * 1024 * 1024;

export interface Target {
  path: string;
  shown: string;
  state: FileState;
}

export function openTarget(context: ToolContext, shown: string, most?: number): Outcome<Target> {
  const resolved = resolveForWrite(context, shown);
  if (!resolved.ok) return resolved;
  const state = readFileState(resolved.value, shown, most);
  return state.ok ? done({ path: resolved.value, shown, state: state.value }) : state;
}

export function planned(target: Target, after: Uint8Array | null): PlannedFile {
  const { path, shown, state } = target;
  const before = state.kind === "file" ? state.bytes : null;
  const attributes = state.kind === "file" ? state.attributes : null;
  return { path, before, after, movedFrom: null, shown, shownFrom: null, attributes };
}

/** An edit of an existing text file: what it is not told to change stays as it is, byte for byte. */
export function planTextEdit(
  context: ToolContext,
  shown: string,
  change: (text: string) => Outcome<string>,
): Outcome<PlannedFile[]> {
  const target = openTarget(context, shown, MOST_EDITABLE);
  if (!target.ok) return target;
  if (target.value.state.kind === "absent") return notFound(shown);
  const text = decodeText(target.value.state.bytes, shown);
  if (!text.ok) return text;
  const changed = change(text.value);
  return changed.ok ? done([planned(target.value, Buffer.from(changed.value, "utf8"))]) : changed;
}
