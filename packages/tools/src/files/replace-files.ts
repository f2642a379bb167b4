/**
 * Carries out a plan: all files or none. Everything is staged first, then each target is compared with what the plan
 * was made from, just before it is replaced; a failure on the way puts back what was already replaced. Everything goes
 * through folders held since the first step, so that whoever moves them meanwhile makes the call fail, and no more.
 */

import { renameSync, rmSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { messageOf } from "@intentgate/engine";
import { done, errnoOf, type Failure, fail, type Outcome, reasonOf } from "../contract/failure.ts";
import { type FileAttributes, readFileState } from "./file-bytes.ts";
import { MovedFolderError } from "./held-folder.ts";
import { type HeldFolders, holdFolders } from "./held-folders.ts";
import type { PlannedFile } from "./planned-file.ts";
import { stageFile } from "./staged-file.ts";

export type ExpectBase = (absolute: string, base: Uint8Array | null) => void;

/** One target and what stands there before and after; a moved file is two steps. */
interface Step {
  path: string;
  shown: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
  attributes: FileAttributes | null;
}

export function replaceFiles(plan: readonly PlannedFile[], expectBase: ExpectBase): Outcome<null> {
  const folders = holdFolders();
  try {
    return replaceIn(folders, plan.flatMap(stepsOf), expectBase);
  } finally {
    folders.close();
  }
}

function replaceIn(folders: HeldFolders, steps: readonly Step[], expectBase: ExpectBase): Outcome<null> {
  const staged = new Map<Step, string>();
  const finished: Step[] = [];
  let current = steps[0];
  try {
    for (current of steps) {
      const folder = dirname(current.path);
      if (current.after === null) folders.of(folder);
      else staged.set(current, stageFile(folders.made(folder), current.after, current.attributes));
    }
    for (current of steps) {
      const wrong = check(current, folders, expectBase);
      if (wrong) return undo(wrong, finished, staged, folders);
      const temporary = staged.get(current);
      if (temporary === undefined) unlinkSync(placeOf(current, folders));
      else renameSync(temporary, placeOf(current, folders));
      staged.delete(current);
      finished.push(current);
      // Moved in the last moment: the file stands in the folder that was decided on, but not where the call said.
      folders.of(dirname(current.path)).expectInPlace();
    }
    return done(null);
  } catch (error) {
    const failed = undo(failureOf(error, current?.shown ?? "the file"), finished, staged, folders);
    // Not a complaint of the file system: put things back, then let the bug be seen.
    if (errnoOf(error) === undefined && !(error instanceof MovedFolderError)) throw error;
    return failed;
  }
}

function placeOf(step: Step, folders: HeldFolders): string {
  return folders.of(dirname(step.path)).place(basename(step.path));
}

function stepsOf(file: PlannedFile): Step[] {
  const { path, shown, before, after, attributes } = file;
  if (file.movedFrom === null) return [{ path, shown, before, after, attributes }];
  return [
    { path, shown, before: null, after, attributes },
    { path: file.movedFrom, shown: file.shownFrom ?? shown, before, after: null, attributes },
  ];
}

function check(step: Step, folders: HeldFolders, expectBase: ExpectBase): Failure | null {
  folders.of(dirname(step.path)).expectInPlace();
  const state = readFileState(placeOf(step, folders), step.shown);
  if (!state.ok) return state.failure;
  const bytes = state.value.kind === "file" ? state.value.bytes : null;
  try {
    expectBase(step.path, bytes);
  } catch (error) {
    return { code: "BASE_CHANGED", message: messageOf(error) };
  }
  if (sameBytes(bytes, step.before)) return null;
  return {
    code: "BASE_CHANGED",
    message: `${step.shown} was changed by someone else while the call ran; read it again and repeat the call.`,
  };
}

function undo(
  failure: Failure,
  finished: readonly Step[],
  staged: ReadonlyMap<Step, string>,
  folders: HeldFolders,
): Outcome<null> {
  for (const temporary of staged.values()) rmSync(temporary, { force: true });
  const left = finished.toReversed().filter((step) => !putBack(step, folders));
  folders.unmake();
  const names = (steps: readonly Step[]) => steps.map((step) => step.shown).join(", ");
  const said = failure.message.endsWith(".") ? failure.message : `${failure.message}.`;
  if (left.length > 0)
    return fail(failure.code, `${said} These files were changed before and could not be put back: ${names(left)}.`);
  if (finished.length === 0) return fail(failure.code, `${said} Nothing was changed.`);
  return fail(failure.code, `${said} Nothing was changed: ${names(finished)} put back as before.`);
}

/** False where someone else has written since, or the file system refuses: that must be said, not forced. */
function putBack(step: Step, folders: HeldFolders): boolean {
  try {
    const place = placeOf(step, folders);
    const now = readFileState(place, step.shown);
    if (!now.ok || !sameBytes(now.value.kind === "file" ? now.value.bytes : null, step.after)) return false;
    if (step.before === null) unlinkSync(place);
    else renameSync(stageFile(folders.of(dirname(step.path)), step.before, step.attributes), place);
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined && !(error instanceof MovedFolderError)) throw error;
    return false;
  }
}

function failureOf(error: unknown, shown: string): Failure {
  if (error instanceof MovedFolderError) {
    const message = `The folder of ${shown} was moved or replaced by a link (${error.message}); look again.`;
    return { code: "IS_LINK", message };
  }
  const errno = errnoOf(error);
  if (errno === "ENOTDIR")
    return {
      code: "NOT_A_FOLDER",
      message: `A part of the path ${shown} is a file, not a folder; choose another path.`,
    };
  return { code: "CANNOT_WRITE", message: `${shown} cannot be written (${reasonOf(error)}).` };
}

function sameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return Buffer.compare(one, other) === 0;
}
