/**
 * Standard input without node's streams, whose loading alone takes a sixth of a start. The handle below them is old and
 * has no documentation: where anything about it is not as known, the stream reads instead.
 */
import { fstatSync } from "node:fs";
import { readInput } from "./read-input.ts";

/** All of it, or null where it is more than the limit. Rejects where its end does not come in time. */
export function readStandardInput(limit: number, withinMs: number): Promise<Buffer | null> {
  const handle = bareHandle();
  return handle === null ? readInput(process.stdin, limit, withinMs) : readBare(handle, limit, withinMs);
}

interface BareHandle {
  open(file: number): number;
  readStart(): number;
  readStop(): number;
  onread: (bytes: ArrayBuffer | undefined) => void;
  /** How many bytes the last event brought; below zero the number of an error. */
  read(): number;
}

function bareHandle(): BareHandle | null {
  if (process.platform !== "linux" && process.platform !== "darwin") return null;
  const facts = fstatSync(0);
  if (!facts.isFIFO() && !facts.isSocket()) return null;
  const { binding } = process as unknown as { binding?(name: string): Record<string, unknown> };
  const { Pipe, constants } = binding?.("pipe_wrap") ?? {};
  const { streamBaseState, kReadBytesOrError } = binding?.("stream_wrap") ?? {};
  const kind = (constants as Record<string, unknown> | undefined)?.SOCKET;
  const isKnown = typeof Pipe === "function" && typeof kind === "number" && typeof kReadBytesOrError === "number";
  if (!isKnown || !ArrayBuffer.isView(streamBaseState)) return null;
  const handle = new (Pipe as new (kind: number) => BareHandle)(kind);
  if (typeof handle.open !== "function" || typeof handle.readStart !== "function" || handle.open(0) !== 0) return null;
  const state = streamBaseState as Int32Array;
  handle.read = () => state[kReadBytesOrError] ?? Number.NaN;
  return handle;
}

/** As libuv numbers the end of a stream. */
const END = -4095;

function readBare(handle: BareHandle, limit: number, withinMs: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    // Not taken back: this process ends with its answer, and what was settled stays so.
    setTimeout(() => reject(new Error("the payload did not come to its end")), withinMs);
    const done = (settle: () => void) => {
      handle.readStop();
      settle();
    };
    handle.onread = (bytes) => {
      const count = handle.read();
      if (count === END) return done(() => resolve(Buffer.concat(chunks)));
      if (!(bytes instanceof ArrayBuffer) || !(count >= 0 && count <= bytes.byteLength))
        return done(() => reject(new Error(`the payload cannot be read (${count})`)));
      size += count;
      if (size > limit) return done(() => resolve(null));
      chunks.push(Buffer.from(bytes, 0, count));
    };
    const failed = handle.readStart();
    if (failed !== 0) done(() => reject(new Error(`the payload cannot be read (${failed})`)));
  });
}
