/** What applying did to one path: what stood there before, beside what stands there now. */
import type { Change } from "@intentgate/box";
import type { FileChange } from "@intentgate/engine";
import type { FolderChange } from "@intentgate/sidecar";
import { type EntryReading, permissionsOf, readEntry } from "@intentgate/world";

/** None where it did nothing. */
export function changeOf(root: string, absolute: string, was: EntryReading): FileChange[] {
  const now = readEntry(absolute);
  const modeChanged = was.stamp !== null && now.stamp !== null && permissionsOf(was.stamp) !== permissionsOf(now.stamp);
  const isKnown = was.bytes.state !== "unknown" || now.bytes.state !== "unknown";
  if (isKnown && was.bytes.state === now.bytes.state && was.hash === now.hash && !modeChanged) return [];
  const relativePath = absolute.slice(root.length + 1);
  const place = { relativePath, absolute, root, movedFrom: null };
  const modes = { before: was.stamp?.mode ?? null, after: now.stamp?.mode ?? null };
  return [{ ...place, before: was.bytes, after: now.bytes, modeChanged, modes, predicted: true }];
}

/** What becomes of folders: the ledger knows files only. */
export function folderChangesOf(changes: readonly Change[]): FolderChange[] {
  return changes.flatMap((change) => {
    const before = change.stood.is === "folder" ? change.stood.mode : null;
    const after = change.does !== "delete" && change.made.kind === "folder" ? change.made.mode : null;
    return before === after ? [] : [{ path: change.path, before, after }];
  });
}
