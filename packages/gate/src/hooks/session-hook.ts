/** One append per call to the session's journal: history, what was seen, refusals in a row, the end of the call. */
import { existsSync } from "node:fs";
import {
  changedPaths,
  type FileChange,
  type OwnPostHookFn,
  type PostHookContext,
  readPaths,
  type TouchedPath,
} from "@intentgate/engine";
import type { GovernedRoot, SessionEvent } from "@intentgate/sidecar";
import { contentHash } from "@intentgate/trace";
import { CLOSED, readAfterwards } from "@intentgate/world";
import type { Call } from "../calls/call.ts";
import { effectHash } from "../calls/call-key.ts";

export interface SessionHookParts {
  roots: readonly GovernedRoot[];
  rootsOf(context: PostHookContext): readonly GovernedRoot[];
  now(): Date;
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
  /** Keeps bytes so that a later STALE_FILE can show what changed. */
  keepSeen(absolute: string): void;
}

export function sessionHook(parts: SessionHookParts): OwnPostHookFn<Call> {
  return async (context, call) => {
    const at = parts.now().toISOString();
    const concerned = parts.rootsOf(context);
    for (const root of parts.roots) {
      if (!existsSync(root.sidecar)) continue; // the refusal says so already
      const events = concerned.includes(root) ? eventsIn(root, context, call, at) : [];
      if (call.isRecorded && isOpenIn(root, context))
        events.push({ kind: "closed", invocationId: context.invocationId });
      if (events.length > 0) root.store.sessions.append(context.session.id, events);
    }
  };

  function eventsIn(root: GovernedRoot, context: PostHookContext, call: Call, at: string): SessionEvent[] {
    return [
      ...whoCalls(context, root, at),
      ...historyOf(context, parts.intentIn(root, context)),
      ...seenBy(context, root, call),
      ...countOf(context, at),
      ...firstChange(context, root, at),
    ];
  }

  function seenBy(context: PostHookContext, root: GovernedRoot, call: Call): SessionEvent[] {
    // A file that the session never read stays unread, whatever a script of its made of it.
    const named = new Set(changedPaths(context.effects).map(({ absolute }) => absolute));
    const known = root.store.sessions.read(context.session.id).seen;
    const isSeen = ({ absolute }: FileChange) => call.exact === null || named.has(absolute) || known.has(absolute);
    const seen = new Map<string, string | null>();
    for (const { absolute } of shownWhole(context)) {
      const hash = toldHash(context) ?? readAfterwards(absolute).hash;
      if (hash === null) continue; // a folder, or gone again
      seen.set(absolute, hash);
      parts.keepSeen(absolute);
    }
    for (const change of context.changes) {
      if (change.root !== root.root || !change.predicted || !isSeen(change)) continue;
      const hash = hashAfter(change);
      if (hash === "closed") continue;
      seen.set(change.absolute, hash);
    }
    return [...seen].map(([path, hash]) => ({ kind: "saw", path, hash }));
  }
}

/** A call that is not recorded stays open, and is settled later. */
function isOpenIn(root: GovernedRoot, { session, invocationId, outcome }: PostHookContext): boolean {
  return outcome.kind !== "denied" && root.store.sessions.read(session.id).open.has(invocationId);
}

/** Said once, and again when the host changes the model. */
function whoCalls({ session }: PostHookContext, root: GovernedRoot, at: string): SessionEvent[] {
  const known = root.store.sessions.read(session.id);
  const { host, model, parent } = session;
  if (known.startedAt === null) return [{ kind: "seen", at, host, model, parent }];
  if (known.ended) return [{ kind: "seen", at, host, model }]; // it was silent for long, and goes on
  const isNews = (host !== undefined && host !== known.host) || (model !== undefined && model !== known.model);
  return isNews ? [{ kind: "seen", at, host, model }] : [];
}

/** Files whose whole content reached the model; one that was only looked at, or shown in part, was not seen. */
function shownWhole({ effects, outcome }: PostHookContext): TouchedPath[] {
  if (outcome.kind !== "succeeded" || isPartial(outcome.result)) return [];
  return effects.list.flatMap((effect) => (effect.kind === "read" && effect.shows === "content" ? [effect] : []));
}

/** How `execute_command` marks where it left bytes out. */
const cutMark = /\n… \d+ bytes cut …\n/u;
/** What stands in place of bytes that are no text. */
const LOST_BYTES = "\uFFFD";

function isPartial(result: unknown): boolean {
  const { truncated, binary, stdout } = (result ?? {}) as { truncated?: unknown; binary?: unknown; stdout?: unknown };
  if (truncated || binary) return true;
  return typeof stdout === "string" && (stdout.includes(LOST_BYTES) || cutMark.test(stdout));
}

/** What the tool itself told of the one file it read: the file may have changed since. */
function toldHash({ effects, outcome }: PostHookContext): string | null {
  if (outcome.kind !== "succeeded" || readPaths(effects).length !== 1) return null;
  const { content_hash } = (outcome.result ?? {}) as { content_hash?: unknown };
  return typeof content_hash === "string" && /^sha256:[0-9a-f]{64}$/.test(content_hash) ? content_hash : null;
}

/** What the call left, not what stands there by now: another session may have been there since. */
function hashAfter({ after, absolute }: FileChange): string | null | "closed" {
  if (after.state === "absent") return null;
  if (after.state === "present") return contentHash(after.bytes);
  const now = readAfterwards(absolute);
  return now === CLOSED ? "closed" : now.hash;
}

function historyOf(context: PostHookContext, intent: string | null): SessionEvent[] {
  if (intent === null || !context.isMutatingTool) return [];
  const tool = context.normalizedToolName;
  const end = { succeeded: "OK", failed: "FAILED", unknown: "UNKNOWN", denied: "DENIED" }[context.outcome.kind];
  const code = context.outcome.kind === "denied" ? ` ${context.outcome.code}` : "";
  const lines = [`PRE_HOOK ${tool}`, `POST_HOOK ${tool} ${end}${code}`];
  if (Object.keys(context.contextPatch).length > 0) lines.unshift(`INTENT_CONTEXT_INJECTED ${tool}`);
  return lines.map((line) => ({ kind: "history", intent, line }));
}

/** Said once an intent: whether a session plans or acts is asked at every call. */
function firstChange({ session, changes }: PostHookContext, root: GovernedRoot, at: string): SessionEvent[] {
  const isOwn = changes.some((change) => change.root === root.root && change.predicted);
  return isOwn && !root.store.sessions.read(session.id).hasChanged ? [{ kind: "changed", at }] : [];
}

function countOf(context: PostHookContext, at: string): SessionEvent[] {
  // What was done without asking is neither a yes nor a no of the gate.
  if (!context.isMutatingTool || context.approval?.answer === "unanswered") return [];
  const tool = context.toolName;
  // What a person stopped did nothing wrong: it is not held against the session once it goes on.
  if (context.outcome.kind === "denied" && context.outcome.code === "STOPPED") return [];
  if (context.outcome.kind === "denied")
    return [{ kind: "denied", at, code: context.outcome.code, tool, call: effectHash(context) }];
  const allowed: SessionEvent[] = [{ kind: "allowed", at }];
  return context.outcome.kind === "failed" ? [...allowed, { kind: "tool_failed", at, tool }] : allowed;
}
