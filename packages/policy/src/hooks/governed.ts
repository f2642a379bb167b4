/** What the built-in hooks need to know of the governed roots; the workspace answers from its files. */

import type { FoundSecret, Problem } from "@intentgate/documents";
import type { HookContext, OwnPreHookFn, TouchedPath } from "@intentgate/engine";
import type { IgnoreRule } from "../ignore/ignore-rule.ts";
import type { Intent } from "../intents/intent.ts";
import type { Place } from "../paths/place.ts";
import type { ApprovalMode, Policy } from "../policy-file/policy.ts";

/** What was found out about one call before the hooks look at it. */
export interface GovernedCall {
  /** The roots it concerns: those of its changed paths, else the root of its working folder. */
  readonly concerned: readonly RootReading[];
  readonly standing: Standing;
}

/** Who runs a call: the gate itself, or a program that stands on a floor, or on none. */
export type Standing = "gate" | "floor" | "no floor";

/** A built-in hook: it sees the call, and the roots that the call concerns. */
export type GovernedPreHook = OwnPreHookFn<GovernedCall>;

export interface Governed {
  /** Curated context for the model's next turn: the intent, and the last changes made under it. */
  contextFor(view: RootView, intent: Intent): Record<string, string>;
  place(absolute: string): Place;
  controlReason(absolute: string): string | null;
  /** True for the control files that are programs: the gate's own, and what runs it. */
  isProgram(absolute: string): boolean;
  /** Why a path that goes away is a control file, or takes some along: those inside a folder. */
  removalReason(absolute: string): string | null;
  /** Why a path is a control file where something is put that may bring some along. */
  placingReason(absolute: string): string | null;
  /** Keeps what stands at these absolute paths, so that an undo can give it back; says what it cannot keep. */
  keepForUndo(paths: readonly string[], how: KeepingForUndo): ForUndo;
  /** Hash of the bytes that stand there now, null when nothing does. */
  hashNow(absolute: string): string | null;
  /** What looks like a key or a password in what the call would write, where it does not stand already. */
  addedSecrets(context: Pick<HookContext, "payload" | "effects">): readonly FoundSecret[];
  /** What to put to a person in the place of a refusal; null where nobody may be asked, or no scope can be told. */
  proposalFor(context: HookContext, call: GovernedCall, view: RootView): IntentProposal | null;
  /** Whether a key, or another secret of the person's, lies there and in none of the roots. */
  isKey(absolute: string, secrets: readonly string[]): boolean;
  /** At most 80 lines from what the session saw to what stands there now; empty for secret files. */
  diffSince(absolute: string, seen: string | null): string[];
}

/** A new intent that the gate itself thought of. */
export interface IntentProposal {
  name: string;
  owned_scope: string[];
}

export interface KeepingForUndo {
  /** What becomes of a folder that stands there. */
  folders: "emptied" | "left";
  /** What changes will be told file by file, also where git ignores it. */
  isExact: boolean;
  /** False where it only looks. */
  writes: boolean;
  /** So many bytes are kept for the same call already: more than a limit would push those out again. */
  spent: number;
}

export interface ForUndo {
  /** How many files stand there, and how large those are together that are kept. */
  files: number;
  bytes: number;
  /** Absolute: what could not be given back. */
  lost: readonly string[];
}

export type RootReading = { ok: true; view: RootView } | { ok: false; root: string; problems: Problem[] };

/** One root as it is right now. */
export interface RootView {
  root: string;
  policy: Policy;
  approvalMode: ApprovalMode;
  intents: ReadonlyMap<string, Intent>;
  ignore: readonly IgnoreRule[];
  session: SessionView;
  /** Paths relative to this root that the call changes. */
  changed: readonly RelativePath[];
  /** Folders of this root below which the call changes something that cannot be named; "" is the root itself. */
  below: readonly RelativePath[];
  covers(intent: Intent, relative: string): boolean;
  coversWith(intent: Intent, globs: readonly string[], relative: string): boolean;
  /** Whether these globs cover everything below a folder. */
  coversBelow(intent: Intent, globs: readonly string[], folder: string): boolean;
  matches(glob: string, relative: string): boolean;
  /** Whether the glob matches something below the folder, as far as that can be told. */
  mayMatchBelow(glob: string, folder: string): boolean;
}

export interface RelativePath extends TouchedPath {
  relative: string;
}

export interface SessionView {
  id: string;
  intent: { id: string; digest: string } | null;
  /** The intent of the session that started this one; a subagent works under it and no other. */
  parentIntent: string | null;
  /** A person's reason for their no to a new intent; null where nobody said no. */
  declined: string | null;
  seen: ReadonlyMap<string, string | null>;
  denialsInARow: number;
  /** How many of them refused one and the same call: the most that any of them has. */
  sameDenials: number;
  standing: ReadonlyMap<string, string>;
  approvedCommands: ReadonlyMap<string, string>;
}

/** The readable roots of a call; blockIfNoIntent speaks for the unreadable ones. */
export function readable({ concerned }: GovernedCall): RootView[] {
  return concerned.flatMap((reading) => (reading.ok ? [reading.view] : []));
}

/** The intent this session works under in this root, whatever its state. */
export function takenIntent(view: RootView): Intent | undefined {
  return view.session.intent ? view.intents.get(view.session.intent.id) : undefined;
}
