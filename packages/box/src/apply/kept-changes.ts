/** What a command changed and nobody has answered for yet: its layer lies in the state folder until a person does. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { jsonObject } from "@intentgate/documents";
import { codeOf, onSystemError } from "@intentgate/world";
import type { Change } from "../changes/change.ts";
import { stoodAt } from "../changes/stood.ts";
import { layerName } from "../plan/box-plan.ts";
import { clearRun } from "../run/run-folder.ts";
import { applyWithJournal, isSameRoot, rootIdentity } from "./journal.ts";

interface Kept {
  root: string;
  rootId: string;
  /** Each with what stood there when it was kept back. */
  changes: Change[];
}

export type KeptAnswer =
  | { is: "applied"; applied: string[] }
  /** Somebody changed these meanwhile; nothing was applied. */
  | { is: "contested"; contested: string[] }
  /** It can never be applied any more. */
  | { is: "gone"; why: string }
  /** Not now; nothing was applied. */
  | { is: "failed"; why: string };

const FILE = "kept.json";
const UPPER = layerName("root", "upper");

/** Takes the layer out of the folder of its run. */
export function keepChanges(run: string, state: string, id: string, root: string, changes: readonly Change[]): void {
  const folder = join(keptIn(state), id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stood = changes.map((change) => ({ ...change, stood: stoodAt(join(root, change.path), true) }));
  const kept: Kept = { root, rootId: rootIdentity(root), changes: stood };
  renameSync(join(run, UPPER), join(folder, UPPER));
  writeFileSync(join(folder, FILE), JSON.stringify(kept), { mode: 0o600 });
}

export function keptIds(state: string): string[] {
  return existsSync(keptIn(state)) ? readdirSync(keptIn(state)) : [];
}

/** Null where it is gone, or cannot be read any more. */
export function keptLayer(state: string, id: string): string | null {
  return read(state, id) === null ? null : join(keptIn(state), id, UPPER);
}

/** Each with what stood there when it was kept back. */
export function keptChanges(state: string, id: string): Change[] {
  return read(state, id)?.changes ?? [];
}

/** By path: the hash of the file that stood there when it was kept back, "absent", or "other" for what is neither. */
export function keptBase(state: string, id: string): Map<string, string> {
  const hashThen = ({ stood }: Change) => {
    if (stood.is !== "entry") return stood.is === "absent" ? "absent" : "other";
    return /^100\d{3} (.+)$/.exec(stood.hash ?? "")?.[1] ?? "other";
  };
  return new Map(read(state, id)?.changes.map((change) => [change.path, hashThen(change)]) ?? []);
}

/** Under another name, for another question. */
export function renameKept(state: string, id: string, next: string): void {
  renameSync(join(keptIn(state), id), join(keptIn(state), next));
}

/** May be done again after a sudden end: what already stands there as the command left it is no conflict. */
export async function applyKept(state: string, id: string): Promise<KeptAnswer> {
  const folder = join(keptIn(state), id);
  const kept = read(state, id);
  if (kept === null) return { is: "gone", why: "what was kept cannot be read any more" };
  if (!isSameRoot(kept))
    return { is: "gone", why: "another folder stands there now than the one that it was kept for" };
  const { changes } = kept;
  const paths = changes.map(({ path }) => path);
  try {
    // All of it or nothing: the yes was to all of it.
    const order = { ...kept, git: null, unit: paths, watched: [], mayMove: false };
    const { failed, contested } = await applyWithJournal(folder, state, order);
    if (contested.length > 0) return { is: "contested", contested: contested.map(({ path }) => path) };
    const lost = new Set(failed.map(({ path }) => path));
    return { is: "applied", applied: paths.filter((path) => !lost.has(path)) };
  } catch (error) {
    const why = codeOf(error);
    if (why === null) throw error;
    return { is: "failed", why };
  }
}

export function dropKept(state: string, id: string): void {
  clearRun(join(keptIn(state), id));
}

/** The oldest go until the rest is small enough; says which went. */
export function shrinkKept(state: string, mostBytes: number): string[] {
  const all = keptIds(state)
    .map((id) => ({ id, at: statSync(join(keptIn(state), id)).mtimeMs, bytes: sizeOf(join(keptIn(state), id)) }))
    .sort((one, other) => other.at - one.at);
  let sum = 0;
  const gone = all.filter(({ bytes }) => {
    sum += bytes;
    return sum > mostBytes;
  });
  for (const { id } of gone) dropKept(state, id);
  return gone.map(({ id }) => id);
}

function keptIn(state: string): string {
  return join(state, "kept-changes");
}

/** Null for what was cut, or written by another version: nobody can say any more what it was. */
function read(state: string, id: string): Kept | null {
  const text = onSystemError("any", null, () => readFileSync(join(keptIn(state), id, FILE), "utf8"));
  const kept = text === null ? null : (jsonObject(text) as Kept | null);
  return Array.isArray(kept?.changes) && kept.changes.every(({ stood }) => stood !== undefined) ? kept : null;
}

function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
