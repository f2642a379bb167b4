/** Stops a session from overwriting what it has not seen. */
import { type Deny, deny, type Effect, type HookContext } from "@intentgate/engine";
import { invalidHash } from "../effects/observed-hashes.ts";
import { type Governed, type GovernedPreHook, type RootView, readable } from "./governed.ts";

export function lock(governed: Governed): GovernedPreHook {
  return async (context, call) => {
    if (!context.isMutatingTool) return;
    const misfit = Object.entries(context.details.observed).find(([, hash]) => hash === invalidHash);
    if (misfit) {
      const why = "observed_content_hash is not a SHA-256 hash, or names no file of this call";
      return staleFile(misfit[0], null, null, [], why);
    }
    const writes = replacements(context.effects.list);
    for (const view of readable(call)) {
      const inside = new Set(view.changed.map((path) => path.absolute));
      for (const write of writes.filter((one) => inside.has(one.absolute))) {
        const no = stale(governed, context, view, write);
        if (no) return no;
      }
    }
  };
}

interface Replacement {
  path: string;
  absolute: string;
  /** The content that stands there is lost whole, unlike with an edit that names what it changes. */
  whole: boolean;
  /** A delete or the old end of a move: only checked against what was seen. */
  removes: boolean;
}

function replacements(effects: readonly Effect[]): Replacement[] {
  return effects.flatMap((effect): Replacement[] => {
    if (effect.kind === "write" && effect.manner !== "derived" && effect.manner !== "committed") {
      return [{ ...effect, whole: effect.manner === "create_or_replace", removes: false }];
    }
    if (effect.kind === "delete") return [{ ...effect, whole: false, removes: true }];
    if (effect.kind === "move") {
      return [
        { ...effect.from, whole: false, removes: true },
        { ...effect.to, whole: true, removes: false },
      ];
    }
    return [];
  });
}

function stale(governed: Governed, context: HookContext, view: RootView, write: Replacement): Deny | undefined {
  const current = governed.hashNow(write.absolute);
  const observed = context.details.observed[write.path];
  if (observed !== undefined) {
    if (observed === current) return undefined;
    const diff = governed.diffSince(write.absolute, observed);
    return staleFile(write.path, observed, current, diff, "it differs from what was observed");
  }
  if (view.session.seen.has(write.absolute)) {
    const seen = view.session.seen.get(write.absolute) ?? null;
    if (seen === current) return undefined;
    const diff = governed.diffSince(write.absolute, seen);
    return staleFile(write.path, seen, current, diff, "it changed since this session last saw it");
  }
  if (current === null || !write.whole || view.policy.lock.never_read === "allow") return undefined;
  const diff = governed.diffSince(write.absolute, null);
  return staleFile(write.path, null, current, diff, "it exists and this session has never read it");
}

function staleFile(path: string, observed: string | null, current: string | null, diff: string[], why: string): Deny {
  return deny(
    "STALE_FILE",
    `File ${path} may not be overwritten: ${why}.`,
    "Read the file again, merge your change into what stands there now, and repeat the call.",
    { file_path: path, observed_content_hash: observed, current_content_hash: current, current_diff: diff },
  );
}
