/** Stops every change by a session that has not taken a valid intent. */

import { formatProblem, type Problem } from "@intentgate/documents";
import { type Deny, deny, type HookContext } from "@intentgate/engine";
import { type Intent, isOpen } from "../intents/intent.ts";
import { intentDigest } from "../intents/intent-digest.ts";
import { type Governed, type GovernedCall, type GovernedPreHook, type RootView, takenIntent } from "./governed.ts";
import { startQuestion } from "./start-question.ts";

const NEEDS_INTENT = new Set(["request_scope_expansion", "attempt_completion"]);

export function blockIfNoIntent(governed: Governed): GovernedPreHook {
  return async (context, call) => {
    const selecting = context.normalizedToolName === "select_active_intent";
    if (!context.isMutatingTool && !selecting && !NEEDS_INTENT.has(context.normalizedToolName)) return;
    const readings = call.concerned;
    const views = readings.flatMap((reading) => (reading.ok ? [reading.view] : []));
    const broken = readings.flatMap((reading) => (reading.ok ? [] : reading.problems));
    // An intent of a readable root can be taken although another root cannot be read; nothing there may be changed.
    if (selecting && views.some((view) => isTakeable(view, wantedId(context)))) return selectable(context, views);
    if (broken.length > 0) return unreadable(broken);
    if (selecting) return selectable(context, views);
    if (views.length === 0) return notGoverned();
    // Nothing of it will count: exploring is free.
    if (keepsNothing(context) && views.every((view) => view.session.intent === null)) return;
    for (const view of views) {
      const no = handshakeMissing(view);
      if (no) return orProposed(no, governed, context, call, view);
    }
    const taken = views[0] && takenIntent(views[0]);
    if (!taken || !views[0] || !context.isMutatingTool) return;
    return { allow: true, contextPatch: governed.contextFor(views[0], taken) };
  };
}

/** An intent that is open and owns the change is for the agent to take: nobody need be asked. */
function orProposed(no: Deny, governed: Governed, context: HookContext, call: GovernedCall, view: RootView) {
  if (view.session.intent !== null || openIntents(view).some((intent) => ownsAll(view, intent))) return no;
  const request = startQuestion(governed, context, call, view, no);
  return request === null ? no : ({ allow: "ask", request } as const);
}

function keepsNothing({ details: { kindOfRun } }: HookContext): boolean {
  return kindOfRun.kind === "rehearsed" && kindOfRun.keeps === "nothing";
}

function handshakeMissing(view: RootView): Deny | undefined {
  const taken = view.session.intent;
  if (!taken) {
    return deny(
      "INTENT_REQUIRED",
      view.session.declined === null
        ? "You must call select_active_intent before making changes: no intent is taken in this session."
        : "No intent is taken in this session, and a person said no to a new one.",
      howToTakeOne(view),
      { open_intents: openIntents(view).map(brief) },
    );
  }
  const intent = view.intents.get(taken.id);
  if (!intent || !isOpen(intent)) return notFound(view, taken.id);
  if (intentDigest(intent) !== taken.digest) {
    return deny(
      "INTENT_REQUIRED",
      `${taken.id} changed, select it again.`,
      `Call select_active_intent with "${taken.id}" to see its present scope, constraints and criteria.`,
      { open_intents: openIntents(view).map(brief) },
    );
  }
  return undefined;
}

function selectable(context: HookContext, views: readonly RootView[]): Deny | undefined {
  const id = wantedId(context);
  const first = views[0];
  if (!first) return notGoverned();
  if (!views.some((view) => isTakeable(view, id))) return notFound(first, id);
  const parent = first.session.parentIntent;
  if (parent !== null && parent !== id) {
    return deny(
      "INTENT_NOT_FOUND",
      `A subagent works under its parent's intent ${parent} and cannot take ${id}.`,
      `Work under ${parent}, or let the parent session take ${id}.`,
      { known_ids: [parent] },
    );
  }
  return undefined;
}

