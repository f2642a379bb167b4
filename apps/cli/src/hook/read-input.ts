/** What the host wrote to us. As a stream: a read in another thread cannot be broken off, and keeps the process alive. */
import type { Readable } from "node:stream";

/** All of it, or null where it is more than the limit. Rejects where its end does not come in time. */
export function readInput(input: Readable, limit: number, withinMs: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("the payload did not come to its end")), withinMs);
    const done = (read: Buffer | null) => {
      clearTimeout(late);
      resolve(read);
    };
    input.on("error", reject);
    input.on("end", () => done(Buffer.concat(chunks)));
    input.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else done(null);
    });
  });
}
