/** What a person can do about a refusal. The agent has been told its own remedy; this one is for whoever looks on. */

const help: Readonly<Record<string, string>> = {
  INTENT_REQUIRED:
    "The agent must take an intent first. Declare one under Intents, or give it yours with `intentgate use INT-001`.",
  INTENT_NOT_FOUND: "Declare the intent under Intents, or reopen it there if it is blocked or complete.",
  SCOPE_VIOLATION:
    "If the file belongs to this work, open the intent and add it under “Files it may change”. The agent can also ask for it; the question then appears here.",
  STALE_FILE: "Nothing is to be done: the agent reads the file again and puts its change on top.",
  HITL_REJECT:
    "Somebody said no, or nobody answered in time. If it was meant to pass, let the agent try again and approve it.",
  DESTRUCTIVE_BLOCKED: "The policy forbids it. Do it yourself, or change `forbid` in `.orchestration/policy.yaml`.",
  UNKNOWN_EFFECT:
    "Nobody was there to be asked. Keep this page open and let the agent try again, or declare the command in `.orchestration/policy.yaml`.",
  CONTROL_FILE: "No agent may change a file that steers the gate. If the change is right, make it yourself.",
  INTENT_IGNORED: "`.intentignore` excludes the file. Change its line there if agents may touch it.",
  BLOCKED_BY_HOOK: "A hook of this project said no. Its words are above; Hooks shows the hook and its runs.",
  CIRCUIT_OPEN:
    "The session was refused too often in a row. Look at what it tries; then let it go on with the button at the session.",
  HOOK_ERROR: "A check broke or took too long, so the answer was no. Health shows what is wrong.",
};

/** Null where nothing is known to help. */
export function refusalHelp(code: string | null): string | null {
  return code !== null && Object.hasOwn(help, code) ? (help[code] as string) : null;
}

/** Words that say no more than the code does are left out. */
export function reasonWords(code: string | null, reason: string | null): string | null {
  if (code !== "HITL_REJECT" || reason === null) return reason;
  const rest = reason.replace("Destructive operation rejected by user via HITL pre-hook.", "").trim();
  return rest === "" ? null : rest;
}
