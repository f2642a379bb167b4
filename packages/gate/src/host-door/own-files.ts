/** What the gate stands on outside every root: no call may change it, wherever it is made. */
import { changedFolders, changedPaths, type Effect, type Effects, type TouchedPath } from "@intentgate/engine";
import type { DescribedCall } from "@intentgate/policy";
import { mayReach } from "./may-reach.ts";

export interface OwnPlaces {
  /** With the launchers in them. */
  stateDirs: readonly string[];
  programs: readonly string[];
  /** Files of hosts in which our hook stands. */
  settings: readonly string[];
}

/** A sentence, or null for a call that leaves all of it alone. */
export function ownFileReason({ effects, gateCommand, named }: DescribedCall, places: OwnPlaces): string | null {
  if (gateCommand) return "The gate's own command line belongs to the person.";
  const own = [
    ...places.stateDirs.map((path) => ({ path, why: "the gate's state folder" })),
    ...places.settings.map((path) => ({ path, why: "settings that hold the gate's hook" })),
  ];
  const all = [...own, ...places.programs.map((path) => ({ path, why: "the gate's own program" }))];
  const touched = [
    ...effects.list.flatMap(takenAway).map((one) => ({ ...one, held: all, counts: ["in", "above"] })),
    ...[...changedPaths(effects), ...changedFolders(effects)].map((one) => ({ ...one, held: all, counts: ["in"] })),
    // Whoever starts a program does not change it.
    ...mentioned(effects, named).map((one) => ({ ...one, held: own, counts: ["in"] })),
  ];
  for (const { path, absolute, held, counts } of touched) {
    const found = held.find((place) => counts.includes(mayReach(absolute, place.path) ?? ""));
    if (found) return `${path} reaches ${found.path} (${found.why}); no tool call may change it.`;
  }
  return null;
}

/** What was there is gone or stands elsewhere, with all that lies in it; also where a link takes its place. */
function takenAway(effect: Effect): TouchedPath[] {
  if (effect.kind === "move") return [effect.from, effect.to];
  const isReplaced = effect.kind === "write" && effect.manner === "create_or_replace";
  return effect.kind === "delete" || isReplaced ? [effect] : [];
}

/** Whoever searches all of a folder names nothing in it. */
function mentioned({ list }: Effects, named: readonly TouchedPath[]): TouchedPath[] {
  const mentions = list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : []));
  return [...mentions, ...named].filter(({ absolute }) => !absolute.includes("**"));
}
