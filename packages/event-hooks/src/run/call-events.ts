/** A tool call as handlers get to see it: names, files and summaries, never its payload. */
import { existsSync, lstatSync } from "node:fs";
import { plainLine } from "@intentgate/documents";
import { changedFolders, changedPaths, type HookContext, type PostHookContext, readPaths } from "@intentgate/engine";
import type { RootRouting } from "@intentgate/routing";
import { type GovernedRoot, lineageOf, redactText } from "@intentgate/sidecar";
import { onSystemError } from "@intentgate/world";
import type { PostAbilityCallContext, PreAbilityCallContext } from "../declared/event-context.ts";
import type { Stage, Status } from "../declared/event-hook.ts";

export interface CallEventParts {
  relative(absolute: string): { root: string; relative: string } | null;
  now(): Date;
  routing(root: GovernedRoot): Pick<RootRouting, "abilityOf">;
}

const SHOWN_FILES = 5;
/** Proposing that the work is done is part of looking back at it. */
const REVIEWS = new Set(["attempt_completion", "complete_intent"]);

/** What costs a look is found out when somebody asks for it: most calls meet no hook. */
function callEvent<T extends "PreAbilityCall" | "PostAbilityCall">(
  event_type: T,
  root: GovernedRoot,
  context: HookContext,
  { ability_id, operation_key, modules }: CalledAbility,
  files: { changed(): string[]; touched(): string[] },
  parts: CallEventParts,
) {
  return {
    event_type,
    session_id: context.session.id,
    timestamp: parts.now().toISOString(),
    repository_root: root.root,
    get stage() {
      return stageAt(root, context);
    },
    ability_id,
    operation_key,
    ...(modules ? { modules } : {}),
    get files_touched() {
      return touched(root, context, files.touched(), parts);
    },
    get changed_files() {
      return files.changed();
    },
  };
}

/** Without its summary. */
export function preEvent(
  root: GovernedRoot,
  context: HookContext,
  ability: CalledAbility,
  parts: CallEventParts,
): PreAbilityCallContext {
  const changed = once(() => plannedFiles(root, context, parts));
  return callEvent("PreAbilityCall", root, context, ability, { changed, touched: changed }, parts);
}

export function withPlan(event: PreAbilityCallContext, context: HookContext): PreAbilityCallContext {
  return { ...event, planned_input_summary: inputSummary(context) };
}

/** Likewise, without its summaries. */
export function postEvent(
  root: GovernedRoot,
  context: PostHookContext,
  ability: CalledAbility,
  { durationMs, toolCallPath }: { durationMs: number | null; toolCallPath: string | null },
  parts: CallEventParts,
): PostAbilityCallContext {
  const changed = once(() => changedBy(root, context));
  const files = { changed, touched: () => [...changed(), ...plannedFiles(root, context, parts)] };
  // Assigned to it and not spread with it: what is asked for later stays so.
  return Object.assign(callEvent("PostAbilityCall", root, context, ability, files, parts), {
    status: statusOf(context),
    ...(durationMs === null ? {} : { duration_ms: Math.round(durationMs) }),
    ...(toolCallPath === null ? {} : { tool_call_path: toolCallPath }),
  });
}

function changedBy(root: GovernedRoot, { changes }: PostHookContext): string[] {
  const own = changes.filter((change) => change.root === root.root);
  return distinct(
    own.flatMap(({ relativePath, movedFrom }) => (movedFrom === null ? [relativePath] : [movedFrom, relativePath])),
  );
}

function once<T>(find: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: find() };
    return known.value;
  };
}

export function withOutcome(event: PostAbilityCallContext, context: PostHookContext): PostAbilityCallContext {
  return {
    ...event,
    input_summary: inputSummary(context),
    output_summary: outputSummary(context, event.changed_files ?? []),
  };
}

export function stageOf(root: GovernedRoot, session: HookContext["session"]): Stage {
  const { own, intent } = lineageOf(root, session);
  if (intent === null) return "understand";
  return own.hasChanged ? "act" : "plan";
}

function stageAt(root: GovernedRoot, { session, normalizedToolName }: HookContext): Stage {
  return REVIEWS.has(normalizedToolName) ? "review" : stageOf(root, session);
}

