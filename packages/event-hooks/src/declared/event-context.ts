/** What a handler is told: the fields of the event, summaries instead of payloads. */
import type { EventType, Stage, Status } from "./event-hook.ts";

interface ContextBase {
  event_type: EventType;
  session_id: string;
  /** RFC 3339. */
  timestamp: string;
  repository_root?: string;
  stage?: Stage;
}

export interface UserPromptSubmitContext extends ContextBase {
  event_type: "UserPromptSubmit";
  user_message: string;
  files_touched?: string[];
  last_command?: string;
}

export interface PreAbilityCallContext extends ContextBase {
  event_type: "PreAbilityCall";
  ability_id: string;
  operation_key?: string;
  /** The modules an ability of the registry belongs to. */
  modules?: string[];
  planned_input_summary?: string;
  /** All that it reads or changes; `changed_files` is the part that it changes. A folder ends in `/`. */
  files_touched?: string[];
  changed_files?: string[];
}

export interface PostAbilityCallContext extends ContextBase {
  event_type: "PostAbilityCall";
  ability_id: string;
  operation_key?: string;
  modules?: string[];
  status: Status;
  duration_ms?: number;
  input_summary?: string;
  output_summary?: string;
  tool_call_path?: string;
  files_touched?: string[];
  changed_files?: string[];
}

export interface SessionStartContext extends ContextBase {
  event_type: "SessionStart";
  host?: string;
  model?: string;
}

export interface SessionEndContext extends ContextBase {
  event_type: "SessionEnd";
  changed_files?: string[];
  reason?: string;
}

export interface SessionStopContext extends ContextBase {
  event_type: "SessionStop";
  changed_files?: string[];
}

export type EventContext =
  | UserPromptSubmitContext
  | PreAbilityCallContext
  | PostAbilityCallContext
  | SessionStartContext
  | SessionEndContext
  | SessionStopContext;
