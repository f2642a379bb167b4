/** Asks a person where a call is destructive, unknown, or a step that only a person may take. */
import { maskAll, maskedSecret, maskSecrets } from "@intentgate/documents";
import { type ApprovalRequest, deny, type Effect, type HookContext, type HookDecision } from "@intentgate/engine";
import { commandHere } from "../effects/command-here.ts";
import { isDeclarable } from "../effects/declared-command.ts";
import { generalForm, shownForm } from "../effects/general-form.ts";
import { isPayload } from "../effects/payload.ts";
import { isOpen } from "../intents/intent.ts";
import { globListProblem } from "../paths/glob-list.ts";
import type { ApprovalMode } from "../policy-file/policy.ts";
import { isPush } from "../question/doing.ts";
import { type Governed, type GovernedPreHook, type RootView, readable, takenIntent } from "./governed.ts";
import { ruleFor } from "./intent-ignore.ts";
import { notUndone } from "./not-undone.ts";
import { rejected, unapproved, unknownEffect } from "./question.ts";
import { secretsRead } from "./secrets-read.ts";

export function hitlPreHook(governed: Governed): GovernedPreHook {
  return async (context, call) => {
    const views = readable(call);
    const view = views[0];
    if (!view) return;
    if (context.normalizedToolName === "select_active_intent") return secondIntent(context, views);
    if (!context.isMutatingTool) return gateQuestion(context, view) ?? readingQuestion(governed, context, view);
    const secrets = governed.addedSecrets(context).map(maskedSecret);
    for (const one of views) {
      const kinds = asksAbout(governed, context, one, secrets.length > 0);
      if (kinds === null) continue;
      const rule = { mode: one.approvalMode, asks_about: kinds, ...(secrets.length > 0 ? { secrets } : {}) };
      return destructiveQuestion(context, view, rule);
    }
  };
}

/**
 * The kinds of effects that need a person here; null when the call needs none: pre-approved, or an ordinary edit in a
 * mode that lets those pass.
 */
function asksAbout(governed: Governed, context: HookContext, view: RootView, addsSecrets: boolean): string[] | null {
  const intent = view.session.intent?.id ?? "";
  const runs = context.effects.list.filter((effect) => effect.kind === "run");
  const isApproved = approvals(governed, context, view);
  const runsApproved = runs.length > 0 && runs.every((run) => isApproved(run.command));
  // A yes to this very command is a yes to what nobody knows about it; a declaration is not.
  const runsSettled =
    context.effects.risk === "UNKNOWN"
      ? runsApproved
      : runs.every((run) => run.known.by !== "nobody" || isApproved(run.command));
  const kinds = new Set<string>(context.effects.list.flatMap((effect) => weighs(effect, governed)));
  kinds.delete("read");
  kinds.delete("run");
  // What it did will be judged when it is known, and until then nothing of it counts; or it writes nowhere but in the scope.
  const { kindOfRun } = context.details;
  const isStrict = view.approvalMode === "strict";
  const isContained =
    (kindOfRun.kind === "rehearsed" && (!isStrict || kindOfRun.keeps === "nothing")) ||
    (kindOfRun.kind === "held" && !isStrict);
  if (runsSettled || isContained) kinds.delete("unknown");
  else kinds.add("unknown");
  // About its hosts a person is asked by name.
  if (kindOfRun.kind === "rehearsed" && kindOfRun.reach !== null) kinds.delete("network");
  // Whoever writes it, into whatever file: it is read by more than are meant to, and git forgets nothing.
  if (addsSecrets) kinds.add("secret");
  for (const kind of secretsRead(governed, context, view)) if (!runsApproved) kinds.add(kind);
  if (kinds.size === 0) return null;
  const touched = [...view.changed, ...view.below];
  const allowed = touched.length > 0 && touched.every((path) => ruleFor(view, path, "allow_destructive"));
  if (allowed && ["unknown", "network", "loss", "secret", "key", "carried out"].every((kind) => !kinds.has(kind)))
    return null;
  // What an understood command fetches is no change here, but a push is one elsewhere, unless a person declared it or
  // approved it. A tool that was declared to do nothing but to reach others asks.
  const isDecided = runs.every((run) => run.known.by === "declaration" || isApproved(run.command));
  if (runs.some((run) => run.known.by !== "nobody") && (isDecided || !isPush(context))) kinds.delete("network");
  if (isStrict) return view.session.standing.has(intent) && hasOnly(kinds, writing) ? null : [...kinds];
  if (view.session.standing.has(intent) && hasOnly(kinds, writing)) return null;
  for (const kind of notUndone(governed, context, view)) kinds.add(kind);
  return hasOnly(kinds, undone) ? null : [...kinds];
}

