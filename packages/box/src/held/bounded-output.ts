/** The output of a held command: a file that keeps the last of it. */
import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

export interface BoundedOutput {
  write(bytes: Uint8Array): void;
  close(last: string): void;
}

const CUT = "[what came before is left out]\n";

/** Throws where something stands in its place already. */
export function openBoundedOutput(path: string, mostBytes: number): BoundedOutput {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  let size = 0;

  function append(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; )
      written += writeSync(fd, bytes, written, bytes.length - written, size + written);
    size += bytes.length;
  }
  /** The later half stays. */
  function cut(): void {
    const kept = Buffer.alloc(Math.floor(mostBytes / 2));
    const read = readSync(fd, kept, 0, kept.length, size - kept.length);
    ftruncateSync(fd, 0);
    size = 0;
    append(Buffer.concat([Buffer.from(CUT), kept.subarray(kept.subarray(0, read).indexOf(10) + 1, read)]));
  }
  function write(bytes: Uint8Array): void {
    append(bytes);
    if (size > mostBytes) cut();
  }
  return {
    write,
    close(last) {
      write(Buffer.from(last));
      closeSync(fd);
    },
  };
}
