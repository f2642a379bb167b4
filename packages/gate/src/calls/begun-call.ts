/** A call between its before and its after: what of it goes into the session's journal, and how it is found there again. */
import type { FileBytes, HookContext } from "@intentgate/engine";
import type { BeforeCache, GovernedRoot, PendingCall } from "@intentgate/sidecar";
import type { BeforeCall } from "../observe/observer.ts";
import type { CallWatchParts, Watched } from "./call-watch.ts";

/** Null where the call announced no file of this root. */
export function pendingCall(
  context: HookContext,
  before: BeforeCall,
  root: GovernedRoot,
  owner: Pick<PendingCall, "at" | "pid" | "pidStartedAt">,
  parts: Pick<CallWatchParts, "relative" | "intentIn">,
): PendingCall | null {
  const files = [...before.files].filter(([absolute]) => parts.relative(absolute)?.root === root.root);
  if (files.length === 0) return null;
  const { invocationId, normalizedToolName: tool } = context;
  const intentId = parts.intentIn(root, context);
  const hashes = Object.fromEntries(files.map(([absolute, reading]) => [absolute, reading.hash]));
  return { key: invocationId, invocationId, tool, intentId, ...owner, before: hashes };
}

/** The before-phase ran in another process: its hashes are in the journal, its bytes in the cache. */
export function begunElsewhere(
  context: HookContext,
  parts: Pick<CallWatchParts, "roots" | "cache">,
): Watched | undefined {
  const files: BeforeCall["files"] = new Map();
  for (const root of parts.roots) {
    const call = root.store.sessions.read(context.session.id).pending.get(context.invocationId);
    for (const [absolute, hash] of Object.entries(call?.before ?? {})) {
      files.set(absolute, { hash, bytes: keptBytes(hash, parts.cache), mode: null });
    }
  }
  const kept = parts.roots.flatMap((root) => {
    const found = root.running.find(context.invocationId);
    return found ? [[root, found] as const] : [];
  });
  if (files.size === 0 && kept.length === 0) return undefined;
  const looks = new Map(kept.flatMap(([{ root }, { look }]) => (look ? [[root, look] as const] : [])));
  const runs = new Map(kept.map(([root, { call }]) => [root, call]));
  return { decided: files, before: { files, looks }, after: null, runs };
}

export function keptBytes(hash: string | null, cache: BeforeCache): FileBytes {
  if (hash === null) return { state: "absent" };
  const bytes = cache.find(hash);
  return bytes ? { state: "present", bytes } : { state: "unknown" };
}
