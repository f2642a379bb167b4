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
  /** 0: any that is free. */
  port: number;
  /** The folder of the built page. */
  pageFolder: string;
  person: string;
  version: string;
  examine: Served["examine"];
  complain(text: string): void;
}

export interface RunningServer {
  url: string;
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
  const server = createServer(limits);
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await listen(server, options.port);
  } catch (error) {
    stop();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const door: Door = createDoor(port, () => performance.now());
  const app = createApp({ served, door, page, complain: options.complain });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on("request", (request, response) => {
    if (!turnedAway(request, response, door)) void answer(request, response);
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    token: door.token,
    address: `${url}/enter?token=${door.token}`,
    addressForOnce: () => `${url}/enter?code=${door.newCode()}`,
    async stop() {
      stop();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createServed({ workspace, person, version, examine, complain }: ServerOptions): {
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
    version,
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

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ host: "127.0.0.1", port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const remedy = "Leave out --port to get one that is free.";
    throw new ProblemError([problem("NOT_ALLOWED", `port ${port} cannot be listened on (${code})`, remedy)]);
  }
}
