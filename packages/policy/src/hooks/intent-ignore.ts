/** Honours `.intentignore`: what is excluded stays untouched, what asks for approval asks. */
import { deny } from "@intentgate/engine";
import { type IgnoreRule, isForIntent } from "../ignore/ignore-rule.ts";
import { type GovernedPreHook, type RelativePath, type RootView, readable } from "./governed.ts";
import { rejected, unapproved } from "./question.ts";

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
        const rule = asking && ruleFor(view, asking, "require_approval");
        const question = asking
          ? `.intentignore asks for approval of every change to ${asking.relative}`
          : `.intentignore or the policy speaks of files below ${unclear?.relative || "the root"}, and the call may change any of them`;
        return {
          allow: "ask",
          request: {
            topic: "destructive",
            question,
            details: { files: view.changed.map((path) => path.relative), rule: saidBy(rule) },
            whenRejected: rejected(context),
            whenUnreachable: unapproved(context),
          },
        };
      }
    }
  };
}

/** The end of a sentence, for the person who is asked. */
function saidBy(rule: IgnoreRule | undefined): string {
  if (rule === undefined) return ".intentignore or the policy speaks of files that it may change";
  return `.intentignore line ${rule.line} (${rule.glob}) wants a yes for every change`;
}

/** A folder below which a rule may hold: what exactly is changed there is not known. */
function unclearFolder(view: RootView): RelativePath | undefined {
  const rules = view.ignore.filter((rule) => rule.kind !== "allow_destructive" && isFor(view, rule));
  const globs = [
    ...rules.map(({ glob }) => glob),
    ...view.policy.protected,
    ...view.policy.forbid.flatMap(({ paths }) => paths),
  ];
  return view.below.find((folder) => globs.some((glob) => view.mayMatchBelow(glob, folder.relative)));
}

function isFor(view: RootView, rule: IgnoreRule): boolean {
  return isForIntent(rule, view.session.intent?.id ?? null);
}

export function ruleFor(view: RootView, path: RelativePath, kind: IgnoreRule["kind"]): IgnoreRule | undefined {
  return view.ignore.find((rule) => rule.kind === kind && isFor(view, rule) && view.matches(rule.glob, path.relative));
}
