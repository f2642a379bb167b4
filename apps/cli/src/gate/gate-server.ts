/** The door of the gate that stays: reads requests, keeps launchers from giving up, writes replies. Decides nothing. */
import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Reply } from "@intentgate/hosts";
import { type GateRequest, HEARTBEAT, HEARTBEAT_MS, passText, readRequest, replyText } from "../launcher/wire.ts";

export interface ServerParts {
  /** Null: a process of its own is to answer this. */
  answer(request: GateRequest, socket: Socket): Promise<Reply | null>;
  /** Told whenever the last of the requests at hand has been answered, and when one comes. */
  onBusy(isBusy: boolean): void;
  /** Something that was not foreseen; the launcher goes on without us. */
  onError(error: unknown): void;
  /** Where launchers keep payloads that they could not hold themselves. */
  folder: string;
}

/** A payload of 32 MB, and an environment before it. */
const MOST_BYTES = 36_000_000;
const MOST_CONNECTIONS = 512;
/** A launcher without perl looks through its reply again and again: beyond this it would take seconds. */
const MOST_FOR_SHELL = 100_000;
const LONGEST_REQUEST_MS = 30_000;

export function createGateServer(parts: ServerParts): Server {
  const waiting = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const timer = setTimeout(() => socket.destroy(), LONGEST_REQUEST_MS);
    const chunks: Buffer[] = [];
    let size = 0;
    socket.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) socket.destroy();
      else chunks.push(chunk);
    });
    socket.on("end", () => {
      clearTimeout(timer);
      void serve(socket, Buffer.concat(chunks));
    });
    // A launcher that went away has helped itself.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(timer);
      done(socket);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;

  async function serve(socket: Socket, bytes: Buffer): Promise<void> {
    const request = readRequest(bytes);
    if (request === null) return void socket.destroy();
    if (waiting.size === 0) parts.onBusy(true);
    waiting.add(socket);
    if (request.env === null) rmSync(join(parts.folder, `call-${request.nonce}`), { force: true });
    try {
      const reply = await parts.answer(request, socket);
      const text = reply === null ? passText(request.nonce) : replyText(request.nonce, reply);
      const isTooLong = request.env === null && text.length > MOST_FOR_SHELL;
      socket.end(isTooLong ? passText(request.nonce) : text);
    } catch (error) {
      socket.destroy(); // no answer is a sign to the launcher, half of one would be too
      parts.onError(error);
    }
  }

  function done(socket: Socket): void {
    if (waiting.delete(socket) && waiting.size === 0) parts.onBusy(false);
  }

  const beat = setInterval(() => {
    for (const socket of waiting) if (socket.writable) socket.write(HEARTBEAT);
  }, HEARTBEAT_MS);
  beat.unref();
  server.on("close", () => clearInterval(beat));
  return server;
}
