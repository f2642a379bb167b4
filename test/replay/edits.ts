/** What an agent says to change a text into another: the places that differ, each with enough around it to be found once. */
import { spawnSync } from "node:child_process";
import type { Version } from "./history.ts";

export interface Edit {
  old: string;
  new: string;
  /** Where the old text begins, from 1. */
  line: number;
}

const AROUND = [1, 3, 8, 20];

/** Null where no surroundings make every place the only one of its kind, or it is no text of whole lines. */
export function editsTo(repository: string, before: Buffer, { bytes, blobs }: Version): Edit[] | null {
  const [from, to] = [before.toString("utf8"), bytes.toString("utf8")];
  if (blobs.before === null || !isPlain(before, from) || !isPlain(bytes, to)) return null;
  for (const around of AROUND) {
    const words = ["-C", repository, "diff", "--no-color", "--no-ext-diff", "--text", `-U${around}`];
    const { stdout } = spawnSync("git", [...words, blobs.before, blobs.after], { maxBuffer: 1 << 28 });
    const edits = hunksOf(stdout.toString("utf8"));
    if (edits.length > 0 && edits.every(({ old }) => old !== "" && from.split(old).length === 2)) return edits;
  }
  return null;
}

const isPlain = (bytes: Buffer, text: string) =>
  text.endsWith("\n") && !/[\r\0]/u.test(text) && Buffer.from(text).equals(bytes);

function hunksOf(diff: string): Edit[] {
  const edits: Edit[] = [];
  for (const line of diff.split("\n")) {
    const begun = /^@@ -(\d+)/u.exec(line);
    const edit = edits.at(-1);
    if (begun) edits.push({ old: "", new: "", line: Number(begun[1]) });
    else if (edit) {
      if (/^[ -]/u.test(line)) edit.old += `${line.slice(1)}\n`;
      if (/^[ +]/u.test(line)) edit.new += `${line.slice(1)}\n`;
    }
  }
  return edits;
}
