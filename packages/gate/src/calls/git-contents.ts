/**
 * What a contained command gave to git and left in no file: on another branch, in a stash, in the index. Later git brings
 * it into the tree, and then nobody would know whose it is. So the file is told to have been there and back again.
 */
import type { FileBytes, FileChange } from "@intentgate/engine";
import type { GitAround } from "@intentgate/sidecar";
import { blobsNamed, type Repository, readAfterwards, readBlobs, runGit } from "@intentgate/world";

/** `agent`: all that is new in it is the call's. `nobody`: among it are lines that git had elsewhere. */
type StepCredit = "git" | "agent" | "nobody";

interface GitStep {
  change: FileChange;
  credit: StepCredit;
}

const MOST_BYTES = 64_000_000;
/** Former contents of one path, and of so many paths: each is a question to git. */
const MOST_FORMER = 64;
const MOST_PATHS = 200;

/** One list for each path, oldest first; `changes` are those that the call made in the tree. */
export function contentsAside(
  { brings }: GitAround,
  changes: readonly FileChange[],
  { root, repository }: { root: string; repository: Repository },
): GitStep[][] {
  const wanted = brings.flatMap(({ blob, from }) => [blob, ...from]);
  const bytes = readBlobs(repository, wanted, MOST_BYTES);
  const own = new Set(brings.map(({ blob }) => blob));
  const paths = [...new Set(brings.map(({ path }) => path))];
  return paths.map((path) => stepsOf(path));

  function stepsOf(path: string): GitStep[] {
    const absolute = `${root}/${path}`;
    const change = changes.find(({ relativePath }) => relativePath === path);
    const now = change?.after ?? readAfterwards(absolute).bytes;
    const stood = change?.before ?? now;
    if (now.state === "unknown") return [];
    const its = brings.filter((one) => one.path === path);
    const mine = its.filter(({ blob }) => bytes.has(blob));
    const before = [stood, ...its.flatMap(({ from }) => from).map(contentOf)];
    // What stands there now is told of already.
    const told = [...before, now];
    const fresh = mine.filter(({ blob }) => addsTo(told, contentOf(blob)));
    const former = fresh.length === 0 ? [] : formerOf(path);
    const steps: GitStep[] = [];
    let at: FileBytes = now;
    const go = (to: FileBytes, credit: StepCredit) => {
      if (isSame(at, to)) return;
      const place = { relativePath: path, absolute, root, movedFrom: null, modeChanged: false, predicted: true };
      steps.push({ change: { ...place, before: at, after: to }, credit });
      at = to;
    };
    for (const { blob, from } of fresh) {
      const content = contentOf(blob);
      const others = [...told, ...former].filter((one) => !isSame(one, content));
      if (!addsTo(others, content)) continue;
      const base = nearest([at, stood, ...from.map(contentOf)], content);
      go(base, "git");
      const isOnlyNew = newLines([base], content) === newLines(others, content);
      go(content, isOnlyNew ? "agent" : "nobody");
    }
    go(now, "git");
    return steps;
  }

  function contentOf(blob: string): FileBytes {
    const found = bytes.get(blob);
    return found === undefined ? { state: "absent" } : { state: "present", bytes: found };
  }

  /** What git had under this path in any branch, besides what the call brought. */
  function formerOf(path: string): FileBytes[] {
    if (paths.indexOf(path) >= MOST_PATHS || /[\n\0]/.test(path)) return [];
    const spec = `${root === repository.top ? "" : `${root.slice(repository.top.length + 1)}/`}${path}`;
    const asked = ["rev-list", "--all", `--max-count=${MOST_FORMER}`, "--", `:(top,literal)${spec}`] as const;
    const commits = runGit(repository, { words: asked, input: "", mostBytes: 1_000_000 });
    if (!commits.ok) return [];
    const names = commits.output.toString("latin1").split("\n").filter(Boolean);
    const blobs = blobsNamed(
      repository,
      names.map((name) => `${name}:${spec}`),
    ).filter((one): one is string => one !== null && !own.has(one));
    return [...readBlobs(repository, blobs, MOST_BYTES).values()].map((found) => ({ state: "present", bytes: found }));
  }
}

function nearest(bases: readonly FileBytes[], content: FileBytes): FileBytes {
  const rated = bases.map((base) => ({ base, lines: newLines([base], content) }));
  return rated.toSorted((a, b) => a.lines - b.lines)[0]?.base ?? { state: "absent" };
}

function addsTo(known: readonly FileBytes[], content: FileBytes): boolean {
  return newLines(known, content) > 0;
}

/** How many lines stand in none of these. */
function newLines(known: readonly FileBytes[], content: FileBytes): number {
  const there = new Set(known.flatMap(linesOf));
  return linesOf(content).filter((line) => !there.has(line)).length;
}

function linesOf(content: FileBytes): string[] {
  return content.state === "present" ? Buffer.from(content.bytes).toString("latin1").split("\n") : [];
}

function isSame(one: FileBytes, other: FileBytes): boolean {
  if (one.state !== "present" || other.state !== "present") return one.state === other.state;
  return Buffer.compare(one.bytes, other.bytes) === 0;
}
