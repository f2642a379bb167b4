/** What the event hooks of one root offer to the gate and to apps. */
import type { Problem } from "@intentgate/documents";
import type { Suggestions } from "@intentgate/routing";
import type { EventContext } from "../declared/event-context.ts";
import type { EventHook } from "../declared/event-hook.ts";
import type { HookResult } from "../declared/hook-result.ts";
import type { From, MergedResult } from "../declared/merge-results.ts";
import type { Registration } from "../declared/register-hooks.ts";

/** `changed`: its file, or the bytes that its handler is made of, are not those that a person trusted. */
export type HookTrust = "trusted" | "untrusted" | "changed";

/** One hook file as it stands now. */
export type DeclaredHook =
  | { kind: "readable"; hook: EventHook; trust: HookTrust; digest: string }
  /** `lastTrusted`: the version a person trusted, which stays in force. */
  | { kind: "broken"; file: string; problems: readonly Problem[]; lastTrusted: EventHook | null };

export interface HookRun {
  hook: string;
  blocking: boolean;
  /** `refused`: it said no itself, or failed and is blocking. */
  outcome: "ok" | "failed" | "refused" | "untrusted";
  message: string | null;
  ms: number;
}

/** `unreadable`: its file cannot be read, and no version of it was ever trusted. */
export interface HookRefusal {
  hook: string;
  kind: "said_no" | "failed" | "untrusted" | "unreadable";
  reason: string;
  remedy: string;
}

export interface Emitted {
  runs: readonly HookRun[];
  merged: MergedResult;
  /** The first refusal of a blocking hook, in the order of running. */
  refusal: HookRefusal | null;
  /** What the event gets from routing: of a prompt always, of another event where a hook gave a structured intent. */
  suggestions: Suggestions | null;
  warnings: readonly From<{ text: string }>[];
}

export interface Explanation {
  runs: boolean;
  /** The first reason why it does not run. */
  reason:
    | "none"
    | "unreadable"
    | "disabled"
    | "environment"
    | "not_registered"
    | "not_executable"
    | "untrusted"
    | "match";
  /** The key of `match` that says no. */
  key: string | null;
  text: string;
}

/** What a person looks at before they trust a hook. */
export interface HookReview {
  id: string;
  file: string;
  hook: EventHook;
  trust: HookTrust;
  digest: string;
  /** The hook file as it stands, and as it was trusted; null where it never was. */
  text: string;
  before: string | null;
  /** What its handler is made of. */
  files: readonly ReviewedFile[];
  /** How many examples its match is held to. */
  examples: number;
  /** Why its handler could not be started; null where it could. */
  unusable: Problem | null;
  /** Why nobody can trust it as it is; null where a person may. */
  untrustable: Problem | null;
}

/** `digest`: null where nothing is there, "unknown" where the bytes cannot be read or are too many. `before`: undefined where it was not trusted. */
export interface ReviewedFile {
  path: string;
  bytes: number | null;
  digest: string | null;
  before: string | null | undefined;
}

/** What a handler said when it was tried, or which key of its match does not want the event. */
export type TriedHook =
  | { matched: false; key: string; why: string }
  | { matched: true; run: HookRun; result: HookResult | null; warnings: readonly string[]; stderr: string };

export interface QueuedAction {
  id: string;
  at: string;
  hook: string;
  session: string;
  kind: "open_file" | "run_command" | "create_task";
  payload: Readonly<Record<string, unknown>>;
  state: "waiting" | "done" | "refused" | "failed";
  note: string | null;
}

export interface EventHooks {
  /** In the order of running. */
  declared(): readonly DeclaredHook[];
  registration(): Registration;
  /** Runs what matches, merges, logs, queues; never throws for what a handler did. */
  emit(event: EventContext): Promise<Emitted>;
  explain(id: string, event: EventContext | null): Explanation;
  /** The hooks of these ids that can be read. */
  review(ids: readonly string[] | "all"): readonly HookReview[];
  /** Runs the handler of one hook, switched on or not, where it matches and is trusted; nothing is logged, queued or learned. */
  tryOut(id: string, event: EventContext): Promise<TriedHook | null>;
  /**
   * A person's act: the caller has made sure of that. Returns the ids that are trusted now and were not; with "all" the
   * trust in hooks that are gone ends too. `seen`: what the person was shown; other bytes are not trusted.
   */
  trust(ids: readonly string[] | "all", seen?: readonly HookReview[]): readonly string[];
  /** What handlers asked to be done, oldest first: what waits, and the newest of what is settled. */
  actions(): readonly QueuedAction[];
  /** Does a waiting action now, through the gate and as its session; null where none of this id waits. */
  runAction(id: string): Promise<QueuedAction | null>;
  /** For who did it itself (an editor that opened the file), or will not have it done. False where none of this id waits. */
  settleAction(id: string, state: "done" | "refused", note: string): Promise<boolean>;
}
