/**
 * Whether the gate says yes for the host, so that its dialog asks nobody a second time. Only of what a person decided
 * already, by an intent or a declaration; of everything else it has no objection, and the host goes on as without it.
 */
import { isAbsolute, relative } from "node:path";
import { type Effect, type PreToolUseContext, readPaths } from "@intentgate/engine";
import { createScope, type Policy } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { EventOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";

export function speaksForHost(door: HostDoor, event: EventOf<"before_tool">, context: PreToolUseContext): boolean {
  const { host, workspace, rules } = door;
  const { cwd, mode, call } = event;
  // Of another host that came through the settings of this one nobody knows the rules.
  if (event.host !== host.name || mode === null || !host.can.speaksIn.includes(mode)) return false;
  if (!context.isMutatingTool || context.intentId === null || cwd === null || rules === null) return false;
  const policies = workspace.roots.map(policyThatSpeaks);
  if (policies.some((policy) => policy === null)) return false;
  const { command } = call.payload;
  if (call.tool === "execute_command")
    return (
      typeof command === "string" &&
      context.effects.list.some(({ kind }) => kind === "run") &&
      context.effects.list.every(isDeclared) &&
      rules({ tool: call.hostTool, command }, cwd).kind === "none"
    );
  const paths = context.effects.list.map(pathOf);
  const isInside = (path: string | null): path is string =>
    path !== null && workspace.roots.some((root, at) => isOpenPlace(root, policies[at] ?? null, path));
  if (
    paths.length === 0 ||
    !paths.every(isInside) ||
    !readPaths(context.effects).every(({ absolute }) => isInside(absolute))
  )
    return false;
  return rules({ tool: call.hostTool, paths }, cwd).kind === "none";
}

/** Null where the root's policy does not want it, only observes, or cannot be read. */
function policyThatSpeaks(root: GovernedRoot): Policy | null {
  const rules = root.lastRules();
  if (!rules.ok || root.pauses.active()) return null;
  const { policy } = rules.value;
  return policy.speak_for_host && policy.mode === "enforce" ? policy : null;
}

/** A declaration speaks for what it runs and writes; where it goes on the network, or nobody knows, it does not. */
function isDeclared(effect: Effect): boolean {
  if (effect.kind === "run") return effect.known.by === "declaration";
  return effect.kind === "read" || effect.kind === "write" || effect.kind === "write_below";
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
