/**
 * Whether the gate says yes for the host, so that its dialog asks nobody a second time. Only of what a person decided
 * already, by an intent or a declaration; of everything else it has no objection, and the host goes on as without it.
 */
import { isAbsolute, relative } from "node:path";
import { type Effect, type PreToolUseContext, readPaths } from "@intentgate/engine";
import { hostNamed } from "@intentgate/hosts";
import { createScope, type Policy } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import { trialOf } from "../contained/live-trial.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { EventOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";

type Asked = EventOf<"before_tool" | "permission">;

export function speaksForHost(door: HostDoor, event: Asked, context: PreToolUseContext): boolean {
  const { host, workspace, rules } = door;
  const { cwd, mode, call, turn } = event;
  // Of another host that came through the settings of this one nobody knows in which modes.
  if (event.host !== host.name || mode === null || !host.can.speaksIn.includes(mode)) return false;
  const isOpen = openPlaces(workspace, context);
  if (isOpen === null || !context.isMutatingTool || cwd === null || rules === null) return false;
  const { list } = context.effects;
  const { command } = call.payload;
  if (call.tool === "execute_command")
    return (
      typeof command === "string" &&
      isSpelledOut(command) &&
      list.some(({ kind }) => kind === "run") &&
      list.every((effect) => isDeclared(effect) || isOpen(pathOf(effect))) &&
      rules({ tool: call.hostTool, command, turn }, cwd).kind === "none"
    );
  const paths = list.map(pathOf);
  return paths.length > 0 && paths.every(isOpen) && rules({ tool: call.hostTool, paths, turn }, cwd).kind === "none";
}

/**
 * Whether a yes goes with a line. The command was held against the host's rules before, and the box holds what it does. A
 * rule of the host's that lets the command pass cannot fit the line, so its yes goes along.
 */
export function speaksForLine(
  door: HostDoor,
  event: Asked,
  context: Pick<PreToolUseContext, "intentId" | "effects">,
): boolean {
  if (isOfTrial(door, event)) return true;
  const { mode } = event;
  if (mode !== null && !hostNamed(event.host)?.can.speaksIn.includes(mode)) return false;
  if (isAllowedByHost(door, event)) return true;
  const isOpen = openPlaces(door.workspace, context);
  if (isOpen === null || context.effects.list.some(({ kind }) => kind === "network")) return false;
  const named = context.effects.list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : []));
  return [...readPaths(context.effects), ...named].every(({ absolute }) => isOpen(absolute));
}

/** The person's own program began it to see the line carried out: a dialog would show that there is one, and no more. */
function isOfTrial({ workspace }: HostDoor, { host, call }: Asked): boolean {
  const { command } = call.payload;
  return typeof command === "string" && trialOf(workspace.home, host, command, workspace.now()) === "given";
}

function isAllowedByHost({ rules }: HostDoor, { call, cwd, turn }: Asked): boolean {
  const { command } = call.payload;
  if (rules === null || cwd === null || typeof command !== "string") return false;
  return rules({ tool: call.hostTool, command, turn }, cwd).kind === "allowed";
}

/** Null where a person did not want it said here, or decided on nothing yet. */
function openPlaces(workspace: Workspace, { intentId }: Pick<PreToolUseContext, "intentId">) {
  const policies = workspace.roots.map(policyThatSpeaks);
  if (intentId === null || policies.some((policy) => policy === null)) return null;
  return (path: string | null): path is string =>
    path !== null && workspace.roots.some((root, at) => isOpenPlace(root, policies[at] ?? null, path));
}

/** Null where the root's policy does not want it, only observes, or cannot be read. */
function policyThatSpeaks(root: GovernedRoot): Policy | null {
  const rules = root.lastRules();
  if (!rules.ok || root.pauses.active()) return null;
  const { policy } = rules.value;
  return policy.speak_for_host && policy.mode === "enforce" ? policy : null;
}

/** A declaration speaks for what it runs, and for what it says that this writes; what else stands in the line does not. */
function isDeclared(effect: Effect): boolean {
  return effect.kind === "run" && effect.known.by === "declaration";
}

/** What a shell puts in the place of a word nobody reads, and it may name any file. */
function isSpelledOut(command: string): boolean {
  return !/[$`*?[{]/.test(command);
}

/** Null where an effect is more than a change of the bytes of one file. */
function pathOf(effect: Effect): string | null {
  return effect.kind === "write" || effect.kind === "read" ? effect.absolute : null;
}

/** In the root, and none of its secrets; that the intent owns what is changed was decided before. */
function isOpenPlace({ root }: GovernedRoot, policy: Policy | null, path: string): boolean {
  const inside = relative(root, path);
  if (policy === null || inside === "" || inside.startsWith("..") || isAbsolute(inside)) return false;
  return !createScope(policy.secret_paths, { ignoreCase: true }).covers(inside);
}
