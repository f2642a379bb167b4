/** What a person is shown before they answer: computed by us, escaped, and never the model's words. */
import { maskedText, maskSecrets, printable } from "@intentgate/documents";
import { changedPaths, type Effect, type HookContext, type WriteManner } from "@intentgate/engine";
import type { ShownCall } from "@intentgate/sidecar";
import type { FilePlan } from "@intentgate/tools";
import { isBinary, type MutationClass, unifiedDiff } from "@intentgate/trace";

const DIFF_LINES = 20;
const FILES = 5;
/** Requests are files that are read often; a person compares no more than this anyway. */
const LARGEST_PROPOSED = 200_000;
const LONGEST_LINE = 4_000;

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
  const files = [...new Set(changedPaths(context.effects).map((path) => oneLine(parts.displayPath(path.absolute))))];
  const diffs = parts.plans.slice(0, FILES).map((plan) => {
    const path = oneLine(parts.displayPath(plan.path));
    if (parts.isSecret(plan.path))
      return { path, lines: ["(secret file: its content is not shown)"], moreLines: 0, proposed: null };
    const { lines, moreLines } = unifiedDiff(path, maskSecrets(text(plan.before)), maskSecrets(text(plan.after)), {
      context: 2,
      maxLines: DIFF_LINES,
    });
    return { path, lines, moreLines, proposed: proposedText(plan.after) };
  });
  const effects = context.effects.list.flatMap((effect) => effectLine(effect, parts));
  const fails = parts.wouldFail === null ? [] : [`as it stands the tool would fail: ${parts.wouldFail}`];
  const command = context.effects.list.find((effect) => effect.kind === "run");
  return {
    intent: parts.intent && { id: parts.intent.id, name: oneLine(parts.intent.name) },
    tool: oneLine(context.toolName),
    risk: context.effects.risk,
    mutationClass: parts.mutationClass,
    effects: [...effects, ...context.effects.why, ...fails].map(oneLine),
    files,
    diff: diffs,
    moreFiles: Math.max(0, parts.plans.length - FILES),
    command: command?.kind === "run" ? printable(maskSecrets(command.command)) : null,
  };
}

function oneLine(text: string): string {
  return maskedText(text, LONGEST_LINE);
}

const writing = {
  create_or_replace: "writes the whole file",
  anchored: "edits",
  derived: "edits",
  committed: "commits",
} satisfies Record<WriteManner, string>;

function effectLine(effect: Effect, { displayPath }: ShownParts): string[] {
  switch (effect.kind) {
    case "write":
      return [`${writing[effect.manner]} ${displayPath(effect.absolute)}`];
    case "delete":
      return [`deletes ${displayPath(effect.absolute)}`];
    case "move":
      return [`moves ${displayPath(effect.from.absolute)} to ${displayPath(effect.to.absolute)}`];
    case "run":
      return ["runs a program"];
    case "write_below":
      return [`may change anything below ${displayPath(effect.absolute)}`];
    case "git_tree":
      return [effect.says, ...effect.drops.map((path) => `throws away what is not committed of ${displayPath(path)}`)];
    case "override":
      return [effect.what];
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

function proposedText(bytes: Uint8Array | null): string | null {
  if (bytes === null) return "";
  return bytes.length > LARGEST_PROPOSED || isBinary(bytes) ? null : text(bytes);
}
