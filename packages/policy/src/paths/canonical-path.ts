/** Turns the path a call spelled into the one place it names, the way the kernel walks it. */
import type { FileFacts } from "./file-facts.ts";
import { pathProblem } from "./path-problem.ts";

export { pathProblem } from "./path-problem.ts";

export type CanonicalPath = { ok: true; absolute: string } | { ok: false; problem: string };

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** `followLast: false` keeps the last name itself: deleting or renaming a link leaves its target alone. */
export function canonicalPath(
  spelled: string,
  cwd: string,
  facts: FileFacts,
  options: { followLast: boolean },
): CanonicalPath {
  const bad = pathProblem(spelled);
  if (bad) return { ok: false, problem: `the path ${bad}` };
  const from = spelled.startsWith("/") ? "" : cwd;
  if (from !== "" || !spelled.startsWith("/")) {
    const badCwd = pathProblem(cwd) ?? (cwd.startsWith("/") ? null : "is not absolute");
    if (badCwd) return { ok: false, problem: `the working folder ${badCwd}` };
  }
  return walk([...names(from), ...spelled.split("/")], facts, options.followLast);
}

function walk(start: string[], facts: FileFacts, followLast: boolean): CanonicalPath {
  // Reversed, so that the next name is popped and a link's target is pushed at little cost.
  const pending = start.reverse();
  let resolved: string[] = [];
  let links = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      resolved.pop();
      continue;
    }
    const target = entryAt(`/${resolved.join("/")}`, name, facts);
    if (!target.ok) return target;
    const isLast = pending.every((rest) => rest === "" || rest === ".");
    if (target.link === null || (isLast && !followLast && pending.length === 0)) {
      resolved.push(target.name);
      continue;
    }
    if (isLast && !followLast) {
      // `rm link/` reaches the target with one program and the link with another.
      return { ok: false, problem: "the path ends in a link and a slash, which names two things; drop the slash" };
    }
    links += 1;
    if (links > MAX_LINKS) return { ok: false, problem: "the path runs through a loop of links" };
    if (target.link.startsWith("/")) resolved = [];
    pending.push(...target.link.split("/").reverse());
  }
  const absolute = `/${resolved.join("/")}`.normalize("NFC");
  const tooLong = pathProblem(absolute);
  return tooLong ? { ok: false, problem: `the path it leads to ${tooLong}` } : { ok: true, absolute };
}

type EntryHere = { ok: true; name: string; link: string | null } | { ok: false; problem: string };

/** Beyond ASCII, and the few of ASCII that another character is the same as: Kelvin, the Greek question mark, varia. */
const MAY_HAVE_TWINS = /[^ -~]|[K;`]/;

/**
 * A tool may use the spelling given, the canonical one, or any other name in the folder that Unicode takes for the same:
 * some servers look for such a name where the one they were given is not there. What it would open is what counts, and
 * where several stand there they must say the same.
 */
function entryAt(folder: string, name: string, facts: FileFacts): EntryHere {
  const inFolder = (one: string) => (folder === "/" ? `/${one}` : `${folder}/${one}`);
  const given = linkOf(inFolder(name), facts);
  if (!given.ok || !MAY_HAVE_TWINS.test(name)) return given.ok ? { ...given, name } : given;
  const composed = name.normalize("NFC");
  const listed = facts.names(folder).filter((one) => one.normalize("NFC") === composed);
  let found: EntryHere | null = facts.kind(inFolder(name)) === "absent" ? null : { ...given, name };
  for (const twin of new Set([composed, ...listed])) {
    if (twin === name || facts.kind(inFolder(twin)) === "absent") continue;
    const other = linkOf(inFolder(twin), facts);
    if (!other.ok) return other;
    found ??= { ...other, name: twin };
    if (found.ok && found.link !== other.link)
      return { ok: false, problem: "two files differ only in Unicode normalisation and one is a link" };
  }
  return found ?? { ...given, name };
}

type LinkHere = { ok: true; link: string | null } | { ok: false; problem: string };

function linkOf(here: string, facts: FileFacts): LinkHere {
  if (facts.kind(here) !== "link") return { ok: true, link: null };
  // /proc/self/cwd names another folder for every process that asks.
  if (here.startsWith("/proc/")) return { ok: false, problem: "the path depends on the process that opens it" };
  const link = facts.linkTarget(here);
  const bad = linkProblem(link);
  return bad ? { ok: false, problem: `the path runs through a link whose target ${bad}` } : { ok: true, link };
}

/** A tilde is an ordinary character in a link: nobody expands it there. */
function linkProblem(link: string): string | null {
  return pathProblem(link.startsWith("~") ? `./${link}` : link);
}

function names(path: string): string[] {
  return path === "" ? [] : path.split("/");
}
