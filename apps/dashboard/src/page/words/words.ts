/** Plain words for what the gate calls by its codes. What is not listed is said as it is. */
import { codeWords } from "@intentgate/engine";
import type { SessionCard, SessionStop, WaitingApproval } from "../../api/now.ts";
import { atClock } from "./time-words.ts";

const refusals: Readonly<Record<string, string>> = { ...codeWords, STOPPED: "You stopped the session" };

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

const decisions: Readonly<Record<string, string>> = {
  allow: "no objection",
  deny: "refused",
  ask: "asks a person",
};

const anchors: Readonly<Record<string, string>> = {
  heads: "the ends of all chains",
  list: "the list kept outside of the project",
  git: "a git ref",
};

const topics: Readonly<Record<string, string>> = {
  expansion: "Wider scope",
  destructive: "Change",
  unknown: "Effect not known",
  second_intent: "Second intent",
  new_intent: "New intent",
  start_intent: "New intent",
  completion: "Completion",
  lesson: "Lesson",
  hook: "Hook",
  outside: "Outside the scope",
  network: "Network",
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
  stopped: "a person stopped the session",
  hitlPreHook: "a person must agree",
  trace: "the record",
  intentMap: "the map",
  history: "the history of the intent",
  lessons: "lessons",
};

function wordsFrom(words: Readonly<Record<string, string>>): (code: string) => string {
  return (code) => (Object.hasOwn(words, code) ? (words[code] as string) : code);
}

export const refusalWords = wordsFrom(refusals);
export const toolWords = wordsFrom(tools);
export const columnWords = wordsFrom(columns);
export const riskWords = wordsFrom(risks);
export const outcomeWords = wordsFrom(outcomes);
export const decisionWords = wordsFrom(decisions);
export const anchorWords = wordsFrom(anchors);
export const whoWords = wordsFrom(writers);
export const topicWords = wordsFrom(topics);
export const eventWords = wordsFrom(events);
export const phaseWords = wordsFrom(phases);
export const checkWords = wordsFrom(checks);

export function classWords(code: string | null): string {
  return code === null ? "Kind not recorded" : wordsFrom(classes)(code);
}

/** `none`, or how a person agreed and the id of what they answered. What nobody knows is not called an approval. */
export function approvalWords(approval: string | null): string {
  if (approval === null || approval === "" || approval === "none") return "passed without a question";
  return approvals.get(approval.split(":", 1)[0] ?? "") ?? `noted as ${approval}`;
}

const approvals = new Map([
  ["once", "a person approved this very change"],
  ["standing", "a person approved all changes inside the scope in this session"],
  ["command", "a person approved this command for the session"],
  ["scope", "a person kept it and added it to the scope"],
  ["declare", "a person approved it and declared it in the policy"],
]);

