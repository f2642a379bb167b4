/**
 * References and logs of git's that a command took away, or moved to where their old commits are not found again. A new
 * branch takes nothing away, nor does the current branch that moves on.
 */
import { askGit, type GitLayer, namesIn, read, revisionOf, textOf } from "./git-layer.ts";

const STASH = "refs/stash";

/** Names relative to git's folder. `movesTree`: it is git alone, and may bring back what was stashed. */
export function lostRefs(layer: GitLayer, movesTree: boolean): string[] {
  const lost = [...lostNames(layer, movesTree), ...shortenedLogs(layer)];
  return movesTree ? lost.filter((name) => name !== STASH && name !== `logs/${STASH}`) : lost;
}

function lostNames(layer: GitLayer, movesTree: boolean): string[] {
  const current = new Set([headOf(read(layer.before("HEAD"))), headOf(Buffer.from(textOf("HEAD", layer) ?? ""))]);
  return changedRefs(layer).filter((ref) => {
    const was = before(ref, layer);
    const now = textOf(ref, layer)?.trim() ?? packedIn(textOf("packed-refs", layer), ref);
    // Whoever writes to a reference that stands for another writes there.
    if (now?.startsWith("ref:")) return now !== was;
    if (was === null || was === now) return false;
    if (now === null) return true;
    if (ref === STASH) return false; // its log says what is gone
    return !(current.has(ref) || movesTree) || !isFoundAgain(ref, was, now, layer);
  });
}

/** Loose ones that were changed, and those in a pack that was. */
function changedRefs(layer: GitLayer): string[] {
  const loose = [...layer.changes].flatMap(([path, change]) => {
    const kind = change.does === "delete" ? change.was : change.made.kind;
    return /^refs\/./.test(path) && kind !== "folder" ? [path] : [];
  });
  const packed = layer.changes.has("packed-refs") ? (read(layer.before("packed-refs"))?.toString("utf8") ?? "") : "";
  return [
    ...new Set([...loose, ...packed.split("\n").flatMap((line) => /^[0-9a-f]+ (refs\/.+)$/.exec(line)?.[1] ?? [])]),
  ];
}

function before(ref: string, layer: GitLayer): string | null {
  const loose = read(layer.before(ref))?.toString("utf8").trim();
  return loose ?? packedIn(read(layer.before("packed-refs"))?.toString("utf8"), ref);
}

function packedIn(packed: string | undefined, ref: string): string | null {
  const line = packed?.split("\n").find((one) => one.endsWith(` ${ref}`));
  return line?.split(" ")[0] ?? null;
}

function headOf(head: Buffer | null): string {
  return /^ref:\s*(\S+)/.exec(head?.toString("utf8") ?? "")?.[1] ?? "";
}

/** It leads on to the old commit, or a log names that. */
function isFoundAgain(ref: string, was: string, now: string, layer: GitLayer): boolean {
  const logs = [`logs/${ref}`, "logs/HEAD"].map((path) => Buffer.from(textOf(path, layer) ?? ""));
  if (logs.some((log) => namesIn(log).has(was.toLowerCase()))) return true;
  const tip = /^[0-9a-f]+$/i.test(now) ? now : revisionOf(ref, layer);
  if (tip === null) return false;
  const beyond = askGit(layer, ["rev-list", "--max-count=1", "--stdin"], `${was}\n^${tip}\n`);
  return beyond.ok && beyond.output.length === 0;
}

/** Git only adds to them. */
function shortenedLogs(layer: GitLayer): string[] {
  return [...layer.changes].flatMap(([path, change]) => {
    if (!path.startsWith("logs/")) return [];
    const old = read(layer.before(path));
    if (old === null || old.length === 0) return [];
    const now = change.does === "delete" ? null : read(layer.after(path));
    return now?.subarray(0, old.length).equals(old) ? [] : [path];
  });
}
