/** The hook files of a root as they lie on disk: regular files of a bounded number and size, links refused. */
import { closeSync, constants, lstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Problem, problem } from "@intentgate/documents";
import { contentHash } from "@intentgate/trace";
import { codeOf, expectRegular } from "@intentgate/world";
import { HOOKS_FOLDER } from "./hook-places.ts";

const MOST_FILES = 1_000;
const LARGEST = 64 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** `identity` changes when the file may have changed. */
export interface HookFile {
  name: string;
  identity: string;
}

export type HookFolder =
  | { kind: "absent" }
  | { kind: "listed"; files: HookFile[] }
  /** Something stands there that is no folder of hook files: what it would have declared is not known. */
  | { kind: "closed"; problem: Problem };

export function listHookFolder(at: string): HookFolder {
  const folder = join(at, HOOKS_FOLDER);
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (!stat) return { kind: "absent" };
    if (!stat.isDirectory() || realpathSync(folder) !== join(realpathSync(at), HOOKS_FOLDER)) {
      return closed("is not a plain folder", "Make it a folder of the repository itself: links are not followed here.");
    }
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
    if (names.length > MOST_FILES) {
      return closed(`holds more than ${MOST_FILES} hook files`, "Remove those that are not needed.");
    }
    return {
      kind: "listed",
      files: names.sort().map((name) => ({ name, identity: fileIdentity(join(folder, name)) })),
    };
  } catch (error) {
    const code = codeOf(error) ?? rethrow(error);
    // Gone between two looks is gone.
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
    return closed(`cannot be read (${code})`, "Give this user the right to read it.");
  }
}

function closed(what: string, remedy: string): HookFolder {
  return { kind: "closed", problem: problem("BAD_HOOK", `${HOOKS_FOLDER} ${what}`, remedy, { file: HOOKS_FOLDER }) };
}

function fileIdentity(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino}:${stat.mode}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : "absent";
}

/** The text of one hook file; `digest` names its bytes. */
export function readHookFile(
  at: string,
  name: string,
): { ok: true; text: string; digest: string } | { ok: false; problem: Problem } {
  const file = `${HOOKS_FOLDER}/${name}`;
  const no = (message: string, remedy: string) =>
    ({ ok: false, problem: problem("BAD_HOOK", message, remedy, { file }) }) as const;
  try {
    const bytes = readBounded(join(at, file));
    if (bytes === null)
      return no(`it is larger than ${LARGEST} bytes`, "A hook file is small; put the rest into its handler.");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, text, digest: contentHash(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return no("it is not UTF-8", "Save it as UTF-8.");
    const code = codeOf(error) ?? codeOfOdd(error) ?? rethrow(error);
    if (code === "ELOOP") return no("it is a link", "Replace the link by a regular file: links are not followed here.");
    return no(`it cannot be read (${code})`, "Make it a regular file that this user may read.");
  }
}

/** Null where there is more than a hook file may hold. */
function readBounded(path: string): Buffer | null {
  const file = openSync(path, FLAGS);
  try {
    expectRegular(file, path);
    const room = Buffer.alloc(LARGEST + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length < room.length; length += got)
      got = readSync(file, room, length, room.length - length, length);
    return length > LARGEST ? null : room.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function codeOfOdd(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

function rethrow(error: unknown): never {
  throw error;
}
