/** Puts the parts of the page's server together and listens, on this machine only. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ProblemError, problem } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { createApp } from "./app.ts";
import { createDoor, type Door } from "./door/door.ts";
import { turnedAway } from "./door/entrance.ts";
import { readPageFiles } from "./door/page-files.ts";
import { createSuccessor } from "./door/successor.ts";
import { createTabFiles } from "./door/tab-files.ts";
import { createCallList } from "./project/call-list.ts";
import { createChainState } from "./project/chain-state.ts";
import { createFileCoverage } from "./project/file-coverage.ts";
import { createLedgerRows } from "./project/ledger-rows.ts";
import { createNews } from "./project/news.ts";
import { createOverlaps } from "./project/overlaps.ts";
import { createPresence } from "./project/presence.ts";
import { createProjectTree } from "./project/project-tree.ts";
import type { Served } from "./project/served.ts";
import { watchSidecar } from "./project/sidecar-watch.ts";

export interface ServerOptions {
  workspace: Workspace;
  /** 0: where tabs of an earlier start look for it; else any that is free. */
  port: number;
  /** The folder of the built page. */
  pageFolder: string;
  person: string;
  examine: Served["examine"];
  complain(text: string): void;
}

export interface RunningServer {
  /** The page's own origin: new with every start. */
  url: string;
  /** Where scripts ask, which do not know names below `localhost`. */
  api: string;
  token: string;
  /** The address that lets a browser in. */
  address: string;
  /** An address that works once and for a minute: the program that opens the browser gets it, and others can see that. */
  addressForOnce(): string;
  stop(): Promise<void>;
}

const limits = { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 };
const MOST_CONNECTIONS = 256;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const page = readPageFiles(options.pageFolder);
  const { served, stop } = createServed(options);
  const tabs = createTabFiles(options.workspace.home.state, () => options.workspace.now().getTime());
  const { servers, port } = await listenWhere(options.port, tabs.ports()).catch((error: unknown) => {
    stop();
    throw error;
  });
  const door: Door = createDoor(port, () => performance.now());
  const successor = createSuccessor(door, tabs, () => performance.now());
  const app = createApp({ served, door, successor, page, complain: options.complain });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  for (const server of servers)
    server.on("request", (request, response) => {
      if (!turnedAway(request, response, door, successor)) void answer(request, response);
    });
  const url = `http://${door.host}`;
  return {
    url,
    api: `http://127.0.0.1:${port}`,
    token: door.token,
    address: `${url}/enter?token=${door.token}`,
    addressForOnce: () => `${url}/enter?code=${door.newCode()}`,
    async stop() {
      stop();
      await Promise.all(servers.map(close));
    },
  };
}

function createServed({ workspace, person, examine, complain }: ServerOptions): {
  served: Served;
  stop(): void;
} {
  const { home } = workspace;
  const blame = workspace.blame();
  const news = createNews();
  const rows = createLedgerRows(blame);
  const tree = createProjectTree(home, rows, () => performance.now());
  const coverage = createFileCoverage({ root: home.root, blame, tree, news });
  const overlaps = createOverlaps(home, tree, news);
  const presence = createPresence(home.store.approvals, news);
  const watched = watchSidecar(home, news);
  const served: Served = {
    workspace,
    person,
    news,
    presence,
    calls: createCallList(home.store.decisions),
    rows,
    chain: createChainState({ root: home, rows, news, now: workspace.now, complain }),
    tree,
    coverage,
    overlaps,
    examine,
  };
  const stop = () => {
    for (const one of [watched, presence, overlaps, coverage]) one.stop();
  };
  return { served, stop };
}

const MOST_TRIES = 20;
const MOST_PORTS = 4;

async function listenWhere(wanted: number, known: readonly number[]): Promise<{ servers: Server[]; port: number }> {
  for (const port of wanted === 0 ? known.slice(0, MOST_PORTS) : []) {
    const found = await listenAtBoth(port);
    if (typeof found !== "string") return found;
  }
  return listenAtHome(wanted);
}

async function listenAtHome(wanted: number): Promise<{ servers: Server[]; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const found = await listenAtBoth(wanted);
    if (typeof found !== "string") return found;
    if (found !== "EADDRINUSE" || wanted !== 0 || tries === MOST_TRIES) throw notListening(wanted, found);
  }
}

/**
 * Both addresses that a browser may take the page's name for, at one port: whoever else had the other would be asked in
 * our place. The code of the error where it cannot.
 */
async function listenAtBoth(wanted: number): Promise<{ servers: Server[]; port: number } | string> {
  const first = await listen("127.0.0.1", wanted);
  if (typeof first === "string") return first;
  const { port } = first.address() as AddressInfo;
  const second = await listen("::1", port);
  if (typeof second !== "string") return { servers: [first, second], port };
  if (second !== "EADDRINUSE") return { servers: [first], port }; // this machine has no such address
  await close(first);
  return second;
}

/** The code of the error where it cannot. */
async function listen(host: string, port: number): Promise<Server | string> {
  const server = createServer(limits);
  server.maxConnections = MOST_CONNECTIONS;
  server.listen({ host, port, exclusive: true, ipv6Only: true });
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code;
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

function notListening(port: number, code: string): ProblemError {
  const remedy = "Leave out --port to get one that is free.";
  return new ProblemError([problem("NOT_ALLOWED", `port ${port} cannot be listened on (${code})`, remedy)]);
}
