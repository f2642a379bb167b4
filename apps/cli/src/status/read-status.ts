/** Gathers what `intentgate status` tells; a broken file leaves its part empty and becomes a problem. */
import { type Checked, type Problem, ProblemError, problem } from "@intentgate/documents";
import { sessionsOnFloor, type Workspace } from "@intentgate/gate";
import type { Gated } from "@intentgate/hosts";
import { defaultPolicy, type Intent, isOpen, type Policy, readPolicy } from "@intentgate/policy";
import {
  authoredNames,
  type GovernedRoot,
  liveSessions,
  newestInvocations,
  sessionData,
  waitingRequests,
} from "@intentgate/sidecar";
import { agentData } from "../hosts/agent-words.ts";

const CALLS = 5;

export type Status = ReturnType<typeof readStatus>;

export function readStatus(workspace: Workspace, agents: () => Gated[]) {
  const { home } = workspace;
  const problems: Problem[] = [];
  const part = <T>(read: () => T, otherwise: T): T => partOf(read, otherwise, problems);
  const rules = part(() => home.rules(), { ok: false, problems: [] });
  if (!rules.ok) problems.push(...rules.problems);
  const policy = rules.ok ? rules.value.policy : part(() => policyAlone(home), null);
  const read = part<Checked<{ intents: ReadonlyMap<string, Intent> }>>(() => home.store.intents.read(), {
    ok: false,
    problems: [],
  });
  const intents = read.ok ? [...read.value.intents.values()] : [];
  const sessions = part(() => liveSessions(workspace), []);
  const onFloor = part(() => sessionsOnFloor(workspace.stateDir), new Set<string>());
  const limit = (policy ?? defaultPolicy).limits.denials_in_a_row;
  const gated = part(agents, []).map(agentData);
  return {
    root: home.root,
    /** What lies in the folder gates nobody: somebody does who registered it, or an agent whose settings name the gate. */
    governed: home.registered || gated.length > 0,
    registered: home.registered,
    shared_from: home.authoredAt === home.root ? null : home.authoredAt,
    mode: policy?.mode ?? null,
    paused: part(() => home.pauses.active(), null),
    policy: {
      state: policy === null ? "broken" : home.authored.current("policy.yaml") === null ? "defaults" : "file",
      approval_mode: policy?.approval.mode ?? null,
      commands: policy?.commands.length ?? 0,
      denials_in_a_row: limit,
    },
    agents: gated,
    contained: false,
    intents: read.ok ? { counts: countsOf(intents), open: intents.filter(isListed).map(brief) } : null,
    sessions: sessions.map((one) => ({ ...sessionData(one, workspace), floor: onFloor.has(one.id) })),
    approvals: part(() => waitingRequests(home.store.approvals, workspace.now()), []).map(
      ({ id, tool, session, intent, openedAt, expiresAt }) => ({
        id,
        tool,
        session,
        intent_id: intent,
        opened_at: openedAt,
        expires_at: expiresAt,
      }),
    ),
    elsewhere: part(() => home.authored.isElsewhere(), false),
    held: part(() => authoredNames.filter((name) => home.authored.isHeld(name)), []),
    last_calls: part(() => newestInvocations(home.store.decisions, { session: null, code: null }, CALLS), []),
    problems: unique(problems),
  };
}

function partOf<T>(read: () => T, otherwise: T, problems: Problem[]): T {
  try {
    return read();
  } catch (error) {
    problems.push(...problemsOf(error));
    return otherwise;
  }
}

/** A folder in the place of a file, or a file this user may not read, is something to tell too. */
function problemsOf(error: unknown): Problem[] {
  if (error instanceof ProblemError) return error.problems;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return [problem("CANNOT_READ", message, "Check that it is a regular file of yours.", { file: path ?? null })];
}

/** The intents may be what is broken; the mode is still worth knowing. */
function policyAlone(home: GovernedRoot): Policy | null {
  const read = readPolicy(home.authored.current("policy.yaml") ?? "", ".orchestration/policy.yaml");
  return read.ok ? read.value : null;
}

function countsOf(intents: readonly Intent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, archived } of intents) {
    const key = archived ? "archived" : status;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function isListed(intent: Intent): boolean {
  return isOpen(intent) || (!intent.archived && intent.status === "BLOCKED");
}

function brief({ id, name, status, owned_scope }: Intent) {
  return { id, name, status, owned_scope };
}

function unique(problems: readonly Problem[]): Problem[] {
  const texts = problems.map((one) => JSON.stringify(one));
  return problems.filter((_, at) => texts.indexOf(texts[at] ?? "") === at);
}
