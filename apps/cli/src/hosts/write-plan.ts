/** Carries a plan out and keeps a receipt of it, and the other way round. */
import { ProblemError, problem } from "@intentgate/documents";
import type { PlannedFile } from "./plan-install.ts";
import { digestOf, type Receipt, type ReceiptFile } from "./receipt.ts";
import { readSettings, removeFolders, removeSettings, writeSettings } from "./settings-file.ts";

/** `original`: what a file would be without our part of it, where somebody changed it since we wrote. */
export function writePlan(
  root: string,
  files: readonly PlannedFile[],
  receipt: Receipt,
  original: (path: string, text: string) => string | null,
): void {
  for (const file of files) {
    const known = receipt.list();
    expectUnchanged(root, file);
    const former = known.find(({ path }) => path === file.path);
    const others = known.filter((one) => one !== former);
    if (file.after === null) {
      removeSettings(root, file.path);
      removeFolders(root, former?.folders ?? []);
      receipt.keep(others);
      continue;
    }
    const before = beforeUs(file, former, original);
    // First: should the writing fail, what stood there is kept all the same.
    const kept = {
      path: file.path,
      before,
      wrote: digestOf(file.after),
      keptOut: file.keepOut,
      folders: former?.folders ?? [],
    };
    receipt.keep([...others, kept]);
    const made = writeSettings(root, file.path, file.after, file.isProgram);
    if (made.length > 0) receipt.keep([...others, { ...kept, folders: [...kept.folders, ...made] }]);
  }
}

/** What stood there before comes back, and nothing is left to remember. */
export function undoPlan(root: string, files: readonly PlannedFile[], receipt: Receipt): void {
  const emptied: string[] = [];
  for (const file of files) {
    expectUnchanged(root, file);
    const former = receipt.list().find(({ path }) => path === file.path);
    if (file.after === null) removeSettings(root, file.path);
    else writeSettings(root, file.path, file.after, false);
    emptied.push(...(former?.folders ?? []));
    receipt.keep(receipt.list().filter(({ path }) => path !== file.path));
  }
  removeFolders(root, emptied);
}

function beforeUs(
  { path, before }: PlannedFile,
  former: ReceiptFile | undefined,
  original: (path: string, text: string) => string | null,
): string | null {
  if (before === null) return null;
  if (former?.wrote === digestOf(before)) return former.before;
  return original(path, before);
}

function expectUnchanged(root: string, { path, before }: PlannedFile): void {
  const now = readSettings(root, path);
  if (!now.ok) throw new ProblemError(now.problems);
  if (now.value === before) return;
  const message = `${path} was changed while it was looked at`;
  throw new ProblemError([problem("CANNOT_WRITE", message, "Run the command again.", { file: path })]);
}