/** Whether a person said yes to this very command, as it stands here. */
function approvals(governed: Governed, context: HookContext, { session }: RootView): (command: string) => boolean {
  const intent = session.intent?.id ?? "";
  return (command) => session.approvedCommands.has(`${intent}\0${commandHere(context, command, governed.hashNow)}`);
}

/** What only reads passes, but for what nobody would hand out. */
function readingQuestion(governed: Governed, context: HookContext, view: RootView): HookDecision | undefined {
  const kinds = secretsRead(governed, context, view);
  const { command } = context.details;
  if (kinds.length === 0 || (command !== null && approvals(governed, context, view)(command))) return undefined;
  return destructiveQuestion(context, view, { mode: view.approvalMode, asks_about: kinds });
}

const writing = ["write", "write_below", "git_metadata"];
/** What goes without a question where all of it can be undone. */
const undone = [...writing, "delete", "move", "git_tree"];

function hasOnly(kinds: ReadonlySet<string>, named: readonly string[]): boolean {
  return [...kinds].every((kind) => named.includes(kind));
}

/** What a person would have to think about: nothing that is gone from a scratch folder is missed. */
function weighs(effect: Effect, governed: Governed): string[] {
  if (effect.kind === "delete" && governed.place(effect.absolute).kind === "scratch") return [];
  return [effect.kind];
}

function destructiveQuestion(
  context: HookContext,
  view: RootView,
  rule: { mode: ApprovalMode; asks_about: readonly string[]; secrets?: readonly string[] },
): HookDecision {
  const unknown = context.effects.risk === "UNKNOWN";
  // What was asked together with a new intent was asked before there was one.
  const isStarting = context.approved.some(({ topic }) => topic === "start_intent");
  const intent = isStarting ? "no intent" : (view.session.intent?.id ?? "no intent");
  const what = context.effects.why.join("; ") || context.touchedPaths.join(", ") || reached(context);
  return ask({
    topic: unknown ? "unknown" : "destructive",
    question: unknown
      ? `${context.toolName} under ${intent}: what it touches cannot be known (${what}). Let it run?`
      : `${context.toolName} under ${intent}: ${what}. Let it run?`,
    details: {
      risk: context.effects.risk,
      ...rule,
      mentions: mentionsOf(context),
      arguments: argumentsOf(context),
      only_writes: onlyWrites(context),
      declarable: context.effects.list.every((effect) => effect.kind !== "run" || isDeclarable(effect.command)),
      ...declaresMore(context),
    },
    whenRejected: rejected(context),
    whenUnreachable: unknown ? unknownEffect(context, view.policy.commands) : unapproved(context, view.policy.commands),
  });
}

/** A yes to the declaration may be one to more than this very command: then it is shown as it will stand there. */
function declaresMore({ effects }: HookContext): { declares?: string } {
  const run = effects.list.find((effect) => effect.kind === "run");
  const shown = run?.kind === "run" ? shownForm(generalForm(run.command)) : null;
  return shown === null || (run?.kind === "run" && shown === run.command) ? {} : { declares: shown };
}

