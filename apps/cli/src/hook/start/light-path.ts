/** `path.join` of plain parts without looking at every character: a start of the hook joins a hundred paths. */
import type { posix } from "node:path";

type Path = typeof posix;

export function lightPath(path: Path): Path {
  if (path.sep !== "/") return path;
  const join = (...parts: string[]): string => {
    const joined = parts.join("/");
    return isPlain(joined, parts) ? joined : path.join(...parts);
  };
  return { ...path, join };
}

/** Nothing to leave out and nothing to step back over. */
function isPlain(joined: string, parts: readonly string[]): boolean {
  return (
    joined.startsWith("/") &&
    !joined.endsWith("/") &&
    parts.every((part) => typeof part === "string" && part !== "") &&
    !joined.includes("//") &&
    !`${joined}/`.includes("/./") &&
    !`${joined}/`.includes("/../")
  );
}