export interface CalledAbility {
  ability_id: string;
  operation_key: string;
  modules?: string[];
}

/** Only what the runner of abilities calls is an ability of the registry, whatever a tool is named. */
export function abilityOf(
  root: GovernedRoot,
  { normalizedToolName: name }: HookContext,
  toolCallPath: string | null,
  parts: CallEventParts,
): CalledAbility {
  const ability = toolCallPath === null ? null : parts.routing(root).abilityOf(name);
  if (!ability) return { ability_id: name, operation_key: `tool.${name}` };
  return { ability_id: ability.id, operation_key: ability.operationKey, modules: [...ability.modules] };
}

/** What the call is about to change; of a folder nobody knows what. */
function plannedFiles(root: GovernedRoot, { effects }: HookContext, parts: CallEventParts): string[] {
  const files = changedPaths(effects).map(({ absolute }) => (isFolder(absolute) ? `${absolute}/` : absolute));
  const folders = changedFolders(effects).map(({ absolute }) => `${absolute}/`);
  const places = [...files, ...folders].flatMap((path) => inside(root, path, parts));
  return distinct([...places, ...declaredPlaces(effects)]);
}

function declaredPlaces({ list }: HookContext["effects"]): string[] {
  return list.flatMap((effect) =>
    effect.kind === "run" && effect.known.by === "declaration" ? effect.known.writes.map(placeOfGlob) : [],
  );
}

/** Something in the folder that a glob begins with, or the one file it names. */
function placeOfGlob(glob: string): string {
  const names = glob.split("/").filter((name) => name !== "" && name !== ".");
  const wild = names.findIndex((name) => WILD.test(name));
  return wild < 0 ? names.join("/") : `${names.slice(0, wild).join("/") || "."}/`;
}

const WILD = /[*?[\]{}]/;

function touched(root: GovernedRoot, { effects }: HookContext, changed: readonly string[], parts: CallEventParts) {
  const read = readPaths(effects).flatMap(({ absolute }) => inside(root, readPlace(absolute), parts));
  return distinct([...changed, ...read]);
}

/** A folder is read with what lies in it; a pattern that a shell has yet to expand may be anything from its wild part on. */
function readPlace(absolute: string): string {
  if (isFolder(absolute)) return `${absolute}/`;
  if (!WILD.test(absolute) || existsSync(absolute)) return absolute;
  const names = absolute.split("/");
  return `${names
    .slice(
      0,
      names.findIndex((name) => WILD.test(name)),
    )
    .join("/")}/`;
}

/** `./` is the root itself: something in it. */
function inside(root: GovernedRoot, path: string, { relative }: CallEventParts): string[] {
  const isOfFolder = path.endsWith("/");
  const place = relative(isOfFolder ? path.slice(0, -1) : path);
  if (place?.root !== root.root) return [];
  if (place.relative === "") return ["./"];
  return [isOfFolder ? `${place.relative}/` : place.relative];
}

function isFolder(path: string): boolean {
  return onSystemError("any", false, () => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

function distinct(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

function statusOf({ outcome }: PostHookContext): Status {
  if (outcome.kind === "succeeded") return "success";
  return outcome.kind === "denied" ? "skipped" : "failure";
}

function inputSummary({ normalizedToolName, effects }: HookContext): string {
  const run = effects.list.find((effect) => effect.kind === "run");
  const paths = [...new Set([...changedPaths(effects), ...readPaths(effects)].map(({ path }) => path))];
  const what = run?.kind === "run" ? run.command : few(paths);
  return summary(`${normalizedToolName} ${what}`);
}

function outputSummary({ outcome }: PostHookContext, changed: readonly string[]): string {
  if (outcome.kind === "denied") return summary(`${outcome.code}: ${outcome.reason}`);
  if (outcome.kind === "failed") return summary(outcome.error);
  if (outcome.kind === "unknown") return "how it ended was never told";
  return changed.length === 0 ? "nothing was changed" : summary(`changed ${few(changed)}`);
}

function few(paths: readonly string[]): string {
  const more = paths.length - SHOWN_FILES;
  return `${paths.slice(0, SHOWN_FILES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function summary(text: string): string {
  return plainLine(redactText(text), 300).trim();
}
