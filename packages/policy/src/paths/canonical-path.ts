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
    const here = `/${[...resolved, name].join("/")}`;
    const target = linkAt(here, facts);
    if (!target.ok) return target;
    const isLast = pending.every((rest) => rest === "" || rest === ".");
    if (target.link === null || (isLast && !followLast && pending.length === 0)) {
      resolved.push(name);
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

type LinkHere = { ok: true; link: string | null } | { ok: false; problem: string };

/** The tool may use the spelling given or the canonical one: where the two differ, both must say the same. */
function linkAt(here: string, facts: FileFacts): LinkHere {
  const composed = here.normalize("NFC");
  const given = linkOf(here, facts);
  if (composed === here || !given.ok) return given;
  const other = linkOf(composed, facts);
  if (!other.ok || other.link === given.link) return other;
  if (given.link === null && facts.kind(here) === "absent") return other;
  if (other.link === null && facts.kind(composed) === "absent") return given;
  return { ok: false, problem: "two files differ only in Unicode normalisation and one is a link" };
}

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