function reached(context: HookContext): string {
  const targets = context.effects.list.flatMap((effect) => (effect.kind === "network" ? [effect.target] : []));
  return `it reaches ${targets.join(", ") || "what is no file"}`;
}

/** What neither a diff nor a command would show: nobody can say yes to a statement they do not see. */
function argumentsOf({ effects, payload }: HookContext): string[] {
  const isShown = effects.list.some((effect) => effect.kind === "run" && effect.known.by !== "declaration");
  const isOpaque = effects.list.some((effect) => effect.kind === "unknown" || effect.kind === "network");
  if (isShown || !isOpaque || !isPayload(payload)) return [];
  return Object.entries(payload).map(([key, value]) => {
    return `${key} = ${typeof value === "string" ? value : (JSON.stringify(maskAll(value)) ?? String(value))}`;
  });
}

/** Whether a standing approval could cover a call like this one. */
function onlyWrites(context: HookContext): boolean {
  return context.effects.list.every(
    (effect) =>
      effect.kind === "write" || effect.kind === "read" || (effect.kind === "run" && effect.known.by === "reading"),
  );
}

function mentionsOf(context: HookContext): string[] {
  return context.effects.list.flatMap((effect) =>
    effect.kind === "unknown" ? effect.mentions.map((one) => one.path) : [],
  );
}

/** The first intent of a session in a root is free; leaving it for another while it is open is a person's to allow. */
function secondIntent(context: HookContext, views: readonly RootView[]): HookDecision | undefined {
  const wanted = (context.payload as { intent_id?: unknown } | null)?.intent_id;
  const holding = views
    .filter((view) => typeof wanted === "string" && view.intents.has(wanted))
    .map(takenIntent)
    .find((taken) => taken && isOpen(taken) && taken.id !== wanted);
  if (!holding) return undefined;
  return ask({
    topic: "second_intent",
    question: `This session works under ${holding.id} and wants to take ${String(wanted)}. Let it switch?`,
    details: { from: holding.id, to: wanted },
    whenRejected: rejected(context),
    whenUnreachable: unapproved(context),
  });
}

/** The gate's own tools change no files, yet these steps are a person's to take. */
function gateQuestion(context: HookContext, view: RootView): HookDecision | undefined {
  const payload = (context.payload ?? {}) as Record<string, unknown>;
  const taken = takenIntent(view);
  if (context.normalizedToolName === "propose_intent") {
    const bad = globListProblem(payload.owned_scope);
    if (bad) return badProposal(bad);
    return ask({
      topic: "new_intent",
      question: `Create a new intent ${JSON.stringify(maskSecrets(String(payload.name ?? "")))}?`,
      details: {
        name: payload.name,
        description: payload.description,
        owned_scope: payload.owned_scope,
        constraints: payload.constraints,
        criteria: payload.acceptance_criteria,
      },
      whenRejected: rejected(context),
      whenUnreachable: unapproved(context),
    });
  }
  if (context.normalizedToolName !== "attempt_completion" || !taken) return undefined;
  const byChecksAlone = view.policy.completion === "auto" && taken.checks.length > 0;
  if (byChecksAlone) return undefined;
  return ask({
    topic: "completion",
    question: `Is ${taken.id} complete? To confirm: ${counted(taken.acceptance_criteria.length, "criterion", "criteria")}. Will run: ${counted(taken.checks.length, "check", "checks")}.`,
    details: { criteria: taken.acceptance_criteria, checks: taken.checks },
    whenRejected: rejected(context),
    whenUnreachable: unapproved(context),
  });
}

/** Nobody is asked about a scope that could not be shown as it is. */
function badProposal(problem: string): HookDecision {
  return deny(
    "SCOPE_VIOLATION",
    `The intent cannot be proposed: owned_scope ${problem}.`,
    "Propose few globs, relative to the root, such as src/auth/**; further ones can be asked for later.",
    { file_path: "", owned_scope: [] },
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function ask(request: ApprovalRequest): HookDecision {
  return { allow: "ask", request };
}
