/** Where an agent on a floor is answered: the gate for its hooks, and the MCP server, both outside of it. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { type Floor, SOCKET } from "@intentgate/gate";
import { ancestorsOf, peerOf } from "@intentgate/world";
import { answerFor } from "../gate/answer-request.ts";
import { createGateServer } from "../gate/gate-server.ts";
import { createKeptWorkspaces } from "../gate/kept-workspaces.ts";
import { MCP_SOCKET } from "../launcher/wire.ts";
import { programFile } from "../program/app-folder.ts";
import { version } from "../program/version.ts";

export interface DoorParts {
  floor: Floor;
  root: string;
  stateDir: string;
  env: NodeJS.ProcessEnv;
  /** The first process on the floor, once it stands there. */
  agent: Promise<number>;
  onError(error: unknown): void;
}

const MOST_SERVERS = 32;

export function doorFolder(floor: string): string {
  return join(floor, "gate");
}

/** Returns what closes them. Goes into the folder of the doors: the path of a socket may have hardly 100 characters. */
export async function openDoors(parts: DoorParts): Promise<() => void> {
  const { floor, stateDir, env } = parts;
  const folder = doorFolder(floor.folder);
  mkdirSync(folder, { mode: 0o700 });
  process.chdir(folder);
  const workspaces = createKeptWorkspaces(stateDir, true);
  const gate = createGateServer({
    folder,
    onError: parts.onError,
    onBusy: () => undefined,
    async answer(request, socket) {
      if (request.version !== version) return null;
      const [agent, stands] = [await parts.agent, await standsHere(socket, parts)];
      if (stands === "elsewhere") return null;
      const standsOn = stands === "here" ? { floor: floor.folder, agent } : null;
      // The person's own environment: whatever the agent says of its own would count outside of the floor.
      return answerFor(request, { stateDir, workspaces }, { env, caller: agent, pid: agent, standsOn });
    },
  });
  const servers = createServer({ allowHalfOpen: true }, (socket) => void serveMcp(socket, parts));
  servers.maxConnections = MOST_SERVERS;
  await listen(gate, SOCKET);
  await listen(servers, MCP_SOCKET);
  return () => {
    gate.close();
    servers.close();
  };
}

/** What it is asked comes from the agent; how it was started does not. */
async function serveMcp(socket: Socket, parts: DoorParts): Promise<void> {
  const { root, env } = parts;
  socket.on("error", () => socket.destroy());
  if ((await standsHere(socket, parts)) === "elsewhere") return void socket.destroy();
  const child = spawn(process.execPath, [programFile(), "mcp", "--root", root], {
    ...{ cwd: root, env, stdio: ["pipe", "pipe", "ignore"] },
  });
  socket.pipe(child.stdin);
  child.stdout.pipe(socket);
  child.stdin.on("error", () => undefined);
  child.on("error", () => socket.destroy());
  socket.on("error", () => child.kill());
  socket.on("close", () => child.kill());
}

/** Whoever can name the socket can write to it; what stands on the floor descends from its first process. */
async function standsHere(socket: Socket, { agent }: DoorParts): Promise<"here" | "elsewhere" | "unknown"> {
  const [first, peer] = [await agent, await peerOf(socket)];
  if (peer === null) return "unknown";
  return [peer, ...ancestorsOf(peer)].includes(first) ? "here" : "elsewhere";
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve();
    });
  });
}
