/**
 * For hooks of a user, which see every folder: the governed roots that a call reaches from a folder nobody governs. What
 * it only may reach (a program nobody knows) is told by nothing, and stays the business of no root.
 */
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import type { Effect, TouchedPath } from "@intentgate/engine";
import type { HeardEvent } from "@intentgate/hosts";
import { createEffectsOf, defaultPolicy, parsePatch } from "@intentgate/policy";
import { createRootRegistry, findRoot, type RootRegistry } from "@intentgate/sidecar";
import { createFileFacts } from "@intentgate/world";
import { isControlName } from "../trust/control-rules.ts";
import { toolCallOf } from "./host-call.ts";

/** Each root once; none for events that are no calls. */
export function governedTargets(event: HeardEvent, folder: string, stateDir: string): string[] {
  if (event.kind !== "before_tool" && event.kind !== "after_tool") return [];
  const { toolName, payload } = toolCallOf(event);
  const read = createEffectsOf({
    facts: createFileFacts(),
    isControlName,
    policy: () => defaultPolicy,
    parsePatch,
    home: homedir(),
  });
  const registry = createRootRegistry(stateDir);
  const { effects } = read(toolName, payload, folder);
  const found = effects.list.flatMap(pathsOf).flatMap(({ absolute }) => rootsAt(absolute, registry));
  return [...new Set(found)];
}

function pathsOf(effect: Effect): TouchedPath[] {
  if (effect.kind === "move") return [effect.from, effect.to];
  if (effect.kind === "unknown") return effect.mentions;
  return "absolute" in effect ? [effect] : [];
}

/** The root that the path lies in; where it lies in none, those that lie in it: what happens to a folder happens to them. */
function rootsAt(absolute: string, registry: RootRegistry): string[] {
  const { root, sidecar, registered } = findRoot(nearestFolder(absolute), registry);
  if (registered || existsSync(sidecar)) return [root];
  const below = absolute.endsWith("/") ? absolute : `${absolute}/`;
  return registry.list().filter((one) => one.startsWith(below) && existsSync(one));
}

function nearestFolder(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory() || dirname(at) === at) return at;
  }
}
