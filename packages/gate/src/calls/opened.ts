/**
 * `opened`, the event of a call that is under way: what was decided and what stood there, in its session's journal until
 * it is `closed`. A later one of the same call stands in the place of the one before. It is written here and nowhere else.
 */
import type { HookContext, PreToolUseContext } from "@intentgate/engine";
import type { GovernedRoot, OpenCall } from "@intentgate/sidecar";
import type { Call } from "./call.ts";
import { decidedOf } from "./call-key.ts";

type Made = Pick<HookContext, "invocationId" | "normalizedToolName" | "session">;
type Files = ReadonlyMap<string, { hash: string | null; mode: number | null }>;
type Known = Omit<OpenCall, "invocationId" | "tool" | "before" | "modes">;

export const nobody = { pid: 0, pidStartedAt: "" };

const USUAL_MODE = 0o644;

/** Before the decision leaves. `files`: those that it may change, as they stand now. */
export function writeOpened(
  root: GovernedRoot,
  { invocationId, normalizedToolName: tool, session }: Made,
  { at, intentId, pid, pidStartedAt, ...known }: Known,
  files: Files = new Map(),
): OpenCall {
  const before = Object.fromEntries([...files].map(([absolute, { hash }]) => [absolute, hash]));
  const unusual = [...files].filter(([, { mode }]) => mode !== null && mode !== USUAL_MODE);
  const modes = Object.fromEntries(unusual.map(([absolute, { mode }]) => [absolute, mode as number]));
  const stood = { before, ...(files.size > 0 ? { modes } : {}) };
  return writeAgain(root, session.id, { invocationId, at, tool, intentId, pid, pidStartedAt, ...stood, ...known });
}

export interface Allowed {
  context: HookContext;
  decided: PreToolUseContext;
  at: string;
  owner: Pick<OpenCall, "pid" | "pidStartedAt">;
}

/** A call that may be made. Another process finds it again in the root where it is made, and in no other. */
export function writeAllowed(
  root: GovernedRoot,
  { context, decided, at, owner }: Allowed,
  { key, control }: Call,
  parts: {
    intentIn(root: GovernedRoot, context: HookContext): string | null;
    rootAt(call: HookContext): GovernedRoot;
  },
  files?: Files,
): OpenCall {
  const known = {
    ...{ at, intentId: parts.intentIn(root, context), ...owner },
    decided: key === null || root !== parts.rootAt(context) ? null : decidedOf(context, decided, key, at),
    ...(Object.keys(control).length > 0 ? { control } : {}),
  };
  return writeOpened(root, context, known, files);
}

/** The same call, of which something else is known now. */
export function writeAgain(root: GovernedRoot, session: string, call: OpenCall): OpenCall {
  root.store.sessions.append(session, [{ kind: "opened", at: call.at, call }]);
  return call;
}

export function modeBefore({ before, modes }: OpenCall, absolute: string): number | null {
  return before[absolute] === null || !modes ? null : (modes[absolute] ?? USUAL_MODE);
}
