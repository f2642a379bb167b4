/** Messages as lines of a stream: one JSON text each. */
import type { Readable, Writable } from "node:stream";

export interface LineReader {
  onLine(text: string): void;
  /** A line beyond this is not kept; nothing can be said about the rest of the stream then. */
  largest: number;
  onTooLong(): void;
  onEnd(): void;
}

export function readLines(stream: Readable, { onLine, largest, onTooLong, onEnd }: LineReader): void {
  let held: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };

  stream.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0 && !isOver; at = chunk.indexOf(10, from)) {
      const text = Buffer.concat([...held, chunk.subarray(from, at)]).toString("utf8");
      held = [];
      size = 0;
      from = at + 1;
      if (text.trim() !== "") onLine(text.endsWith("\r") ? text.slice(0, -1) : text);
    }
    if (isOver) return;
    held.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size <= largest) return;
    held = [];
    onTooLong();
    end();
  });
  stream.once("end", end);
  stream.once("close", end);
  // The far end is gone; `close` says so as well.
  stream.on("error", end);
}

/** What cannot be written because nobody reads any more is lost, as it would be for any peer. */
export function lineWriter(stream: Writable): (text: string) => void {
  stream.on("error", () => undefined);
  return (text) => {
    if (!stream.writableEnded && !stream.destroyed) stream.write(`${text}\n`);
  };
}
