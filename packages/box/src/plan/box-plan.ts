/** Where a command runs, and what it finds there. */
import type { Looked } from "./as-looked.ts";
import type { Copies } from "./copies.ts";

/**
 * What a command may change: everything, on layers that are looked at afterwards. Of a `rehearsed` one is kept what was
 * judged so, of a `read-only` one nothing: that it wrote at all is what the layers tell. Where no layers can be laid, one
 * that only reads is `bound`: everything is read-only, and nothing tells what it tried. What is held writes to some
 * folders, for real.
 */
export type KindOfRun = "read-only" | "bound" | "rehearsed" | HeldPlaces;

/** All absolute, and there. */
export interface HeldPlaces {
  writes: readonly string[];
  /** Below those, and not to be written. */
  guarded: readonly string[];
  /** Folders between the two: with one of them what is guarded below it could be moved away. */
  fixed: readonly string[];
  /** Sockets and pipes that another program may listen on. */
  masked: readonly string[];
  /** What of these has to be what it was. */
  looked: readonly Looked[];
}

export function isHeld(kind: KindOfRun): kind is HeldPlaces {
  return typeof kind !== "string";
}

/** What a command reaches beside files. */
export type Network =
  | { kind: "none" }
  /** The loopback of a session, which the process of this number keeps. */
  | { kind: "session"; holder: number }
  /** The same or one of its own, and the hosts behind the proxy whose socket lies in `INSIDE`. `node` runs there. */
  | { kind: "proxied"; holder: number | null; node: string };

/** Null where the command has a network of its own. */
export function holderOf(network: Network): number | null {
  return network.kind === "none" ? null : network.holder;
}

/** Which program lays the layers: `mount` in a namespace around the box, or bubblewrap itself, which can since 0.11. */
export type Layering = "mount" | "bubblewrap";

/** Where no layers can be laid, copies take their place. `beside`: folders that are there beside the root, read-only. */
export interface OnCopies extends Copies {
  beside: readonly string[];
}

export interface BoxPlan {
  kind: KindOfRun;
  laidBy: Layering | OnCopies;
  network: Network;
  /** Canonical and absolute, all of them. */
  root: string;
  home: string;
  /** Git's folder, where it is not one of the root; null also where nothing of it can count. */
  git: string | null;
  cwd: string;
  /** The folder of this run, in the state folder: the layers, and what the run leaves. */
  folder: string;
  /** Folders and files that are not there for the command. */
  hidden: readonly Hidden[];
  /** Folders below the home folder that are written for real: caches of what installs. */
  caches: readonly string[];
  /** Folders below the root that can be given another name, relative to it. */
  movable: readonly string[];
  user: { uid: number; gid: number };
  /** How many it may have at once, threads too. */
  processes: number;
  /** Bound in their place where `/run` holds them: without them no name is found. */
  needed: readonly string[];
  /** Another mount lies below `/tmp`, and too much stands there: it is an empty one, and nothing of it comes back. */
  hasEmptyScratch: boolean;
  /** Files beside what is mounted below the home folder or `/tmp` that are bound as they stand, read-only. */
  shown: readonly string[];
  /** Sockets of other programs that lie on no layer. */
  sockets: readonly string[];
}

export interface Hidden {
  path: string;
  kind: "folder" | "file";
}

/** It makes no namespace around the box. */
export function isUnlaid({ kind, laidBy }: Pick<BoxPlan, "kind" | "laidBy">): boolean {
  return kind === "bound" || typeof laidBy === "object";
}

/** The layers of a rehearsal: below, what the command writes, and what it sees. */
export const layers = ["root", "home", "tmp", "git"] as const;
export type Layer = (typeof layers)[number];

/** A name within the folder of a run. */
export function layerName(layer: Layer, part: "upper" | "work" | "merged"): string {
  return `${layer}-${part}`;
}

/** A folder of the run that the command can write to: what is in it says no more than that it began. */
export const INSIDE = "inside";
export const BEGUN = "begun";
