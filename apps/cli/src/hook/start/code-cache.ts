/**
 * What V8 made of a script, kept in the user's state folder so that the next start need not read the script again. V8
 * takes what belongs to another version of itself or of the script as absent; it does not find out about damaged bytes,
 * and dies of them. So their digest stands before them, and whatever does not fit it is as good as absent.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@intentgate/world";

export interface CachedCode {
  code: Buffer;
  /** The modules whose functions it knows. */
  modules: readonly number[];
}

export interface CodeCache {
  read(script: string): CachedCode | null;
  write(script: string, cached: CachedCode): void;
  /** Removes what other versions of the program kept and have not renewed for a while. */
  sweep(scripts: readonly string[]): void;
}

const DIGEST = 32;
/** Nobody else may put code here for us to run. */
const OTHERS_MAY_WRITE = 0o022;
const LARGEST = 32_000_000;
const OLD_MS = 7 * 24 * 60 * 60_000;

/** `program`: which node it is for. Two builds of one version may differ in what their code looks like. */
export function createCodeCache(folder: string, program: string): CodeCache {
  const fileOf = (script: string) => join(folder, `${script}.code`);
  const digestOf = (kept: Buffer) => createHash("sha256").update(program).update("\0").update(kept).digest();
  return {
    read(script) {
      const bytes = readOwn(fileOf(script));
      const kept = bytes?.subarray(DIGEST);
      if (bytes === null || kept === undefined || !digestOf(kept).equals(bytes.subarray(0, DIGEST))) return null;
      const end = kept.indexOf("\n");
      return { code: kept.subarray(end + 1), modules: JSON.parse(kept.toString("utf8", 0, end)) };
    },
    write(script, { code, modules }) {
      const kept = Buffer.concat([Buffer.from(`${JSON.stringify(modules)}\n`), code]);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replaceFile(fileOf(script), Buffer.concat([digestOf(kept), kept]), { mode: 0o600 });
    },
    sweep(scripts) {
      const own = new Set(scripts.map(fileOf));
      for (const name of readdirSync(folder)) {
        const file = join(folder, name);
        const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
        if (!own.has(file) && Date.now() - changed > OLD_MS) rmSync(file, { force: true });
      }
    },
  };
}

/** Null where it is not there, or is not this user's alone to write. */
function readOwn(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
  try {
    const { size, uid, mode } = fstatSync(file);
    const isOurs = size <= LARGEST && (mode & OTHERS_MAY_WRITE) === 0 && uid === (process.getuid?.() ?? uid);
    return isOurs ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}
