/** The plan of a whole patch: every file section read, checked and computed before anything is written. */
import { done, fail, type Outcome } from "../contract/failure.ts";
import type { PatchOperation, ToolContext } from "../contract/tool.ts";
import { applyHunks, MOST_HUNKS } from "../text/apply-hunks.ts";
import { decodeText, pastMark } from "../text/text-file.ts";
import { notFound } from "./file-bytes.ts";
import { MOST_EDITABLE, openTarget, planned, type Target } from "./plan-change.ts";
import type { PlannedFile } from "./planned-file.ts";

const MOST_FILES = 1_000;
/** Every file's content is held until the patch is written, so that it can be put back. */
const MOST_HELD = 256 * 1024 * 1024;

type Update = Extract<PatchOperation, { kind: "update" }>;

export function planPatch(operations: readonly PatchOperation[], context: ToolContext): Outcome<PlannedFile[]> {
  const hunks = operations.reduce((sum, it) => sum + (it.kind === "update" ? it.hunks.length : 0), 0);
  if (operations.length > MOST_FILES || hunks > MOST_HUNKS)
    return fail("TOO_LARGE", `A patch may have ${MOST_FILES} files and ${MOST_HUNKS} hunks; split it.`);
  const files: PlannedFile[] = [];
  let held = 0;
  for (const operation of operations) {
    const target = openTarget(context, operation.path, operation.kind === "update" ? MOST_EDITABLE : undefined);
    if (!target.ok) return target;
    held += target.value.state.kind === "file" ? target.value.state.bytes.length : 0;
    if (held > MOST_HELD) return fail("TOO_LARGE", `The patch touches more than ${MOST_HELD} bytes; split it.`);
    const earlier = files.find((file) => touches(file, target.value.path));
    if (earlier && !isPlainUpdate(earlier, operation)) return namedTwice(operation.path);
    const file = planOperation(operation, target.value, earlier, context);
    if (!file.ok) return file;
    if (file.value.movedFrom !== null && files.some((other) => touches(other, file.value.path)))
      return namedTwice(file.value.shown);
    if (earlier) files[files.indexOf(earlier)] = file.value;
    else files.push(file.value);
  }
  return done(files);
}

function planOperation(
  operation: PatchOperation,
  target: Target,
  earlier: PlannedFile | undefined,
  context: ToolContext,
): Outcome<PlannedFile> {
  const { state, shown } = target;
  if (operation.kind === "add") {
    if (state.kind === "file") return fail("EXISTS", `${shown} exists already; use "*** Update File".`);
    return done(planned(target, Buffer.from(operation.content, "utf8")));
  }
  if (state.kind === "absent") return notFound(shown);
  if (operation.kind === "delete") return done(planned(target, null));
  const after = updated(operation, earlier?.after ?? state.bytes);
  if (!after.ok) return after;
  const file = planned(target, after.value);
  return operation.moveTo === null ? done(file) : moved(file, operation.moveTo, context);
}

function updated(operation: Update, bytes: Uint8Array): Outcome<Uint8Array> {
  if (operation.hunks.length === 0) {
    if (operation.moveTo !== null) return done(bytes);
    return fail("BAD_PATCH", `"*** Update File: ${operation.path}" has no hunk; add one or leave the section out.`);
  }
  const text = decodeText(bytes, operation.path);
  if (!text.ok) return text;
  const changed = pastMark(text.value, (rest) => applyHunks(rest, operation.hunks, operation.path));
  return changed.ok ? done(Buffer.from(changed.value, "utf8")) : changed;
}

function moved(file: PlannedFile, moveTo: string, context: ToolContext): Outcome<PlannedFile> {
  const target = openTarget(context, moveTo);
  if (!target.ok) return target;
  if (target.value.path === file.path) return done(file);
  if (target.value.state.kind === "file")
    return fail("EXISTS", `${moveTo} exists already; delete it first or move ${file.shown} elsewhere.`);
  return done({ ...file, path: target.value.path, movedFrom: file.path, shown: moveTo, shownFrom: file.shown });
}

function touches(file: PlannedFile, path: string): boolean {
  return file.path === path || file.movedFrom === path;
}

/** Two updates of one file in place follow each other; anything else has no certain order. */
function isPlainUpdate(earlier: PlannedFile, operation: PatchOperation): boolean {
  const wasUpdate = earlier.before !== null && earlier.after !== null && earlier.movedFrom === null;
  return wasUpdate && operation.kind === "update" && operation.moveTo === null;
}

function namedTwice(shown: string) {
  return fail("BAD_PATCH", `${shown} is named twice in the patch; put everything about it into one section.`);
}
