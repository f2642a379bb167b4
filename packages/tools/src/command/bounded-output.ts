/** Keeps the head and the tail of an output stream and counts what was cut between them. */
import { wholeCharacters } from "../files/scan-file.ts";

export function boundedOutput(most: number): { add(chunk: Buffer): void; text(): string } {
  const headRoom = Math.ceil(most / 2);
  const tailRoom = most - headRoom;
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let total = 0;

  return {
    add(chunk) {
      total += chunk.length;
      const taken = Math.min(chunk.length, headRoom - headSize);
      if (taken > 0) {
        head.push(Buffer.from(chunk.subarray(0, taken)));
        headSize += taken;
      }
      if (taken === chunk.length) return;
      tail.push(chunk.subarray(taken));
      tailSize += chunk.length - taken;
      // Joined only now and then: a join a chunk would make many small chunks quadratic.
      if (tailSize <= 2 * tailRoom + 65_536) return;
      tail = [lastBytes(tail, tailRoom)];
      tailSize = tail[0]!.length;
    },

    text() {
      const start = Buffer.concat(head);
      const end = lastBytes(tail, tailRoom);
      if (start.length + end.length === total) return Buffer.concat([start, end]).toString("utf8");
      const first = start.subarray(0, wholeCharacters(start));
      const last = end.subarray(leadingContinuation(end));
      const cut = total - first.length - last.length;
      return `${first.toString("utf8")}\n… ${cut} bytes cut …\n${last.toString("utf8")}`;
    },
  };
}

function lastBytes(chunks: readonly Buffer[], most: number): Buffer {
  const all = Buffer.concat(chunks);
  // A copy, so that the large buffer can be freed.
  return all.length <= most ? all : Buffer.from(all.subarray(all.length - most));
}

/** Bytes at the start that continue a character whose beginning was cut off. */
function leadingContinuation(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && count < bytes.length && (bytes[count]! & 0xc0) === 0x80) count++;
  return count;
}