/** A session by a name that fits into a line: hosts give long random ids. */
export function sessionName(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…` : id;
}

export function lineWords(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
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

/** A session by the name of its agent. Where two sessions are of one host, the start of the id tells them apart. */
export function nameAmong(id: string, sessions: readonly Pick<SessionCard, "id" | "host">[]): string {
  const own = sessions.find((session) => session.id === id);
  if (!own?.host) return sessionName(id);
  const alike = sessions.filter((session) => session.host === own.host);
  return alike.length > 1 ? `${hostName(own.host)} ${id.slice(0, 4)}` : hostName(own.host);
}

export interface ChangeWords {
  words: string;
  /** Null where the record counts no lines. */
  lines: { added: number; removed: number } | null;
}

const COUNTED = /^([A-Za-z0-9_.-]{1,100}): .* \(\+(\d{1,9}) -(\d{1,9})\)$/s;

/** The computed line of a record in plain words: the tool, and how many lines came and went. */
export function changeWords(description: string): ChangeWords {
  const found = COUNTED.exec(description);
  if (!found) return { words: description, lines: null };
  const lines = { added: Number(found[2]), removed: Number(found[3]) };
  return { words: toolWords(found[1] ?? ""), lines };
}

type Asked = Pick<WaitingApproval, "question" | "questions" | "effects" | "files" | "command" | "tool">;

/** What the gate says of a single effect, and how it is asked about. */
const verbs: readonly (readonly [starts: string, asks: string])[] = [
  ["deletes ", "Delete"],
  ["edits ", "Change"],
  ["writes the whole file ", "Write"],
  ["moves ", "Move"],
];

/** The gate's own sentence; of what an earlier version asked, the question as a person would ask it. */
export function questionWords(asked: Asked): string {
  if (asked.question !== null) return asked.question.sentence;
  const [first] = asked.questions;
  if (first === undefined) return `${toolWords(asked.tool)}?`;
  if (first.topic === "unknown")
    return asked.command === null
      ? `${toolWords(asked.tool)}? What it changes is not known.`
      : "Run this command? What it changes is not known.";
  if (first.topic !== "destructive") return first.question;
  if (asked.command !== null) return "Run this command?";
  return effectWords(asked) ?? first.question;
}

/** Null where the effects are of different kinds. */
function effectWords({ effects, files }: Asked): string | null {
  const [effect = ""] = effects;
  const verb = verbs.find(([starts]) => effect.startsWith(starts));
  if (!verb) return null;
  const [starts, asks] = verb;
  if (files.length <= 1) return `${asks} ${effect.slice(starts.length)}?`;
  const alike = effects.slice(0, files.length).every((one) => one.startsWith(starts));
  return alike ? `${asks} ${files.length} files?` : null;
}

const help: Readonly<Record<string, string>> = {
  INTENT_REQUIRED:
    "The agent must take an intent first. Declare one under Intents, or give it yours with `intentgate use INT-001`.",
  INTENT_NOT_FOUND: "Declare the intent under Intents, or reopen it there if it is blocked or complete.",
  SCOPE_VIOLATION:
    "If the file belongs to this work, open the intent and add it under “Files it may change”. The agent can also ask for it; the question then appears here.",
  STALE_FILE: "Nothing is to be done: the agent reads the file again and puts its change on top.",
  HITL_REJECT: "Somebody said no. If it was meant to pass, let the agent try again and approve it.",
  NO_ANSWER:
    "Nobody was there to be asked, or nobody answered in time. Keep this page open and let the agent try again; what is still open can be approved there.",
  NOT_CONTAINED:
    "It could not be contained, so it did not run. Start the agent with `intentgate start`; `intentgate doctor` says what is missing on this machine.",
  DESTRUCTIVE_BLOCKED: "The policy forbids it. Do it yourself, or change `forbid` in `.orchestration/policy.yaml`.",
  UNKNOWN_EFFECT:
    "It is not known what it would touch, and nobody may be asked here. Declare the command in `.orchestration/policy.yaml`, or change the approval mode there.",
  CONTROL_FILE: "No agent may change a file that steers the gate. If the change is right, make it yourself.",
  INTENT_IGNORED: "`.intentignore` excludes the file. Change its line there if agents may touch it.",
  BLOCKED_BY_HOOK: "A hook of this project said no. Its words are above; Hooks shows the hook and its runs.",
  CIRCUIT_OPEN:
    "The session was refused too often in a row. Look at what it tries; then let it go on with the button at the session.",
  STOPPED: "You stopped this session. Let it go on with the button at the session, then tell the agent to go on.",
  HOOK_ERROR: "A check broke or took too long, so the answer was no. Health shows what is wrong.",
};

/** What a person can do about a refusal; the agent has a remedy of its own. Null where nothing is known to help. */
export function refusalHelp(code: string | null): string | null {
  return code !== null && Object.hasOwn(help, code) ? (help[code] as string) : null;
}

/** Words that say no more than the code does are left out. */
export function reasonWords(code: string | null, reason: string | null): string | null {
  if (code !== "HITL_REJECT" || reason === null) return reason;
  const rest = reason.replace("Destructive operation rejected by user via HITL pre-hook.", "").trim();
  return rest === "" ? null : rest;
}

/** "Stopped by you, 14:02": who said so, and when. */
export function stopWords({ at, by, by_you, with_parent }: SessionStop): string {
  const who = by_you ? "you" : by;
  return `Stopped by ${who}, ${atClock(at)}${with_parent === null ? "" : ", with the session it helps"}`;
}
