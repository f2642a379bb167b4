/** Hook files after reading, kept outside the workspace so that a start does not read them again. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { jsonFields, type Problem, problem } from "@intentgate/documents";
import { readText, replaceFile, writing } from "@intentgate/world";
import type { EventHook } from "../declared/event-hook.ts";
import type { PathGlobs } from "../declared/match-hook.ts";
import { readHook } from "../declared/read-hook.ts";
import { type HookFile, listHookFolder, readHookFile } from "./hook-folder.ts";
import { HOOKS_FOLDER } from "./hook-places.ts";

export interface LoadedHook {
  hook: EventHook;
  /** Of the hook file that this version was read from. */
  digest: string;
}

export interface CompiledFile extends HookFile {
  read: ({ ok: true } & LoadedHook) | { ok: false; problems: readonly Problem[] };
}

/** Another one whenever hooks are read or written down differently than before. */
const FORMAT = 4;
/** Stands for the whole folder where that cannot be listed. */
export const WHOLE_FOLDER = "";

/** Reads what stands there now; what is known already is not read again. */
export function compileFolder(at: string, known: readonly CompiledFile[], globs: PathGlobs): CompiledFile[] {
  const folder = listHookFolder(at);
  if (folder.kind === "absent") return [];
  if (folder.kind === "closed") {
    return [{ name: WHOLE_FOLDER, identity: "closed", read: { ok: false, problems: [folder.problem] } }];
  }
  const before = new Map(known.map((file) => [file.name, file]));
  return withoutTwins(
    folder.files.map((file) => {
      const same = before.get(file.name);
      return same?.identity === file.identity && !isTwin(same) ? same : compile(at, file, same, globs);
    }),
  );
}

function compile(at: string, file: HookFile, before: CompiledFile | undefined, globs: PathGlobs): CompiledFile {
  const found = readHookFile(at, file.name);
  if (!found.ok) return { ...file, read: { ok: false, problems: [found.problem] } };
  const { text, digest } = found;
  if (before?.read.ok && before.read.digest === digest) return { ...file, read: before.read };
  const read = readHook(text, fileOf(file), globs);
  return { ...file, read: read.ok ? { ok: true, hook: read.value, digest } : read };
}

export function fileOf({ name }: Pick<HookFile, "name">): string {
  return name === WHOLE_FOLDER ? HOOKS_FOLDER : `${HOOKS_FOLDER}/${name}`;
}

/** The id that a file stands for, whatever it says: its name. */
export function idOf({ name }: Pick<HookFile, "name">): string {
  return name.replace(/\.ya?ml$/, "");
}

const TWIN = "another file declares the hook";

/** `a.yaml` and `a.yml` declare the same id: neither counts, as nobody knows which is meant. */
function withoutTwins(files: readonly CompiledFile[]): CompiledFile[] {
  const count = new Map<string, number>();
  for (const file of files) count.set(idOf(file), (count.get(idOf(file)) ?? 0) + 1);
  return files.map((file) => {
    if (count.get(idOf(file)) === 1) return file;
    const twin = problem("BAD_HOOK", `${TWIN} ${idOf(file)} too`, "Keep one of the two files.", { file: fileOf(file) });
    return { ...file, read: { ok: false, problems: [twin] } };
  });
}

function isTwin({ read }: CompiledFile): boolean {
  return !read.ok && read.problems.some(({ message }) => message.startsWith(TWIN));
}

/** Null where nothing is kept, or by another version. */
export function loadCompiled(path: string): CompiledFile[] | null {
  const text = readText(path);
  if (text === null) return null;
  const { format, files } = jsonFields(text);
  return format === FORMAT && Array.isArray(files) ? files : null;
}

export function saveCompiled(path: string, files: readonly CompiledFile[]): void {
  writing(path, () => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }));
  replaceFile(path, JSON.stringify({ format: FORMAT, files }), { mode: 0o600 });
}
