/**
 * Builds what hooks get to see. Fields are written out one by one: spreading costs more than most hooks do.
 * What later hooks rely on is a frozen copy, so that one hook cannot weaken the next.
 */
import type {
  AskApproval,
  CallDetails,
  HookContext,
  PostHookContext,
  PreToolUseContext,
  ToldFacts,
  ToolCall,
} from "./call.ts";
import type { ApprovalAnswer, ApprovalRequest } from "./decision.ts";
import { changedPaths, type Effects, readPaths } from "./effects.ts";

const UNKNOWN_EFFECTS: Effects = frozenCopy({ risk: "UNKNOWN", mutates: true, list: [], why: [] });
const NO_DETAILS: CallDetails = frozenCopy({
  gateTool: false,
  command: null,
  ran: [],
  runs: "programs",
  gateCommand: false,
  observed: {},
  named: [],
  expansion: null,
  isExempt: false,
  kindOfRun: { kind: "plain" },
});
const NOTHING_APPROVED: readonly ApprovalRequest[] = Object.freeze([]);

/** A call about which nothing is known yet, and which therefore may do anything. */
export function unknownContext(
  call: ToolCall,
  invocationId: string,
  askApproval: AskApproval | undefined,
  isDryRun: boolean,
): HookContext {
  return {
    toolName: call.toolName,
    payload: call.payload,
    session: Object.freeze({ ...call.session }),
    cwd: call.cwd,
    callId: call.callId,
    invocationId,
    normalizedToolName: call.toolName,
    effects: UNKNOWN_EFFECTS,
    details: NO_DETAILS,
    intentId: null,
    hadToolFailureBefore: false,
    isMutatingTool: true,
    touchedPaths: [],
    askApproval,
    isDryRun,
    approved: NOTHING_APPROVED,
  };
}

/** Adds what is known about a call; facts that cannot be read leave the context as it was. */
export function addFacts(context: HookContext, facts: ToldFacts): void {
  const effects = ownEffects(facts.effects);
  const touchedPaths = touchedBy(effects);
  Object.freeze(touchedPaths);
  context.details = facts.details === undefined ? NO_DETAILS : frozenCopy(facts.details);
  context.normalizedToolName = facts.normalizedToolName;
  context.intentId = facts.intentId;
  context.hadToolFailureBefore = facts.hadToolFailureBefore;
  context.effects = effects;
  context.touchedPaths = touchedPaths;
  context.isMutatingTool = effects.mutates !== false;
}

/** Copies that were made here cross from before to after as they are; freezing is how they are known. */
function ownEffects(given: Effects): Effects {
  const isOwn = Object.isFrozen(given) && Object.isFrozen(given.list) && given.list.every(Object.isFrozen);
  return isOwn ? given : frozenCopy(given);
}

/** Each hook gets its own. */
export function copyFor(context: HookContext, askApproval: AskApproval | undefined): HookContext {
  return {
    toolName: context.toolName,
    payload: context.payload,
    session: context.session,
    cwd: context.cwd,
    callId: context.callId,
    invocationId: context.invocationId,
    normalizedToolName: context.normalizedToolName,
    effects: context.effects,
    details: context.details,
    intentId: context.intentId,
    hadToolFailureBefore: context.hadToolFailureBefore,
    isMutatingTool: context.isMutatingTool,
    touchedPaths: context.touchedPaths,
    askApproval,
    isDryRun: context.isDryRun,
    approved: context.approved,
  };
}

/** What is known once the call is over. */
export type Afterwards = Pick<PostHookContext, "outcome" | "approval" | "contextPatch" | "changes">;

export function postCopyFor(context: HookContext, { outcome, approval, contextPatch, changes }: Afterwards) {
  return Object.assign(copyFor(context, undefined), { outcome, approval, contextPatch, changes });
}

export function crossingContext(
  context: HookContext,
  approval: ApprovalAnswer | null,
  contextPatch: Record<string, unknown>,
): PreToolUseContext {
  return {
    toolName: context.toolName,
    isMutatingTool: context.isMutatingTool,
    intentId: context.intentId,
    touchedPaths: context.touchedPaths,
    hadToolFailureBefore: context.hadToolFailureBefore,
    invocationId: context.invocationId,
    normalizedToolName: context.normalizedToolName,
    effects: context.effects,
    approval,
    contextPatch,
  };
}

/** For plain data: a copy nobody can change, not even deep inside. */
function frozenCopy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const copy: T = Array.isArray(value) ? ([...value] as T) : { ...value };
  for (const key in copy) copy[key] = frozenCopy(copy[key]);
  return Object.freeze(copy);
}

function touchedBy(effects: Effects): string[] {
  if (effects.list.length === 0) return [];
  const touched = [...changedPaths(effects), ...readPaths(effects)].map((path) => path.path);
  return [...new Set(touched)];
}
