/** Stops changes to files that the active intent does not own, unless a person widens it. */
import {
  changedFolders,
  changedPaths,
  committedPaths,
  type Deny,
  deny,
  type HookContext,
  type HookDecision,
  type TouchedPath,
} from "@intentgate/engine";
import type { DescribedCall } from "../effects/described-call.ts";
import type { Intent } from "../intents/intent.ts";
import {
  type Governed,
  type GovernedCall,
  type GovernedPreHook,
  type RelativePath,
  type RootView,
  readable,
  takenIntent,
} from "./governed.ts";

type Expansion = NonNullable<DescribedCall["expansion"]>;

export function scope(governed: Governed): GovernedPreHook {
  return async (context, call) => {
    const wanted = context.details.expansion;
    if (context.normalizedToolName === "request_scope_expansion") return askForExpansion(call, context, wanted);
    if (!context.isMutatingTool) return;
    const bad = context.effects.list.find((effect) => effect.kind === "bad_path");
    const views = readable(call);
    if (bad?.kind === "bad_path") return elsewhere(bad.path, bad.problem);
    const places = [...changedPaths(context.effects), ...changedFolders(context.effects), ...repositories(context)];
    const outside = places.find((path) => governed.place(path.absolute).kind === "outside");
    if (outside) return elsewhere(outside.path, "it lies outside the workspace");
    for (const view of views) {
      const decision = insideScope(view, wanted, committedPaths(context.effects));
      if (decision) return decision;
    }
  };
}

/** A repository elsewhere is nobody's to change from here. */
function repositories(context: HookContext): TouchedPath[] {
  return context.effects.list.flatMap((effect) => (effect.kind === "git_metadata" ? [effect] : []));
}

function insideScope(view: RootView, wanted: Expansion | null, taken: ReadonlySet<string>): HookDecision | undefined {
  const intent = takenIntent(view);
  if (!intent) return undefined; // blockIfNoIntent speaks for this case
  const strayFolders = view.below.filter((folder) => !view.coversBelow(intent, [], folder.relative));
  const stray = view.changed.filter((path) => !view.covers(intent, path.relative));
  const first = stray[0] ?? strayFolders[0];
  if (!first) return undefined;
  const shown = stray[0] ? first.relative : below(first.relative);
  if (!wanted && taken.has(first.absolute)) return notToCommit(view, shown, notOwned(intent));
  if (!wanted) return violation(view, shown, notOwned(intent), undefined);
  if ("problem" in wanted) return violation(view, shown, wanted.problem, "insufficient");
  const uncovered = stray.find((path) => !view.coversWith(intent, wanted.additional_globs, path.relative));
  if (uncovered) return violation(view, uncovered.relative, `the requested globs do not cover it`, "insufficient");
  const open = strayFolders.find((folder) => !view.coversBelow(intent, wanted.additional_globs, folder.relative));
  if (open) return violation(view, below(open.relative), "the requested globs do not cover it", "insufficient");
  return expansionQuestion(view, intent, wanted.additional_globs, wanted.reason, [...stray, ...strayFolders]);
}

function askForExpansion(call: GovernedCall, context: HookContext, wanted: Expansion | null): HookDecision | undefined {
  const view = readable(call)[0];
  const intent = view && takenIntent(view);
  if (!view || !intent) return undefined; // blockIfNoIntent speaks for this case
  if (!wanted || "problem" in wanted) {
    return violation(view, "", wanted?.problem ?? "no globs were given", "insufficient");
  }
  if (context.approved.some((ask) => ask.topic === "expansion")) return undefined;
  return expansionQuestion(view, intent, wanted.additional_globs, wanted.reason, []);
}

function expansionQuestion(
  view: RootView,
  intent: Intent,
  globs: readonly string[],
  reason: string,
  stray: readonly RelativePath[],
): HookDecision {
  const no = violation(view, stray[0]?.relative ?? globs.join(", "), "a person rejected the expansion", "rejected");
  const unreachable: Deny = {
    ...violation(view, stray[0]?.relative ?? globs.join(", "), "nobody is asked here to widen the scope", undefined),
    remedy: "Stay inside owned_scope, and tell the person which files the work needs besides.",
  };
  return {
    allow: "ask",
    request: {
      topic: "expansion",
      question: `Widen the scope of ${intent.id} by ${globs.join(", ")}?`,
      details: {
        intent: intent.id,
        root: view.root,
        additional_globs: [...globs],
        agents_reason: reason,
        files: stray.map((path) => path.relative),
      },
      whenRejected: no,
      whenUnreachable: unreachable,
    },
  };
}

/** All of it: no glob for that is worth asking for. */
const TREE = ".";

function below(folder: string): string {
  return folder === "" ? TREE : `${folder}/**`;
}

function notOwned(intent: Intent): string {
  return intent.owned_scope.length === 0
    ? `${intent.id} owns nothing: its owned_scope is empty`
    : `it is outside the scope of ${intent.id}: ${intent.owned_scope.slice(0, 20).join(", ")}`;
}

function notToCommit(view: RootView, path: string, why: string): Deny {
  return {
    ...violation(view, path, why, undefined),
    reason: `The commit would take ${path} along: ${why}.`,
    remedy: `Commit only files inside owned_scope: leave ${path} out, \`git restore --staged\` takes it out of the index. Or ${ASK}`,
  };
}

const ASK =
  "call request_scope_expansion { additional_globs, reason }: a person decides. After a yes repeat the call as it is.";

/** No intent can own it, so nobody is pointed to a wider scope. */
function elsewhere(path: string, why: string): Deny {
  return deny(
    "SCOPE_VIOLATION",
    notChanged(path, why),
    "Change files inside the workspace only, and tell the person what is left to do.",
    { file_path: path, owned_scope: [] },
  );
}

function notChanged(path: string, why: string): string {
  if (path === TREE) return `It cannot be told which files this changes, and any file may be one: ${why}.`;
  return path === "" ? `The call cannot be understood: ${why}.` : `File ${path} may not be changed: ${why}.`;
}

function violation(view: RootView | undefined, path: string, why: string, outcome: string | undefined | null): Deny {
  const intent = view && takenIntent(view);
  return deny(
    "SCOPE_VIOLATION",
    notChanged(path, why),
    outcome === "rejected"
      ? "Stay inside owned_scope, or ask the person how to go on."
      : `Stay inside owned_scope, or ${ASK}`,
    {
      file_path: path,
      owned_scope: intent?.owned_scope ?? [],
      request_scope_expansion: {
        type: "object",
        required: ["additional_globs", "reason"],
        schema: {
          additional_globs: "string[]: globs relative to the root",
          reason: "string: why the intent needs them",
        },
        example: {
          additional_globs: [path === TREE ? "src/example.ts" : path || "src/example.ts"],
          reason: "The change needs this file too.",
        },
        ...(outcome ? { outcome } : {}),
      },
    },
  );
}
