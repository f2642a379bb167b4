/** The gateway as the command line starts it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RpcId, RpcMessage } from "@intentgate/json-rpc";
import { createHere } from "../gate/open-here.ts";
import { createOwnSessionGate, newOwnSession } from "../gate/own-session-gate.ts";
import { createHttpSessions } from "../http/http-sessions.ts";
import { serveOnHttp } from "../http/serve-http.ts";
import { createClientLines } from "./client-lines.ts";
import type { Contain } from "./contain-server.ts";
import { createGatedCalls } from "./gated-calls.ts";
import { createRelay, type Relay } from "./relay.ts";
import { type ReadServers, type ServerSpec, serverFromWords, serversFromConfig } from "./server-config.ts";
import { createServerLink, type ServerLink } from "./server-link.ts";
import { openUpstream } from "./upstream.ts";

export interface GatewayOptions {
  root: string;
  /** A command line or an address, with the person's name for it; or the text of a file that lists servers. */
  servers: { words: readonly string[]; name: string | null } | { config: string };
  /** Null: standard input and output. */
  http: { port: number } | null;
  /** Servers that are started here stand on a floor. */
  contain: boolean;
  cwd: string;
  env: NodeJS.ProcessEnv;
  tell(address: { url: string; token: string }): void;
  complain(text: string): void;
}

/** Null when the client is gone; else why it cannot be served. */
export async function runGateway(options: GatewayOptions): Promise<string | null> {
  const read = readServers(options);
  if (!read.ok) return read.problem;
  const { createRecordedHosts, createRootRegistry, findRoot, stateDir } = await import("@intentgate/sidecar");
  const { keepHolderFiles } = await import("@intentgate/world");
  const state = stateDir(options.env);
  if (!existsSync(options.root)) return `there is no folder ${options.root}`;
  const { root, sidecar } = findRoot(options.root, createRootRegistry(state));
  const { complain, env, contain } = options;
  const containing = contain ? await import("./contain-server.ts") : null;
  const why = containing?.whyNotContained(read.servers) ?? null;
  if (why !== null) return why;
  const place = { root, sidecar, stateDir: state, env, complain };
  const put: Contain | null = containing && ((spec) => containing.containServer(spec, place));
  // What a server starts does not speak for a person.
  createRecordedHosts(state, [sidecar]).record(process.pid);
  // Beside the locks themselves: only there both are certainly on one disk.
  const forgetHolderFiles = keepHolderFiles(join(sidecar, "locks"));
  try {
    if (options.http === null) await onLines(options, read.servers, put);
    else await overHttp(options, read.servers, put, options.http.port);
  } finally {
    forgetHolderFiles();
  }
  return null;
}

function readServers({ servers, cwd, env }: GatewayOptions): ReadServers {
  const around = { cwd, env };
  if ("config" in servers) return serversFromConfig(servers.config, around);
  return serverFromWords(servers.words, servers.name, around);
}

async function onLines(
  { root, complain }: GatewayOptions,
  servers: readonly ServerSpec[],
  contain: Contain | null,
): Promise<void> {
  // What a handler in this process prints would be taken for the protocol.
  console.log = console.info = console.debug = console.error;
  const relay = openRelay({
    root,
    servers,
    contain,
    complain,
    toClient: (message, text) => client.send(message, text),
  });
  const client = createClientLines(process.stdin, process.stdout, (message) => relay.fromClient(message));
  await Promise.race([client.ended, signalled()]);
  await relay.end();
}

async function overHttp(
  { root, complain, tell }: GatewayOptions,
  servers: readonly ServerSpec[],
  contain: Contain | null,
  port: number,
): Promise<void> {
  const sessions = createHttpSessions({
    complain,
    now: () => Date.now(),
    async connect(transport) {
      let relay: Relay | undefined;
      const open = () =>
        openRelay({
          root,
          servers,
          contain,
          complain,
          toClient(message, _text, related) {
            const options = related === null ? {} : { relatedRequestId: related };
            transport.send(message as Parameters<typeof transport.send>[0], options).catch((error: unknown) => {
              complain(`intentgate: ${String(error)}`); // the client went away
            });
          },
        });
      transport.onmessage = (message) => {
        // Not before: a request that is refused at once starts no server.
        relay ??= open();
        relay.fromClient(message as RpcMessage);
      };
      transport.onerror = (error) => complain(`intentgate: ${error.message}`);
      await transport.start();
      return async () => relay?.end();
    },
  });
  await serveOnHttp({ port, sessions, tell, complain });
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

interface OpenRelayParts {
  root: string;
  servers: readonly ServerSpec[];
  contain: Contain | null;
  toClient(message: RpcMessage, text: string | null, related: RpcId | null): void;
  complain(text: string): void;
}

/** Puts a relay together for one client: its session, its servers, and the gate between them. */
function openRelay({ root, servers, contain, toClient, complain }: OpenRelayParts): Relay {
  const here = createHere(root, complain, contain !== null);
  const session = newOwnSession();
  const gate = createOwnSessionGate(here, session);
  const answerMs = () =>
    here.run(null, async ({ home }) => {
      const rules = home.rules();
      return (rules.ok ? rules.value.policy.approval.timeout_s : 1) * 1000;
    });

  const links = servers.map((asked): ServerLink => {
    const { spec, ended } = contain ? contain(asked) : { spec: asked, ended: () => undefined };
    const opened = openUpstream(
      { ...spec },
      {
        onMessage: (message, text) => relay.fromServer(link, message, text),
        onEnd(how) {
          ended();
          if (link.isUp()) complain(`intentgate: the server ${spec.name} ${how}`);
          link.ended(how);
        },
        complain,
      },
    );
    const link = createServerLink({ ...spec }, opened);
    return link;
  });
  const relay = createRelay({ links, toClient, gate, gated: createGatedCalls(here, session), answerMs });
  return relay;
}
