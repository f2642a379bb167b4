/** One hook as its file declares it. */

export const eventTypes = [
  "UserPromptSubmit",
  "PreAbilityCall",
  "PostAbilityCall",
  "SessionStart",
  "SessionEnd",
  "SessionStop",
] as const;
export type EventType = (typeof eventTypes)[number];

export const stages = ["understand", "plan", "act", "review"] as const;
export type Stage = (typeof stages)[number];

export const statuses = ["success", "failure", "skipped"] as const;
export type Status = (typeof statuses)[number];

export interface Handler {
  kind: "script" | "module" | "builtin";
  command: string;
  timeout_ms: number;
  files: readonly string[];
}

/** Every key that is given must hold; within a key one of its entries. Null: not given. */
export interface HookMatch {
  /** Names with `*` over the ability id, the operation key and the modules. */
  ability_scope: readonly string[] | null;
  ability_id: readonly string[] | null;
  operation_key: readonly string[] | null;
  min_duration_ms: number | null;
  /** Globs over the files that changed; without such a file the hook has nothing to do. */
  only_if_changed_paths: readonly string[] | null;
  /** Globs over the files that the event speaks of, changed or not. */
  file_patterns: readonly string[] | null;
  status: readonly Status[] | null;
  stage: readonly Stage[] | null;
}

export interface EventHook {
  id: string;
  /** As the person would type it. */
  file: string;
  event_type: EventType;
  enabled: boolean;
  /** Only a blocking hook can say no. */
  blocking: boolean;
  /** Its handler runs in a box: what it changes is judged like what a command changes. */
  contained: boolean;
  /** Null: in all of them. */
  environments: readonly string[] | null;
  summary: string;
  match: HookMatch;
  /** How many examples its match was held to when it was read. */
  examples: number;
  handler: Handler;
  /** For readers; never interpreted. */
  effects: readonly (string | Readonly<Record<string, string>>)[];
}
