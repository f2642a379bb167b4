/** Honours `.intentignore`: what is excluded stays untouched, what asks for approval asks. */
import { deny, type PreHookFn } from "@intentgate/engine";
import type { IgnoreRule } from "../ignore/ignore-rule.ts";
import { type Governed, type RelativePath, type RootView, readable } from "./governed.ts";
import { rejected } from "./question.ts";

export function intentIgnore(governed: Governed): PreHookFn {
  return async (context) => {
    for (const view of readable(governed, context)) {
      for (const path of view.changed) {
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
      if (asking) {
        const question = `.intentignore asks for approval of every change to ${asking.relative}`;
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

export function ruleFor(view: RootView, path: RelativePath, kind: IgnoreRule["kind"]): IgnoreRule | undefined {
  return view.ignore.find(
    (rule) =>
      rule.kind === kind &&
      (rule.intentId === null || rule.intentId === view.session.intent?.id) &&
      view.matches(rule.glob, path.relative),
  );
}
