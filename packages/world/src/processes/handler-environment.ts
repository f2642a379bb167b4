/** What of the gate's environment a handler gets to see: what programs need to run, nothing that steers them or is secret. */
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, sep } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";

const PASSED_ON = new Set([
  ...["HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP"],
  ...["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"],
  ...["TERM", "COLORTERM", "NO_COLOR", "CI"],
  ...["SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
]);

export type Environment = Readonly<Record<string, string>>;

/** For one root; cheap to ask again. */
export function createHandlerEnvironment(
  given: Readonly<Record<string, string | undefined>>,
): (root: string) => Environment {
  const kept = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const known = PASSED_ON.has(name.toUpperCase()) || name.startsWith("LC_");
    return known && value !== undefined ? [[name, value]] : [];
  });
  const searched = Object.entries(given).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
  const byRoot = new Map<string, Environment>();
  return (root) => {
    const known = byRoot.get(root);
    if (known) return known;
    const made = { ...Object.fromEntries(kept), PATH: pathOutside(searched, root), PWD: root };
    byRoot.set(root, made);
    return made;
  };
}

/** A program that was planted in the workspace is not found by its bare name. */
function pathOutside(searched: string, root: string): string {
  const top = realIfThere(root) ?? root;
  const outside = searched.split(delimiter).filter((folder) => {
    const real = isAbsolute(folder) ? realIfThere(folder) : null;
    return real !== null && real !== top && !real.startsWith(top + sep);
  });
  return outside.join(delimiter);
}

function realIfThere(folder: string): string | null {
  // In a folder that is not there nothing is found either.
  return onSystemError("any", null, () => realpathSync.native(folder));
}
