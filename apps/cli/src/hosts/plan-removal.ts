/** What `uninit` would do: the former bytes where nothing changed since, else only our own entries out. */
import type { Checked, Problem } from "@intentgate/documents";
import { hosts, type InstallFile, removeFrom } from "@intentgate/hosts";
import { excludeFile, type PlannedFile } from "./plan-install.ts";
import { digestOf, type ReceiptFile } from "./receipt.ts";
import { readSettings } from "./settings-file.ts";

export interface RemovalPlan {
  files: readonly PlannedFile[];
  /** Files that cannot be read or edited; the others are not held up by them. */
  problems: readonly Problem[];
}

/** `ours`: all that may hold something of ours; by default, what any mode writes for any host into a root. */
export function planRemoval(root: string, receipt: readonly ReceiptFile[], ours = everyFile(root)): RemovalPlan {
  const paths = new Set([...receipt.map(({ path }) => path), ...ours.map(({ path }) => path)]);
  const files: PlannedFile[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const read = readSettings(root, path);
    const former = receipt.find((one) => one.path === path);
    // What cannot be read and was never written to is none of our business.
    if (!read.ok && former) problems.push(...read.problems);
    if (!read.ok || read.value === null) continue;
    const before = read.value;
    const after =
      former?.wrote === digestOf(before)
        ? { ok: true as const, value: former.before }
        : withoutOurs(ours, path, before);
    if (!after.ok) problems.push(...after.problems);
    else if (after.value !== before) files.push({ path, before, after: after.value, isProgram: false, keepOut: false });
  }
  return { files, problems };
}

/** The file as it would be had we never written to it; null where it would not be there. */
export function withoutOurs(ours: readonly InstallFile[], path: string, text: string): Checked<string | null> {
  let left: Checked<string | null> = { ok: true, value: text };
  if (!text.includes("intentgate")) return left;
  for (const file of ours.filter((one) => one.path === path)) {
    if (!left.ok || left.value === null) return left;
    left = removeFrom(file, left.value);
  }
  return left;
}

/** Whatever any mode writes for any host. */
export function everyFile(root: string): InstallFile[] {
  const files = hosts.flatMap(({ install }) => [...install.files("personal"), ...install.files("team")]);
  const exclude = excludeFile(root, []);
  return exclude === null ? files : [...files, exclude];
}
