/** The port behind which a prompt is matched against abilities. */
import type { Ability } from "../abilities/ability.ts";

export interface MatchRequest {
  prompt: string;
  /** The environment that is in force; null: not known, so none is excluded for it. */
  environment: string | null;
  /** Modules that are worked on; empty: any. */
  modules: readonly string[];
}

export interface AbilitySuggestion {
  id: string;
  level: Ability["level"];
  reason: string;
  /** 0 to 1; below the threshold nothing is suggested. */
  confidence: number;
}

export interface MatchResult {
  /** Best first; empty where nothing is sure enough. */
  suggestions: AbilitySuggestion[];
  /** What a person should know about how this came about. */
  notes: string[];
}

export interface Matcher {
  match(request: MatchRequest): Promise<MatchResult>;
}
