/**
 * People name files from where they stand; the ledger names them from the root. Links on the way are followed, as the
 * gate follows them: what lies outside the root is not told about, under whatever name.
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { oneLine } from "../terminal/one-line.ts";

export function fileHere(root: string, cwd: string, given: string): Checked<string> {
  const place = placeOf(resolve(cwd, given));
  if (place === null)
    return wrong(`${oneLine(given)} cannot be followed: a link or a folder on the way leads nowhere`, given);
  const path = relative(root, place).split(sep).join("/");
  if (path === ".." || path.startsWith("../") || isAbsolute(path))
    return wrong(`${oneLine(given)} lies outside ${root}`, given);
  return { ok: true, value: path };
}

/** A folder where it really is; a file, or what is not there, in the folder that it really is in. Null: nowhere. */
function placeOf(path: string): string | null {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
    const above = dirname(path);
    if (above === path) return path;
    if (lstatSync(above, { throwIfNoEntry: false })) return join(realpathSync(above), basename(path));
    const real = placeOf(above);
    return real === null ? null : join(real, basename(path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ELOOP" || code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return null;
    throw error;
  }
}

function wrong(message: string, given: string): Checked<string> {
  return {
    ok: false,
    problems: [problem("BAD_INPUT", message, "Name a file inside the repository.", { file: oneLine(given) })],
  };
}
