/** Goes through a file once: hashes all of it, counts its lines, and keeps the lines asked for up to a limit. */

import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { decodeUtf8 } from "@intentgate/documents";
import { done, errnoOf, fail, type Outcome } from "../contract/failure.ts";
import { notRegular, READ_FLAGS, readFailure } from "./file-bytes.ts";

export interface ScannedFile {
  content_hash: string;
  size: number;
  totalLines: number;
  /** Null for a file that is not text. */
  text: string | null;
  /** Whole lines in `text`. */
  linesRead: number;
  truncated: boolean;
}

const NEWLINE = 10;
/** Where text ends and data begins: a NUL in the first bytes, as git decides it. */
const PROBED = 8_000;

export async function scanFile(
  path: string,
  shown: string,
  wanted: { first: number; last: number },
  most: number,
  signal?: AbortSignal,
): Promise<Outcome<ScannedFile>> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ_FLAGS);
    const odd = notRegular(await file.stat(), shown);
    if (odd) return odd;
    const hash = createHash("sha256");
    const kept: Buffer[] = [];
    let room = most;
    let size = 0;
    let line = 1;
    let linesRead = 0;
    let truncated = false;
    let hasNul = false;
    let endsOpen = false;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const bytes = chunk as Buffer;
      if (signal?.aborted) return fail("ABORTED", `Reading ${shown} was stopped.`);
      hash.update(bytes);
      if (size < PROBED) hasNul ||= bytes.subarray(0, PROBED - size).includes(0);
      size += bytes.length;
      endsOpen = bytes.at(-1) !== NEWLINE;
      for (let start = 0; start < bytes.length; ) {
        const newline = bytes.indexOf(NEWLINE, start);
        const end = newline < 0 ? bytes.length : newline + 1;
        if (line >= wanted.first && line <= wanted.last && !truncated) {
          kept.push(bytes.subarray(start, Math.min(end, start + room)));
          truncated = end - start > room;
          room -= end - start;
          if (newline >= 0 && !truncated) linesRead++;
        }
        if (newline >= 0) line++;
        start = end;
      }
    }
    const content_hash = `sha256:${hash.digest("hex")}`;
    const totalLines = line - 1 + (endsOpen ? 1 : 0);
    const bytes = Buffer.concat(kept);
    const text = hasNul ? null : decodeUtf8(truncated ? bytes.subarray(0, goodCut(bytes)) : bytes);
    return done({ content_hash, size, totalLines, text, linesRead, truncated });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return readFailure(error, shown);
  } finally {
    await file?.close();
  }
}

/** After the last whole line; within a line that alone is too long, after its last whole character. */
function goodCut(bytes: Buffer): number {
  return bytes.lastIndexOf(NEWLINE) + 1 || wholeCharacters(bytes);
}

/** How many bytes at the start are whole UTF-8 characters, where a cut may have split the last one. */
export function wholeCharacters(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead >= 0 && bytes.length - lead < 4 && (bytes[lead]! & 0xc0) === 0x80) lead--;
  if (lead < 0) return bytes.length;
  const first = bytes[lead]!;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? lead : bytes.length;
}
