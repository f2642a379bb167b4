/**
 * Which folders a contained command made, deleted or gave other permissions. The ledger knows files only, so this is
 * kept beside the kept bytes, by call, for as long.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { onSystemError, replaceFile, writing } from "@intentgate/world";
import { KEPT_DAYS } from "./kept-bytes.ts";

/** The last twelve bits of its mode before and after; null where there was no folder. */
export interface FolderChange {
  path: string;
  before: number | null;
  after: number | null;
}

/** A call as far as it is known without the ledger, which has no record of one that changed folders only. */
interface FolderCall {
  id: string;
  tool: string;
  intent: string | null;
  changes: FolderChange[];
}

const DAY_MS = 86_400_000;
const isId = (id: string) => /^[\w-]{1,80}$/.test(id);

/** With what is known of the call already: what was kept back may count later. */
export function keepFolders(state: string, { id, tool, intent, changes }: FolderCall): void {
  if (!isId(id)) return;
  const folder = placeIn(state);
  writing(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    prune(folder);
    const all = [...(foldersOf(state, id) ?? []), ...changes];
    replaceFile(join(folder, `${id}.json`), JSON.stringify({ tool, intent, changes: all }), { mode: 0o600 });
  });
}

/** In the order in which they were made; null where nothing is known, or what is known cannot be read. */
export function foldersOf(state: string, id: string): FolderChange[] | null {
  const text = isId(id)
    ? onSystemError("any", null, () => readFileSync(join(placeIn(state), `${id}.json`), "utf8"))
    : null;
  return text === null ? null : (readCall(id, text)?.changes ?? null);
}

/** The newest first: those that changed folders, with the time of it. */
export function folderCalls(state: string): (FolderCall & { at: Date })[] {
  const names = onSystemError("any", [], () => readdirSync(placeIn(state))).filter((name) => name.endsWith(".json"));
  return names
    .flatMap((name) => {
      const place = join(placeIn(state), name);
      const text = onSystemError("any", "", () => readFileSync(place, "utf8"));
      const call = readCall(name.slice(0, -".json".length), text);
      const at = statSync(place, { throwIfNoEntry: false })?.mtime;
      return call !== null && call.changes.length > 0 && at ? [{ ...call, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

function readCall(id: string, text: string): FolderCall | null {
  const { tool, intent, changes } = jsonFields(text) as { [Key in keyof FolderCall]?: unknown };
  if (typeof tool !== "string" || (typeof intent !== "string" && intent !== null)) return null;
  return Array.isArray(changes) && changes.every(isFolderChange) ? { id, tool, intent, changes } : null;
}

function placeIn(state: string): string {
  return join(state, "kept-folders");
}

function isFolderChange(row: unknown): row is FolderChange {
  const isMode = (mode: unknown) => mode === null || (typeof mode === "number" && mode >= 0 && mode <= 0o7777);
  const { path, before, after } = (row ?? {}) as Partial<FolderChange>;
  return typeof path === "string" && isMode(before) && isMode(after);
}

function prune(folder: string): void {
  const oldest = Date.now() - KEPT_DAYS * DAY_MS;
  for (const name of readdirSync(folder)) {
    const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at < oldest) rmSync(join(folder, name), { force: true });
  }
}
