/** The one computed line that says what a record is about; never a word of the model's. */
import { visibleText } from "@intentgate/documents";
import type { FileChange } from "@intentgate/engine";
import type { LineChanges } from "../lines/line-ranges.ts";
import type { TraceFile } from "../records/record.ts";

const MAX_CHARACTERS = 300;
const NAMED_FILES = 2;

export interface DescribedChange {
  path: string;
  kind: TraceFile["change"];
  movedFrom: FileChange["movedFrom"];
  lines: LineChanges | "unknown";
}

export function describeChanges(tool: string, changes: readonly DescribedChange[]): string {
  const [only, ...others] = changes;
  if (!only) return clip(`${tool}: no files`);
  if (others.length === 0) return clip(`${tool}: ${named(only)} (${extent(only)})`);
  const names = changes.slice(0, NAMED_FILES).map((change) => change.path);
  const rest = changes.length > NAMED_FILES ? ["…"] : [];
  return clip(`${tool}: ${changes.length} files (${[...names, ...rest].join(", ")})`);
}

function named(change: DescribedChange): string {
  return change.movedFrom === null ? change.path : `${change.movedFrom} → ${change.path}`;
}

function extent(change: DescribedChange): string {
  if (change.kind === "mode") return "mode";
  const { lines } = change;
  const size = lines === "unknown" ? "lines unknown" : lines.binary ? "binary" : `+${lines.added} -${lines.removed}`;
  return change.kind === "deleted" ? `deleted, ${size}` : size;
}

function clip(line: string): string {
  const clean = visibleText(line.slice(0, MAX_CHARACTERS)).replaceAll("\t", " ");
  return line.length > MAX_CHARACTERS ? `${clean}…` : clean;
}
