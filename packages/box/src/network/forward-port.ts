/** Brings a port of a session's network to the loopback of this machine, for the person who asked for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { codeOf, SYSTEM_PATH } from "@intentgate/world";
import { enterToStayWords } from "../plan/box-words.ts";

export interface Forward {
  /** On the loopback of this machine. */
  port: number;
  /** Resolves when it was closed, or the other side is gone. */
  ended: Promise<void>;
  close(): void;
}

export type ForwardAnswer = { can: true; forward: Forward } | { can: false; why: "taken" | "gone" };

/** A process is in one network only, so another one connects: each connection is handed to it, and so is no address. */
const CONNECTING = `
process.on("message", (port, one) => {
  if (!one) return;
  const other = require("node:net").connect({ port, host: "localhost", allowHalfOpen: true });
  for (const [here, there] of [[one, other], [other, one]]) {
    here.pipe(there);
    here.on("error", () => there.destroy());
    here.on("close", () => there.destroy());
  }
});
process.on("disconnect", () => process.exit());
process.send("ready");
`;
const MOST_CONNECTIONS = 256;

/** `on`: where to listen; 0: wherever is free. */
export async function forwardPort(holder: number, port: number, on: number): Promise<ForwardAnswer> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  server.maxConnections = MOST_CONNECTIONS;
  if (!(await listens(server, on))) return { can: false, why: "taken" };
  const words = ["--pdeathsig", "KILL", ...enterToStayWords(holder), process.execPath, "-e", CONNECTING];
  const child = spawn("setpriv", words, {
    cwd: "/",
    env: { PATH: SYSTEM_PATH },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  }).then(() => void server.close());
  const isReady = await Promise.race([once(child, "message").then(() => true), ended.then(() => false)]);
  if (!isReady) return { can: false, why: "gone" };
  server.on("connection", (socket) => hand(child, port, socket));
  const address = server.address();
  const forward = {
    port: typeof address === "object" && address !== null ? address.port : on,
    ended,
    close: () => void child.kill("SIGKILL"),
  };
  return { can: true, forward };
}

async function listens(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return false;
  }
}

function hand(child: ChildProcess, port: number, socket: Socket): void {
  socket.on("error", () => socket.destroy());
  child.send(port, socket, {}, (error) => error && socket.destroy());
}
