/** A path with `* ? [ ]` in it, to the paths that stand there now. */
import { nameMatches } from "../paths/glob.ts";
import type { Resolver } from "./resolve-path.ts";

const MOST_MATCHES = 2_000;

export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/**
 * Null: too many. More may be found than the shell would find, never less: a set `[a-c]` stands for any one character.
 * Without a match a shell hands on the pattern as it is.
 */
export function matchesNow(pattern: string, resolver: Resolver): string[] | null {
  const isAbsolute = pattern.startsWith("/");
  let found = [isAbsolute ? "/" : ""];
  for (const name of pattern.split("/").filter((one) => one !== "")) {
    if (!isPattern(name)) {
      found = found.map((folder) => `${folder}${name}/`);
      continue;
    }
    const wanted = [...loose(name)];
    found = found.flatMap((folder) =>
      resolver
        .names(folder === "" ? "." : folder)
        .filter((one) => one.startsWith(".") === name.startsWith(".") && nameMatches(wanted, [...one]))
        .map((one) => `${folder}${one}/`),
    );
    if (found.length > MOST_MATCHES) return null;
  }
  return found.map((path) => path.slice(0, -1)).filter((path) => resolver.exists(path));
}

function loose(name: string): string {
  const open = name.indexOf("[");
  if (open < 0) return name;
  const close = name.indexOf("]", open + 2);
  // An open bracket without its end stands for itself.
  if (close < 0) return name.replaceAll("[", "?");
  return `${name.slice(0, open)}?${loose(name.slice(close + 1))}`;
}