function wantedId(context: HookContext): unknown {
  return (context.payload as { intent_id?: unknown } | null)?.intent_id;
}

function isTakeable(view: RootView, id: unknown): boolean {
  const intent = typeof id === "string" ? view.intents.get(id) : undefined;
  return intent !== undefined && isOpen(intent);
}

function notFound(view: RootView, id: unknown): Deny {
  const known_ids = openIntents(view).map((one) => one.id);
  return deny("INTENT_NOT_FOUND", whyNotFound(view, id), howToTakeOne(view), { known_ids });
}

const PROPOSE = "call propose_intent { name, owned_scope }: a person decides";

/** Names the call that would be accepted; an intent whose scope holds all that the call changes comes first. */
function howToTakeOne(view: RootView): string {
  const open = openIntents(view);
  if (view.session.declined !== null) return afterTheNo(open, view.session.declined);
  if (open.length === 0) return `There is no open intent: ${PROPOSE}, or they run \`intentgate intent new\`.`;
  const fits = view.changed.length === 0 ? [] : open.filter((intent) => ownsAll(view, intent));
  const ids = (intents: readonly Intent[]) => intents.map(({ id }) => id).join(", ");
  return fits.length > 0
    ? `Call select_active_intent { intent_id } with ${ids(fits)}, whose scope holds this change, or ${PROPOSE}.`
    : `Call select_active_intent { intent_id } with one of the open intents: ${ids(open)}. If none fits, ${PROPOSE}.`;
}

/** A person's no is the last word: nobody is told to propose again. */
function afterTheNo(open: readonly Intent[], reason: string): string {
  const ids = open.map(({ id }) => id).join(", ");
  const said = reason === "" ? "." : `: "${reason}"`;
  const way =
    open.length === 0
      ? "Ask the person how to go on."
      : `Ask the person how to go on, or call select_active_intent { intent_id } with one of the open intents where it is what they want: ${ids}.`;
  return `${way} They said no to a new intent${said}`;
}

function ownsAll(view: RootView, intent: Intent): boolean {
  return (
    view.changed.every(({ relative }) => view.covers(intent, relative)) &&
    view.below.every(({ relative }) => view.coversBelow(intent, [], relative))
  );
}

function whyNotFound(view: RootView, id: unknown): string {
  if (typeof id !== "string" || id === "") return "No intent was named: intent_id must be the id of an open intent.";
  const intent = view.intents.get(id);
  return intent
    ? `Intent ${id} is ${intent.archived ? "archived" : intent.status} and cannot be worked on.`
    : `Intent ${id} not found in active_intents.yaml`;
}

function unreadable(problems: readonly Problem[]): Deny {
  const missing = problems.some((it) => it.code === "SIDECAR_MISSING" || it.code === "NOT_GOVERNED");
  const text = missing ? sentence(problems[0]?.message ?? "") : problems.map(withoutRemedy).join("\n");
  return deny(
    missing ? "INTENT_REQUIRED" : "HOOK_ERROR",
    text,
    problems[0]?.remedy || "Ask the person to run `intentgate doctor`.",
    { hook_name: "blockIfNoIntent", error: text, problems: problems.map((it) => ({ ...it })) },
  );
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** The refusal has a remedy of its own. */
function withoutRemedy(it: Problem): string {
  return formatProblem({ ...it, remedy: "" });
}

function notGoverned(): Deny {
  return deny(
    "INTENT_REQUIRED",
    "This folder is not governed: it has no .orchestration sidecar, so no intent can be taken here.",
    "Ask the person to run `intentgate init` in the root of the repository.",
    { open_intents: [] },
  );
}

function openIntents(view: RootView): Intent[] {
  return [...view.intents.values()].filter(isOpen).slice(0, 50);
}

function brief(intent: Intent) {
  return { id: intent.id, name: intent.name, status: intent.status, owned_scope: intent.owned_scope };
}
