/** Agent Trace 0.1.0: an open form in which tools tell each other who wrote which lines. */

export const AGENT_TRACE_VERSION = "0.1.0";

export const contributorTypes = ["human", "ai", "mixed", "unknown"] as const;
export const vcsTypes = ["git", "jj", "hg", "svn"] as const;

export interface AgentTraceContributor {
  type: (typeof contributorTypes)[number];
  model_id?: string;
}

export interface AgentTraceRange {
  start_line: number;
  end_line: number;
  content_hash?: string;
  /** Instead of the conversation's. */
  contributor?: AgentTraceContributor;
}

export interface AgentTraceConversation {
  url?: string;
  contributor?: AgentTraceContributor;
  ranges: AgentTraceRange[];
  related?: { type: string; url: string }[];
}

export interface AgentTraceRecord {
  version: string;
  id: string;
  timestamp: string;
  vcs?: { type: (typeof vcsTypes)[number]; revision: string };
  tool?: { name?: string; version?: string };
  files: { path: string; conversations: AgentTraceConversation[] }[];
  metadata?: Record<string, unknown>;
}

/** What is wrong, where in the record, and what to do about it. */
export interface Fault {
  path: readonly (string | number)[];
  message: string;
  remedy: string;
}
