/** What a root holds, as routing may read it: regular files of limited size, never through a link that leads out of it. */
import {
  closeSync,
  constants,
  type Dirent,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { type Checked, decodeUtf8, problem } from "@intentgate/documents";
import { codeOf, expectRegular, onSystemError } from "@intentgate/world";
import type { SourceFile } from "../reading/source-file.ts";

export interface RootFiles {
  root: string;
  /** Null: nothing stands there. Paths are relative to the root, with forward slashes. */
  read(path: string): Checked<SourceFile> | null;
  /** Changes whenever the file does; null where there is none that may be read. */
  identity(path: string): string | null;
  exists(path: string): boolean;
  /** The entries of a folder by name; links and what cannot be listed are left out. */
  list(folder: string): Dirent[];
}

const LARGEST = 512 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** What there may be instead of a file without anything being wrong. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

export function createRootFiles(root: string): RootFiles {
  const known = new Map<string, { identity: string; read: Checked<SourceFile> }>();

  /** Where the path really leads: null for nowhere, "outside" for anywhere but the root. */
  function placed(path: string): string | null {
    try {
      const real = realpathSync(join(root, path));
      return real === root || real.startsWith(`${root}/`) ? real : OUTSIDE;
    } catch (error) {
      const code = codeOf(error);
      if (code === null) throw error;
      return ABSENT.has(code) ? null : OUTSIDE;
    }
  }

  function identity(path: string): string | null {
    const real = placed(path);
    if (real === null || real === OUTSIDE) return null;
    const stat = statSync(real, { throwIfNoEntry: false });
    return stat?.isFile() ? `${real} ${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : null;
  }

  return {
    root,
    identity,
    exists(path) {
      const real = placed(path);
      return real !== null && real !== OUTSIDE;
    },
    read(path) {
      const real = placed(path);
      if (real === null) return null;
      if (real === OUTSIDE) return unfit(path, "leads out of the root, or cannot be reached");
      const now = identity(path) ?? "";
      const before = known.get(path);
      if (before && now !== "" && before.identity === now) return before.read;
      const read = readBounded(real, path);
      known.set(path, { identity: now, read });
      return read;
    },
    list(folder) {
      const real = placed(folder);
      if (real === null || real === OUTSIDE) return [];
      return onSystemError("any", [], () =>
        readdirSync(real, { withFileTypes: true })
          .filter((entry) => entry.isFile() || entry.isDirectory())
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      );
    },
  };
}

const OUTSIDE = "outside";

function readBounded(real: string, path: string): Checked<SourceFile> {
  try {
    const file = openSync(real, FLAGS);
    try {
      if (expectRegular(file, path).size > LARGEST) return unfit(path, "is larger than 512 KiB");
      const text = decodeUtf8(readFileSync(file));
      return text === null ? unfit(path, "is not UTF-8 text") : { ok: true, value: { path, text } };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return unfit(path, `cannot be read (${code})`);
  }
}

function unfit(path: string, what: string): Checked<SourceFile> {
  const remedy = "Put a regular text file of this repository there.";
  return { ok: false, problems: [problem("CANNOT_READ", `the file ${what}`, remedy, { file: path })] };
}
