/** Where a command worked on copies: what of them it touched. All else is as it was copied, whatever became of the tree since. */
import { type Beside, readNote } from "../run/run-folder.ts";

export interface CopiedList {
  /** By the place in the list of what is there afterwards. */
  isTouched(at: number): boolean;
  /** It was copied, and is not there any more. */
  isGone(path: string): boolean;
}

/** Null where it worked on layers. */
export function copiedList(folder: string, layer: "root" | Beside): CopiedList | null {
  const [before, after] = [readNote(folder, `${layer}-before`), readNote(folder, `${layer}-after`)];
  if (before === null || after === null) return null;
  const [was, is] = [marksIn(before), marksIn(after)];
  const stood = new Set(was);
  const [pathsBefore, pathsAfter] = [new Set(was.map(pathOf)), new Set(is.map(pathOf))];
  return {
    isTouched: (at) => !stood.has(is[at] ?? ""),
    isGone(path) {
      const name = Buffer.from(path, "utf8").toString("latin1");
      return pathsBefore.has(name) && !pathsAfter.has(name);
    },
  };
}

/** Names may be no text: byte by byte they are what they are. */
function marksIn(list: Buffer): string[] {
  return list.toString("latin1").split("\0").slice(0, -1);
}

/** Behind the number and the time of change. */
function pathOf(mark: string): string {
  return mark.split(" ").slice(2).join(" ");
}
