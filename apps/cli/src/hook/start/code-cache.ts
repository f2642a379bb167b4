/**
 * What V8 made of a script, kept in the user's state folder so that the next start need not read the script again. V8
 * takes what belongs to another version of itself or of the script as absent; it does not find out about damaged bytes,
 * and dies of them. So they are kept twice and compared, and whatever differs is as good as absent.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

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

const HEAD = 16;
/** Nobody else may put code here for us to run. */
const OTHERS_MAY_WRITE = 0o022;
const LARGEST = 32_000_000;
const PIECE = 128 * 1024;
const OLD_MS = 7 * 24 * 60 * 60_000;

/** `program`: which node it is for. Two builds of one version may differ in what their code looks like. */
export function createCodeCache(folder: string, program: string): CodeCache {
  const fileOf = (script: string) => join(folder, `${script}.code`);
  return {
    read(script) {
      const file = openOwn(fileOf(script));
      if (file === null) return null;
      try {
        const once = readOnce(file.number, file.size);
        if (once === null || once.program !== program) return null;
        return isRepeated(file.number, once.code, file.size) ? { code: once.code, modules: once.modules } : null;
      } finally {
        closeSync(file.number);
      }
    },
    write(script, { code, modules }) {
      const names = Buffer.from([program, ...modules].join("\n"));
      const head = Buffer.alloc(HEAD);
      head.writeUInt32LE(names.length, 0);
      head.writeUInt32LE(code.length, 4);
      replace(fileOf(script), Buffer.concat([head, names, code, code]));
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

/** Null where it is not there, or is not this user's alone to write. Whoever opens it closes it. */
function openOwn(path: string): { number: number; size: number } | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
  const { size, uid, mode } = fstatSync(file);
  const isOurs = size <= LARGEST && (mode & OTHERS_MAY_WRITE) === 0 && uid === (process.getuid?.() ?? uid);
  if (isOurs) return { number: file, size };
  closeSync(file);
  return null;
}

function readOnce(file: number, size: number): (CachedCode & { program: string }) | null {
  const head = Buffer.alloc(HEAD);
  if (readSync(file, head, 0, HEAD, 0) !== HEAD) return null;
  const [names, length] = [head.readUInt32LE(0), head.readUInt32LE(4)];
  if (size !== HEAD + names + 2 * length) return null;
  const bytes = Buffer.allocUnsafeSlow(names + length);
  if (readSync(file, bytes, 0, bytes.length, HEAD) !== bytes.length) return null;
  const [program = "", ...modules] = bytes.toString("utf8", 0, names).split("\n");
  return { program, modules: modules.map(Number), code: bytes.subarray(names) };
}

/** Piece by piece: memory that is new to the process costs more than reading. */
function isRepeated(file: number, code: Buffer, size: number): boolean {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, code.length));
  for (let at = 0; at < code.length; ) {
    const read = readSync(file, piece, 0, Math.min(piece.length, code.length - at), size - code.length + at);
    if (read === 0 || !piece.subarray(0, read).equals(code.subarray(at, at + read))) return false;
    at += read;
  }
  return true;
}

/** On disk before it has its name: a power cut must not leave half of it. */
function replace(path: string, bytes: Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
