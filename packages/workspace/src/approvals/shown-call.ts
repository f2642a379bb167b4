/** What a person is shown before they answer: computed by us, escaped, and never the model's words. */
import { changedPaths, type Effect, type HookContext } from "@intentgate/engine";
import type { FilePlan } from "@intentgate/tools";
import { type MutationClass, unifiedDiff } from "@intentgate/trace";
import type { ShownCall } from "../store/store.ts";

const DIFF_LINES = 20;
const FILES = 5;

export interface ShownParts {
  intent: { id: string; name: string } | null;
  plans: readonly FilePlan[];
  /** Computed as it will be for the record. */
  mutationClass: MutationClass;
  /** What the tool says it would fail with; null when it would work. */
  wouldFail: string | null;
  isSecret(absolute: string): boolean;
  displayPath(absolute: string): string;
}

export function shownCall(context: HookContext, parts: ShownParts): ShownCall {
  const files = [...new Set(changedPaths(context.effects).map((path) => printable(parts.displayPath(path.absolute))))];
  const diffs = parts.plans.slice(0, FILES).map((plan) => {
    const path = printable(parts.displayPath(plan.path));
    if (parts.isSecret(plan.path)) return { path, lines: ["(secret file: its content is not shown)"], moreLines: 0 };
    const { lines, moreLines } = unifiedDiff(path, text(plan.before), text(plan.after), {
      context: 2,
      maxLines: DIFF_LINES,
    });
    return { path, lines, moreLines };
  });
  const effects = context.effects.list.flatMap((effect) => effectLine(effect, parts));
  const fails = parts.wouldFail === null ? [] : [`as it stands the tool would fail: ${parts.wouldFail}`];
  const command = context.effects.list.find((effect) => effect.kind === "run");
  return {
    intent: parts.intent && { id: parts.intent.id, name: printable(parts.intent.name) },
    tool: printable(context.toolName),
    risk: context.effects.risk,
    mutationClass: parts.mutationClass,
    effects: [...effects, ...context.effects.why, ...fails].map(printable),
    files,
    diff: diffs,
    moreFiles: Math.max(0, parts.plans.length - FILES),
    command: command?.kind === "run" ? printable(command.command) : null,
  };
}

function effectLine(effect: Effect, { displayPath }: ShownParts): string[] {
  switch (effect.kind) {
    case "write":
      return [
        `${effect.manner === "create_or_replace" ? "writes the whole file" : "edits"} ${displayPath(effect.absolute)}`,
      ];
    case "delete":
      return [`deletes ${displayPath(effect.absolute)}`];
    case "move":
      return [`moves ${displayPath(effect.from.absolute)} to ${displayPath(effect.to.absolute)}`];
    case "run":
      return ["runs a program"];
    case "write_below":
      return [`may change anything below ${displayPath(effect.absolute)}`];
    case "loss":
      return [`cannot be undone: ${effect.what}`];
    case "network":
      return [`reaches ${effect.target}`];
    case "git_metadata":
      return ["writes git's own records"];
    case "unknown":
      return effect.mentions.map((path) => `mentions ${displayPath(path.absolute)}`);
    default:
      return []; // reads change nothing, and a bad path is never asked about
  }
}

function text(bytes: Uint8Array | null): string {
  return bytes === null ? "" : Buffer.from(bytes).toString("utf8");
}

/** Control and direction characters could hide what is shown; they are spelled out instead. */
export function printable(value: string): string {
  const spelled = value.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return spelled.length > 4_000 ? `${spelled.slice(0, 4_000)}… (${spelled.length - 4_000} more characters)` : spelled;
}
