/** What comes in through a pipe: bytes with a limit, and text only where the bytes are text. */

/** All of it, or null where it is more than the limit. */
export async function readAll(input: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const NEWLINE = 10;

/** Line by line without the line ends; null for a line longer than the limit, which is passed over. */
export async function* readLines(input: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Buffer | null> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (): Buffer | null => {
    const line = size > limit ? null : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size > limit) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}
