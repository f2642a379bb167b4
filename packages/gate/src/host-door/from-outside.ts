/**
 * For hooks of a user, which see every folder: what an event from a folder that nobody governs is to the gate. A session
 * stays with the root it was seen in; a call belongs to the roots that it reaches, or may reach from above them. What is
 * left is nobody's business, but for the gate's own files.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import type { Effect, Effects, TouchedPath } from "@intentgate/engine";
import type { HeardEvent } from "@intentgate/hosts";
import { createEffectsOf, defaultPolicy, parsePatch } from "@intentgate/policy";
import { createRootRegistry, findRoot, type RootRegistry, rootsThatSaw } from "@intentgate/sidecar";
import { createFileFacts } from "@intentgate/world";
import { isControlName } from "../trust/control-rules.ts";
import { gatePlaces } from "../trust/gate-places.ts";
import { sessionOf, toolCallOf } from "./host-call.ts";
import { isPattern, mayReach } from "./may-reach.ts";
import { type OwnPlaces, ownFileReason } from "./own-files.ts";

export type FromOutside =
  /** Each root once; the first one answers. */
  | { kind: "governed"; roots: readonly string[] }
  | { kind: "nobody's" }
  /** It would change the gate itself, which lies in no root. */
  | { kind: "refused"; reason: string };

export interface Outside {
  /** That the event comes from. */
  folder: string;
  stateDir: string;
  program: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Settings of the person's own in which our hook stands; asked for where a call changes something. */
  hookedSettings(): readonly string[];
}

export function fromOutside(event: HeardEvent, outside: Outside): FromOutside {
  const { folder, stateDir } = outside;
  const registry = createRootRegistry(stateDir);
  const { id, parent } = sessionOf(event);
  const seenIn = () => rootsThatSaw(parent === undefined ? [id] : [id, parent], registry).filter(existsSync);
  if (event.kind !== "before_tool" && event.kind !== "after_tool") return governedBy(seenIn());
  const { toolName, payload } = toolCallOf(event);
  const read = createEffectsOf({
    facts: createFileFacts(),
    isControlName,
    policy: () => defaultPolicy,
    parsePatch,
    home: homedir(),
  });
  const call = read(toolName, payload, folder);
  const { effects } = call;
  const named = effects.list.flatMap(pathsOf).flatMap(({ absolute }) => rootsAt(absolute, registry));
  if (!effects.mutates) return governedBy(named);
  const below = isUnknown(effects) ? rootsBelow(realpathSync(folder), registry) : [];
  // Those it names come first, so that the end of a call is told to the root that its beginning was told to.
  const found = governedBy([...named, ...seenIn(), ...below]);
  if (found.kind === "governed" || event.kind === "after_tool") return found;
  const reason = ownFileReason(call, ownPlaces(outside));
  return reason === null ? found : { kind: "refused", reason };
}

function governedBy(roots: readonly string[]): FromOutside {
  return roots.length === 0 ? { kind: "nobody's" } : { kind: "governed", roots: [...new Set(roots)] };
}

function ownPlaces({ stateDir, program, env, hookedSettings }: Outside): OwnPlaces {
  const { stateDirs, programs } = gatePlaces(stateDir, program, env);
  return { stateDirs, programs, settings: hookedSettings() };
}

function pathsOf(effect: Effect): TouchedPath[] {
  if (effect.kind === "move") return [effect.from, effect.to];
  if (effect.kind === "unknown") return effect.mentions;
  return "absolute" in effect ? [effect] : [];
}

/** It may write in any folder below the one it runs in. */
function isUnknown({ list }: Effects): boolean {
  return list.some((effect) => effect.kind === "unknown" || (effect.kind === "run" && effect.known.by === "nobody"));
}

/** The root that the path lies in; where it lies in none, those that lie in it: what happens to a folder happens to them. */
function rootsAt(absolute: string, registry: RootRegistry): string[] {
  const { root, sidecar, registered } = findRoot(nearestFolder(absolute), registry);
  if (registered || existsSync(sidecar)) return [root];
  if (!isPattern(absolute)) return rootsBelow(absolute, registry);
  return registry.list().filter((one) => mayReach(absolute, one) !== null && existsSync(one));
}

function rootsBelow(folder: string, registry: RootRegistry): string[] {
  const below = folder.endsWith("/") ? folder : `${folder}/`;
  return registry.list().filter((one) => one.startsWith(below) && existsSync(one));
}

function nearestFolder(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory() || dirname(at) === at) return at;
  }
}
