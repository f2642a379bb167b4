/** What a call does, as the end of "Codex wants to …": its effects where they are known, else what is run or called. */
import { maskedText } from "@intentgate/documents";
import type { Effect } from "@intentgate/engine";
import { needsOf, SENDS } from "@intentgate/shell";
import type { AskedCall } from "./asked-call.ts";
import { reachedBy } from "./dangers.ts";

const NAMED = 3;
const LONGEST_COMMAND = 100;
const LONGEST_NAME = 200;

type Doing = Pick<AskedCall, "effects" | "details" | "toolName" | "normalizedToolName" | "display">;

export function doing(call: Doing): string {
  const { effects } = call;
  const command = commandOf(effects.list);
  const losses = effects.list.flatMap((effect) => (effect.kind === "loss" ? [effect.what] : []));
  if (effects.risk === "UNKNOWN" || effects.list.some(({ kind }) => kind === "unknown"))
    return command === null ? calling(call) : `run ${command}, and nobody can tell what it changes`;
  if (isPush(call)) return [`push to ${listed(reachedBy(effects))}`, ...losses].join(": ");
  const trees = effects.list.flatMap((effect) => (effect.kind === "git_tree" ? [movingTree(effect, call)] : []));
  if (trees.length > 0) return joined([...trees, ...losses.map((what) => `lose ${what}`)]);
  if (losses.length > 0 && command !== null)
    return `run ${command}. What could not be brought back: ${losses.join("; ")}`;
  const changes = changesOf(call);
  if (changes.length > 0) return joined(changes);
  const reached = reachedBy(effects);
  if (command !== null)
    return reached.length > 0 ? `run ${command}, which reaches ${listed(reached)}` : `run ${command}`;
  return reached.length > 0 ? `${calling(call)}, which reaches ${listed(reached)}` : calling(call);
}

function movingTree({ says, drops }: Effect & { kind: "git_tree" }, { display }: Doing): string {
  const gone = counted(drops.map((path) => shown(path, display)));
  return drops.length === 0 ? says : `${says}, and to throw away what nobody committed of ${gone}`;
}

/** As it was written, on one line and quoted, so that no word of it passes for one of ours. */
function commandOf(list: readonly Effect[]): string | null {
  const run = list.find((effect) => effect.kind === "run");
  return run?.kind === "run" ? quoted(run.command, LONGEST_COMMAND) : null;
}

export function quoted(text: string, most = LONGEST_NAME): string {
  return `"${maskedText(text, most).replaceAll('"', "'")}"`;
}

/** What leaves the machine and cannot be called back, told from what only looks at the remote. */
export function isPush({ details, effects }: Pick<Doing, "details" | "effects">): boolean {
  const isGit = effects.list.some(({ kind }) => kind === "git_metadata");
  return isGit && reachedBy(effects).length > 0 && needsOf(details.ran).includes(SENDS);
}

function calling({ toolName, normalizedToolName }: Doing): string {
  const [, server, tool] = /^mcp\.([^.]+)\.(.+)$/s.exec(normalizedToolName) ?? [];
  if (server === undefined || tool === undefined) return `call the tool ${quoted(toolName)}`;
  return `call the tool ${quoted(tool)} of ${quoted(server)}`;
}

const verbs: Readonly<Record<string, string>> = {
  create_or_replace: "write",
  anchored: "edit",
  derived: "edit",
  committed: "commit",
};

function changesOf({ effects, display }: Doing): string[] {
  const groups = new Map<string, Set<string>>();
  const add = (verb: string, what: string) => groups.set(verb, (groups.get(verb) ?? new Set()).add(what));
  const gone = new Set(effects.list.flatMap((effect) => (effect.kind === "delete" ? [effect.absolute] : [])));
  for (const effect of effects.list) {
    if (effect.kind === "delete") add("delete", shown(effect.absolute, display));
    else if (effect.kind === "write") add(verbs[effect.manner] ?? "change", shown(effect.absolute, display));
    else if (effect.kind === "move")
      add("move", `${shown(effect.from.absolute, display)} to ${shown(effect.to.absolute, display)}`);
    else if (effect.kind === "write_below" && !gone.has(effect.absolute))
      add("change anything below", shown(effect.absolute, display) || "the root");
  }
  return [...groups].map(([verb, paths]) => `${verb} ${counted([...paths])}`);
}

function shown(absolute: string, display: (absolute: string) => string): string {
  return maskedText(display(absolute), LONGEST_NAME);
}

/** Few by name, many by number. */
export function counted(paths: readonly string[]): string {
  return paths.length > NAMED ? `${paths.length} files` : joined(paths);
}

/** All of them, whatever their number. */
export function listed(items: readonly string[]): string {
  return joined(items.map((item) => maskedText(item, LONGEST_NAME)));
}

function joined(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
