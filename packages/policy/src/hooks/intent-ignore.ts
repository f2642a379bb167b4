/** Honours `.intentignore`: what is excluded stays untouched, what asks for approval asks. */
import { deny } from "@intentgate/engine";
import type { IgnoreRule } from "../ignore/ignore-rule.ts";
import { type GovernedPreHook, type RelativePath, type RootView, readable } from "./governed.ts";
import { rejected } from "./question.ts";

export function intentIgnore(): GovernedPreHook {
  return async (context, call) => {
    for (const view of readable(call)) {
      for (const path of [...view.changed, ...view.below]) {
        const rule = ruleFor(view, path, "exclude");
        if (rule) {
          return deny(
            "INTENT_IGNORED",
            `${path.relative} is excluded by .intentignore line ${rule.line} (${rule.glob}).`,
            "Leave this file alone, or ask the person to change .intentignore.",
            { file_path: path.relative, pattern: rule.glob, line: rule.line },
          );
        }
      }
      const asking = view.changed.find((path) => ruleFor(view, path, "require_approval"));
      const unclear = asking ? undefined : unclearFolder(view);
      if (asking || unclear) {
        const question = asking
          ? `.intentignore asks for approval of every change to ${asking.relative}`
          : `.intentignore or the policy speaks of files below ${unclear?.relative || "the root"}, and the call may change any of them`;
        return {
          allow: "ask",
          request: {
            topic: "destructive",
            question,
            details: { files: view.changed.map((path) => path.relative) },
            whenRejected: rejected(context),
            whenUnreachable: rejected(context),
          },
        };
      }
    }
  };
}

/** A folder below which a rule may hold: what exactly is changed there is not known. */
function unclearFolder(view: RootView): RelativePath | undefined {
  const rules = view.ignore.filter(({ kind, intentId }) => kind !== "allow_destructive" && isFor(view, intentId));
  const globs = [
    ...rules.map(({ glob }) => glob),
    ...view.policy.protected,
    ...view.policy.forbid.flatMap(({ paths }) => paths),
  ];
  return view.below.find((folder) => globs.some((glob) => view.mayMatchBelow(glob, folder.relative)));
}

function isFor(view: RootView, intentId: string | null): boolean {
  return intentId === null || intentId === view.session.intent?.id;
}

export function ruleFor(view: RootView, path: RelativePath, kind: IgnoreRule["kind"]): IgnoreRule | undefined {
  return view.ignore.find(
    (rule) => rule.kind === kind && isFor(view, rule.intentId) && view.matches(rule.glob, path.relative),
  );
}
