/**
 * Rules about files, where a host also holds them against the words of a command. Which words are files nobody asks:
 * every word that leads to such a place counts.
 */
import { posix } from "node:path";
import { matchesName, matchStars } from "@intentgate/documents";
import type { Around } from "../host/around.ts";
import type { CommandForms } from "./read-command.ts";

type Places = Pick<Around, "home" | "startedIn">;

/** Patterns as in `.gitignore`: `//` from the top, `~/` from the home folder, everything else at any depth. */
export function namesPath(pattern: string, { named, words }: CommandForms, around: Places): boolean {
  const wanted = namesIn(pattern.trim(), around);
  if (wanted === null) return false;
  // Of a pattern for everything, a command that names nothing but itself is no part.
  const given = wanted.every((name) => name === "**") && words.length > 0 ? named.slice(1) : named;
  return given.some((word) => pathsIn(word, around).some((path) => leadsTo(wanted, path)));
}

function namesIn(pattern: string, { home }: Places): string[] | null {
  if (pattern === "" || pattern.startsWith("!")) return null;
  const isTop = pattern.startsWith("//");
  const isHome = /^(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(pattern);
  const place = isHome ? `${home}/${pattern.replace(/^[^/]*\/?/, "")}` : pattern;
  // What is one of several characters or words may be any.
  const names = place
    .replace(/\{[^}]*\}/g, "*")
    .replace(/\[[^\]]*\]/g, "?")
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  while (["**", "*"].includes(names.at(-1) ?? "")) names.pop();
  return [...(isTop || isHome ? [] : ["**"]), ...names, "**"];
}

/** Also behind `=`, as in `--file=x`. */
function pathsIn(word: string, { home, startedIn }: Places): string[] {
  if (word === "") return [];
  const behind = word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : [];
  return [...(word.startsWith("-") ? [] : [word]), ...behind].map((path) =>
    posix.resolve(
      startedIn,
      path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => home),
    ),
  );
}

function leadsTo(wanted: readonly string[], path: string): boolean {
  const names = path.split("/").filter((name) => name !== "");
  return matchStars(
    wanted,
    names,
    (name) => name === "**",
    (name, given) => /[*?[{]/.test(given) || matchesName([...name], [...given]),
  );
}
