/** Keeps the end of what a program says: there it tells what went wrong. */
import { replaceInvisible } from "@intentgate/documents";

export interface Tail {
  add(chunk: Buffer): void;
  text(): string;
}

export function createTail(most: number): Tail {
  let chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const join = () => {
    const all = Buffer.concat(chunks);
    isCut ||= all.length > most;
    // A copy, so that what was read can be freed.
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - most)));
    chunks = [kept];
    size = kept.length;
    return kept;
  };
  return {
    add(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most + 65_536) join();
    },
    text() {
      if (size === 0) return "";
      const kept = join();
      return shownText(kept.subarray(isCut ? brokenStart(kept) : 0).toString("utf8"));
    },
  };
}

/** Bytes that continue a character whose beginning was cut off. */
function brokenStart(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++;
  return count;
}

/** Sequences that colour text or move a cursor: the short ones, those with parameters, those with a text of their own. */
const ESCAPES =
  /\u001b\[[0-?]{0,64}[ -/]{0,8}[@-~]|\u001b[\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|\u001b[ -/]{0,8}[0-~]/g;

/** Lines stay lines; nothing in them acts on a screen. */
export function shownText(text: string): string {
  return replaceInvisible(text.replace(/\r\n?/g, "\n").replace(ESCAPES, ""), () => "", "\t\n").trim();
}
