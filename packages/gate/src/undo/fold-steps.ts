/**
 * Takes the steps of one path back, newest first, from what stands there now. A step whose result does not stand there
 * any more is where it ends: somebody changed the file since.
 */
import { isContent } from "@intentgate/trace";
import type { Stood, UndoStep } from "./undo-steps.ts";

/** What stands at a path, or would once the newest steps are taken back. `bytes` are null where only their name is known. */
export type Standing = { is: "absent" } | { is: "entry"; hash: string; bytes: Uint8Array | null; mode: number };

export interface Folded {
  /** As far as the steps could be taken back. */
  to: Standing;
  isDoubtful: boolean;
  /** `older` are the steps before the one that could not be taken back. */
  stuck: { at: UndoStep; older: readonly UndoStep[]; why: "changed" | "mode" | "unknown" } | null;
}

const KIND = 0o170000;

export function foldSteps(now: Standing, steps: readonly UndoStep[], key: Uint8Array | null): Folded {
  let to = now;
  let isDoubtful = false;
  for (const [at, step] of steps.entries()) {
    const { before, after } = step;
    const stuck = (why: "changed" | "mode" | "unknown"): Folded => {
      return { to, isDoubtful, stuck: { at: step, older: steps.slice(at + 1), why } };
    };
    if (after.is === "unknown") return stuck("unknown");
    if (isAs(to, after, key)) {
      if (before.is === "unknown") return stuck("unknown");
      const mode = modeBack(to, before, after);
      if (mode === "changed") return stuck("mode");
      to = before.is === "absent" ? before : { is: "entry", hash: before.hash, bytes: bytesOf(to, before, key), mode };
      isDoubtful ||= step.isDoubtful;
    } else if (before.is === "unknown" || !isAs(to, before, key)) return stuck("changed");
  }
  return { to, isDoubtful, stuck: null };
}

/** The same kind of thing with the same bytes; permissions are another matter. */
function isAs(standing: Standing, stood: Stood, key: Uint8Array | null): boolean {
  if (standing.is === "absent" || stood.is !== "entry") return standing.is === stood.is;
  if ((standing.mode & KIND) !== (stood.mode & KIND)) return false;
  return standing.bytes === null ? standing.hash === stood.hash : isContent(stood.hash, standing.bytes, key);
}

/** What the step did to the permissions is taken back; what somebody else did to them stays. */
function modeBack(to: Standing, before: Stood, after: Stood): number | "changed" {
  if (before.is !== "entry") return 0;
  if (to.is !== "entry" || after.is !== "entry" || (before.mode & KIND) !== (after.mode & KIND)) return before.mode;
  if (before.mode === after.mode || to.mode === before.mode) return to.mode;
  return to.mode === after.mode ? before.mode : "changed";
}

function bytesOf(to: Standing, before: Stood, key: Uint8Array | null): Uint8Array | null {
  return to.is === "entry" && isAs(to, before, key) ? to.bytes : null;
}
