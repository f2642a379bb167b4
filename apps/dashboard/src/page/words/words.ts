/** Plain words for what the gate calls by its codes. What is not listed is said as it is. */

const refusals: Readonly<Record<string, string>> = {
  INTENT_REQUIRED: "No intent taken",
  INTENT_NOT_FOUND: "Intent not open",
  SCOPE_VIOLATION: "Outside the scope",
  STALE_FILE: "File changed meanwhile",
  HITL_REJECT: "Rejected by a person",
  DESTRUCTIVE_BLOCKED: "Forbidden by the policy",
  UNKNOWN_EFFECT: "Effect not known",
  CONTROL_FILE: "File that steers the gate",
  INTENT_IGNORED: "Excluded by .intentignore",
  BLOCKED_BY_HOOK: "Stopped by a hook",
  CIRCUIT_OPEN: "Too many refusals",
  HOOK_ERROR: "A check broke",
};

const tools: Readonly<Record<string, string>> = {
  read_file: "Read a file",
  list_files: "List files",
  list: "List files",
  search_files: "Search files",
  stat: "Look at a file",
  write_to_file: "Write a file",
  write_file: "Write a file",
  generate_image: "Create an image",
  apply_diff: "Change a file",
  edit: "Change a file",
  search_and_replace: "Change a file",
  search_replace: "Change a file",
  edit_file: "Change a file",
  apply_patch: "Apply a patch",
  delete_file: "Delete a file",
  delete: "Delete a file",
  execute_command: "Run a command",
  exec_bash: "Run a command",
  use_mcp_tool: "Use another server's tool",
  mcp_tool_use: "Use another server's tool",
  select_active_intent: "Take an intent",
  list_intents: "List the intents",
  propose_intent: "Propose an intent",
  request_scope_expansion: "Ask for a wider scope",
  record_lesson: "Note a lesson",
  attempt_completion: "Propose completion",
  complete_intent: "Propose completion",
  why: "Ask why a line is there",
};

const columns: Readonly<Record<string, string>> = {
  PENDING: "Pending",
  IN_PROGRESS: "In progress",
  BLOCKED: "Blocked",
  COMPLETE: "Complete",
  ARCHIVED: "Archived",
};

const classes: Readonly<Record<string, string>> = {
  AST_REFACTOR: "Refactoring",
  INTENT_EVOLUTION: "New behaviour",
};

const writers: Readonly<Record<string, string>> = {
  AI: "Agent",
  HUMAN: "Person",
  HOOK: "Hook",
  UNKNOWN: "Not known",
  BEFORE: "Before Intentgate",
  AMBIGUOUS: "More than one possible",
};

const risks: Readonly<Record<string, string>> = {
  SAFE: "Harmless",
  DESTRUCTIVE: "Changes something",
  UNKNOWN: "Not known what it changes",
};

const outcomes: Readonly<Record<string, string>> = {
  allowed: "Allowed",
  denied: "Refused",
  failed: "Failed",
  unknown: "Outcome not known",
  open: "Running",
  OK: "Done",
  FAILED: "Failed",
};

const topics: Readonly<Record<string, string>> = {
  expansion: "Wider scope",
  destructive: "Change",
  unknown: "Effect not known",
  second_intent: "Second intent",
  new_intent: "New intent",
  completion: "Completion",
  lesson: "Lesson",
  hook: "Hook",
};

const events: Readonly<Record<string, string>> = {
  UserPromptSubmit: "when a person writes to the agent",
  PreAbilityCall: "before a tool call",
  PostAbilityCall: "after a tool call",
  SessionStart: "when a session starts",
  SessionEnd: "when a session ends",
  SessionStop: "when the agent wants to stop",
};

const phases: Readonly<Record<string, string>> = {
  received: "Received",
  pre: "Checked",
  ask: "A person was asked",
  execute: "Ran",
  post: "Noted",
  done: "Finished",
};

/** Built-in checks by what they look after. */
const checks: Readonly<Record<string, string>> = {
  logHook: "log",
  blockIfNoIntent: "an intent must be taken",
  protectControlFiles: "files that steer the gate",
  forbidden: "what the policy forbids",
  intentIgnore: ".intentignore",
  scope: "the scope of the intent",
  lock: "nobody overwrites what they have not seen",
  declaredHooks: "the project's own hooks",
  circuitBreaker: "too many refusals in a row",
  hitlPreHook: "a person must agree",
  trace: "the record",
  intentMap: "the map",
  history: "the history of the intent",
  lessons: "lessons",
};

function said(words: Readonly<Record<string, string>>): (code: string) => string {
  return (code) => (Object.hasOwn(words, code) ? (words[code] as string) : code);
}

export const refusalWords = said(refusals);
export const toolWords = said(tools);
export const columnWords = said(columns);
export const riskWords = said(risks);
export const outcomeWords = said(outcomes);
export const whoWords = said(writers);
export const topicWords = said(topics);
export const eventWords = said(events);
export const phaseWords = said(phases);
export const checkWords = said(checks);

export function classWords(code: string | null): string {
  return code === null ? "Kind not recorded" : said(classes)(code);
}

/** `none`, or how a person agreed and the id of what they answered. What nobody knows is not called an approval. */
export function approvalWords(approval: string | null): string {
  if (approval === null || approval === "" || approval === "none") return "passed without a question";
  const how = approval.split(":", 1)[0] ?? "";
  return Object.hasOwn(approvals, how) ? (approvals[how] as string) : `noted as ${approval}`;
}

const approvals: Readonly<Record<string, string>> = {
  once: "a person approved this very change",
  standing: "a person approved all changes inside the scope in this session",
  command: "a person approved this command for the session",
  declare: "a person approved it and declared it in the policy",
};

/** A session by a name that fits into a line: hosts give long random ids. */
export function sessionName(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…` : id;
}

/** "Claude Code" for `claude-code`. */
export function hostName(host: string | null): string {
  if (host === null || host === "") return "Unknown agent";
  return host
    .split(/[-_ ]+/)
    .map((word) => known.get(word) ?? `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(" ");
}

const known = new Map([
  ["cli", "CLI"],
  ["mcp", "MCP"],
  ["acp", "ACP"],
  ["vscode", "VS Code"],
  ["opencode", "OpenCode"],
]);
