/** A client that speaks in lines. Several messages in one line are answered in one line. */
import type { Readable, Writable } from "node:stream";
import { readJson } from "@intentgate/documents";
import {
  errorOf,
  isRequest,
  isResponse,
  lineWriter,
  type RpcId,
  type RpcMessage,
  readLines,
  readMessage,
  rpcCodes,
} from "@intentgate/json-rpc";

export interface ClientLines {
  send(message: RpcMessage, text: string | null): void;
  /** When the client is gone. */
  ended: Promise<void>;
}

const LARGEST = 64 * 1024 * 1024;

interface Batch {
  left: Set<RpcId>;
  answers: RpcMessage[];
}

export function createClientLines(
  input: Readable,
  output: Writable,
  onMessage: (message: RpcMessage) => void,
): ClientLines {
  const write = lineWriter(output);
  const batches = new Map<RpcId, Batch>();

  function take(text: string): void {
    const json = readJson(text);
    if (!json.ok) write(JSON.stringify(errorOf(null, rpcCodes.parse, "the line is no JSON")));
    else if (Array.isArray(json.value) && json.value.length > 0) takeBatch(json.value);
    else takeOne(json.value);
  }

  function takeBatch(value: unknown[]): void {
    const ids = value.map(readMessage).flatMap((read) => (read.ok && isRequest(read.message) ? [read.message.id] : []));
    const batch: Batch = { left: new Set(ids), answers: [] };
    for (const id of ids) batches.set(id, batch);
    for (const one of value) takeOne(one);
  }

  function takeOne(value: unknown): void {
    const read = readMessage(value);
    if (read.ok) onMessage(read.message);
    else write(JSON.stringify(errorOf(read.id, rpcCodes.invalid, read.problem)));
  }

  function send(message: RpcMessage, text: string | null): void {
    const batch = isResponse(message) && message.id !== null ? batches.get(message.id) : undefined;
    if (!batch || !isResponse(message) || message.id === null) {
      write(text ?? JSON.stringify(message));
      return;
    }
    batches.delete(message.id);
    batch.left.delete(message.id);
    batch.answers.push(message);
    if (batch.left.size === 0) write(JSON.stringify(batch.answers));
  }

  const ended = new Promise<void>((resolve) => {
    const onTooLong = () =>
      write(JSON.stringify(errorOf(null, rpcCodes.invalid, `a line has more than ${LARGEST} bytes`)));
    readLines(input, { onLine: take, largest: LARGEST, onTooLong, onEnd: resolve });
  });
  return { send, ended };
}
