/**
 * What the gate itself wrote into files that people author, as steps from one text to the next. A text counts as the
 * gate's own only where such steps lead to it from what stood there before: an old text brought back, or the gate's
 * edit of a text that a program had changed, is none.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { appendLines, fileSize, readTail, replaceFile } from "@intentgate/world";

export interface OwnWrites {
  /** Said before the write, so that nobody meets the text without it. */
  add(from: string | null, to: string): void;
  /** True where the gate's own writes since then lead from one text to the other. */
  lead(from: string | null, to: string | null, since: number): boolean;
}

const MOST_BYTES = 256 * 1024;
const KEPT = 500;

export function createOwnWrites(state: string, now: () => Date): OwnWrites {
  const file = join(state, "own-writes");
  return {
    add(from, to) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      appendLines(file, [`${digest(from)} ${digest(to)} ${now().getTime()}`], { mode: 0o600 });
      if (fileSize(file) > MOST_BYTES) replaceFile(file, `${readTail(file, KEPT).join("\n")}\n`, { mode: 0o600 });
    },
    lead(from, to, since) {
      const wanted = digest(to);
      const reached = new Set([digest(from)]);
      const steps = readTail(file, KEPT).map((line) => line.split(" "));
      const fresh = steps.filter(([, , at]) => Number(at) >= since);
      for (let known = 0; known < reached.size; ) {
        known = reached.size;
        for (const [start = "", end = ""] of fresh) if (reached.has(start)) reached.add(end);
      }
      return reached.has(wanted);
    },
  };
}

/** No file and an empty one are the same here. */
function digest(text: string | null): string {
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}
