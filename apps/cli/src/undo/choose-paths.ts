/** What of a plan is done: what a person said yes to, and no merge that they did not look at. */
import { visibleText } from "@intentgate/documents";
import type { ChosenPath, PlannedPath, Undo } from "@intentgate/gate";
import { askYes } from "../terminal/ask-person.ts";
import type { Io } from "../terminal/io.ts";

export type Left = { path: string; why: string };

export interface Choices {
  isYes: boolean;
  isMerge: boolean;
}

export interface Chosen {
  paths: ChosenPath[];
  left: Left[];
}

/** Null where the person said no to all of it. */
export async function choosePaths(
  plan: readonly PlannedPath[],
  undo: Undo,
  { isYes, isMerge }: Choices,
  io: Io,
): Promise<Chosen | null> {
  const free = plan.flatMap((one) => ("entry" in one ? [one] : []));
  // A yes that was given before anything was seen is none to what a person may have written.
  const doubtful = isYes ? free.filter(({ isDoubtful }) => isDoubtful) : [];
  const sure = free.filter((one) => !doubtful.includes(one));
  const merges = plan.flatMap((one) => (one.does === "left" && one.merge ? [{ ...one, merge: one.merge }] : []));
  const hasFolders = plan.some(({ does }) => does === "folder");
  if (!isYes && (sure.length > 0 || hasFolders) && !(await askYes(questionFor(sure.length)))) return null;
  const paths: ChosenPath[] = sure.map((one) => ({ ...one, isBack: true }));
  const left: Left[] = [
    ...doubtful.map(({ path }) => ({ path, why: "nobody saw who changed it: leave --yes out to be asked" })),
    ...plan.flatMap((one) => (one.does === "left" && !one.merge ? [{ path: one.path, why: one.why }] : [])),
  ];
  for (const { path, why, merge } of merges) {
    const merged = undo.merge(merge);
    const isTaken = merged !== null && (await isWanted(path, merged.conflicts));
    if (!isTaken)
      left.push({ path, why: merged === null || !isYes || isMerge ? why : `${why}; --merge would merge it` });
    else {
      const entry = { kind: "file" as const, bytes: merged.bytes, mode: merge.mode };
      paths.push({ path, now: merge.now, entry, isDoubtful: false, isBack: false });
    }
  }
  return { paths, left };

  async function isWanted(path: string, conflicts: number): Promise<boolean> {
    if (io.json || isYes) return isMerge && conflicts === 0;
    const name = visibleText(path);
    if (conflicts === 0) return askYes(`${name} changed since. Merge: keep that, and take out what was done before?`);
    const places = conflicts === 1 ? "one place" : `${conflicts} places`;
    return askYes(`${name} changed since, and in ${places} both changed the same. Write it with conflict markers?`);
  }
}

function questionFor(count: number): string {
  return count <= 1 ? "Do this?" : `Do this to ${count} files?`;
}
