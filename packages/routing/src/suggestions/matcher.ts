/** The port behind which a prompt is matched against abilities. */
import type { AbilityLevel } from "../abilities/ability.ts";

export interface MatchRequest {
  prompt: string;
  /** The environment that is in force; null: not known, so none is excluded for it. */
  environment: string | null;
  /** Modules that are worked on; empty: any. */
  modules: readonly string[];
  limit?: number;
}

export interface AbilitySuggestion {
  id: string;
  level: AbilityLevel;
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
  name: "text" | "model";
  match(request: MatchRequest): Promise<MatchResult>;
}
