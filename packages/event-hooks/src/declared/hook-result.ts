/** What a handler may answer. */
import type { Stage } from "./event-hook.ts";

export interface HookLog {
  level: "debug" | "info" | "warn" | "error";
  message: string;
}

export interface SuggestedAbility {
  id: string;
  reason: string;
  confidence: number | null;
}

export interface SuggestedDocument {
  path: string;
  reason: string;
  stage: Stage | null;
}

/** A question to knowledge routing; it never creates, takes or widens an intent. */
export interface StructuredIntent {
  scope: string | null;
  topic: string | null;
  stage: Stage | null;
  intent: string;
  signals: Readonly<Record<string, unknown>>;
}

export interface FollowUpAction {
  kind: "open_file" | "run_command" | "create_task";
  payload: Readonly<Record<string, unknown>>;
}

export interface MatcherSuggestion {
  ability_id: string;
  signal: string;
  weight: number;
}

export interface HookResult {
  logs: HookLog[];
  messages_to_user: string[];
  suggested_abilities: SuggestedAbility[];
  suggested_documents: SuggestedDocument[];
  new_intent: StructuredIntent | null;
  follow_up_actions: FollowUpAction[];
  update_matcher_suggestions: MatcherSuggestion[];
  /** Before a call: a person is to be asked. */
  confirm: { question: string } | null;
  tags: string[];
  usage_recorded: boolean;
  error: string | null;
}

export const emptyResult: HookResult = {
  logs: [],
  messages_to_user: [],
  suggested_abilities: [],
  suggested_documents: [],
  new_intent: null,
  follow_up_actions: [],
  update_matcher_suggestions: [],
  confirm: null,
  tags: [],
  usage_recorded: false,
  error: null,
};
