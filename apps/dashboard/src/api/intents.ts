/** *Intents*: the board, one intent, its scope as a tree, and what a person may do with it. */
import type { ApiProblem, IntentStatus, Time, Window } from "./shared.ts";

/** A column of the board. */
export type Column = IntentStatus | "ARCHIVED";

/** GET /api/intents?column=&text= → newest changed first; without `column` all but archived ones. */
export interface IntentsView extends Window<IntentCard> {
  counts: Record<Column, number>;
  /** Set where changes of the intents file wait for `intentgate trust`. */
  waiting: string | null;
}

export interface IntentCard {
  id: string;
  name: string;
  owned_scope: string[];
  criteria: number;
  /** Sessions at work under it. */
  sessions: number;
  /** Other open intents that own some of the same files. Null: not compared yet, an `overlaps` event follows. */
  overlaps: string[] | null;
  updated_at: Time | null;
}

/** GET /api/intents/:id */
export interface IntentPage {
  id: string;
  name: string;
  column: Column;
  description: string | null;
  owned_scope: string[];
  /** Set while a widening edit waits for a person: files must be covered by these globs too. */
  narrowed_to: string[] | null;
  constraints: string[];
  acceptance_criteria: string[];
  related_files: string[];
  related_specs: string[];
  /** As a person would type them. */
  checks: string[];
  created_at: Time | null;
  updated_at: Time | null;
  /** Names what the entry says now: given back with an edit, so that nobody overwrites what they have not seen. */
  digest: string;
  moves: IntentMove[];
  sessions: { id: string; host: string | null; must_select_again: boolean }[];
  overlaps: Overlap[] | null;
  files: { path: string; count: number; at: Time }[];
  more_files: number;
  /** Allowed, but probably not meant. */
  warnings: string[];
}

export interface Overlap {
  intent_id: string;
  name: string;
  files: number;
  /** At most 20. */
  examples: string[];
}

export type IntentMove = "start" | "complete" | "block" | "reopen" | "archive" | "accept";

/** GET /api/intents/:id/suspect: lines written under other constraints or criteria than the intent has now. */
export interface SuspectView {
  files: { path: string; ranges: { start_line: number; end_line: number }[] }[];
  more_files: number;
}

/** GET /api/intents/:id/scope?folder= → Window<ScopeEntry>: what lies in one folder; folders first, then by name. */
export interface ScopeEntry {
  name: string;
  path: string;
  kind: "folder" | "file";
  /** Below it; 1 for a file. */
  files: number;
  /** How many of them the scope covers. */
  covered: number;
  /** Other open intents that own one of the covered files. */
  also_owned_by: string[];
}

/** POST /api/scope/preview → ScopePreview; changes nothing. `except`: the intent that is being edited. */
export interface ScopePreviewBody {
  globs: string[];
  except: string | null;
}
export interface ScopePreview {
  /** One for each glob that cannot be read. */
  problems: ApiProblem[];
  files: number;
  examples: string[];
  overlaps: Overlap[];
  /** False where there are too many files to look at. */
  whole: boolean;
}

/** What a person may write of an intent. */
interface IntentWords {
  name?: string | undefined;
  description?: string | undefined;
  owned_scope?: string[] | undefined;
  constraints?: string[] | undefined;
  acceptance_criteria?: string[] | undefined;
  related_files?: string[] | undefined;
  /** Commands as a person would type them; no shell. */
  checks?: string[] | undefined;
}

/** POST /api/intents → IntentPage. Without an id the next free one is given. */
export interface NewIntentBody extends IntentWords {
  id?: string | undefined;
  name: string;
  owned_scope: string[];
  start?: boolean | undefined;
}

/** PATCH /api/intents/:id → IntentPage; what is not given stays. 409 where the entry is not what `digest` names. */
export interface EditIntentBody extends IntentWords {
  digest: string;
}

/** POST /api/intents/:id/move → IntentPage. `accept`: the person looked at what stands there; nothing is suspect any more. */
export interface MoveBody {
  move: IntentMove;
}
