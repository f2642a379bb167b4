/** The MCP server as the command line starts it. */
import type { AcpOptions } from "./acp/serve-acp.ts";
import { createHere } from "./gate/open-here.ts";
import type { GatewayOptions } from "./gateway/serve-gateway.ts";

/** Of every door: by whom and where it is started. */
interface Started {
  /** The folder it is opened for; roots that a client names do not count. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** By default the one that the system knows, whatever the environment says. */
  userHome?: () => string | null;
  complain(text: string): void;
}

export interface ServeOptions extends Started {
  /** Null: standard input and output. */
  http: { port: number } | null;
  /** Whether a hook of the host decides and binds, or this server keeps a session for each connection. */
  identity: "hooked" | "own-session";
  tell(address: { url: string; token: string }): void;
}

const LINGER_MS = 5_000;

/** The exit code: 0 when the client is gone, 2 where it may not be started. */
export async function serve(options: ServeOptions): Promise<number> {
  const { root, http, identity, tell, complain } = options;
  const isQuiet = http === null && identity === "hooked";
  const byAgent =
    "`intentgate mcp` was started by a program that an agent runs. Below an agent whose hooks are installed only plain `intentgate mcp` is served; ask the person to start it otherwise.";
  if (await isRefused(options, isQuiet ? null : byAgent)) return 2;
  const newGate = async () => {
    const here = createHere(root, complain);
    if (identity === "hooked") return (await import("./gate/hooked-gate.ts")).createHookedGate(here);
    return (await import("./gate/own-session-gate.ts")).createOwnSessionGate(here);
  };
  if (http === null) {
    const { serveOnStdio } = await import("./server/serve-clients.ts");
    await serveOnStdio({ newGate, complain });
  } else {
    const { serveOnHttp } = await import("./http/serve-http.ts");
    const { createGateSessions } = await import("./server/serve-clients.ts");
    await serveOnHttp({ port: http.port, sessions: createGateSessions(newGate, complain), tell, complain });
  }
  leaveSoon();
  return 0;
}

/** The exit code, as above. */
export async function serveGateway(options: GatewayOptions & Started): Promise<number> {
  const hooked =
    "In a host whose hooks are installed they decide on MCP calls too: give the host the server itself, without the gateway.";
  if (await isRefused(options, `${answersItself("mcp-gateway")} ${hooked}`)) return 2;
  const { runGateway } = await import("./gateway/serve-gateway.ts");
  const problem = await runGateway(options);
  if (problem !== null) options.complain(`The servers cannot be used: ${problem}`);
  leaveSoon();
  return problem === null ? 0 : 2;
}

/** The exit code: how the agent ended, 2 where it may not be started. */
export async function serveAcp(options: AcpOptions & Started): Promise<number> {
  if (await isRefused(options, answersItself("acp"))) return 2;
  const { runAcp } = await import("./acp/serve-acp.ts");
  const code = await runAcp(options);
  leaveSoon();
  return code;
}

/** A call that still waits for a person's answer has nobody left to tell it to. */
function leaveSoon(): void {
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

function answersItself(verb: string): string {
  return `\`intentgate ${verb}\` was started by an agent or a program that it runs, which would answer its own questions; ask the person to start it.`;
}

/** Whether something speaks against the start, which is told; `byAgent` is null where an agent may start it. */
async function isRefused(started: Started, byAgent: string | null): Promise<boolean> {
  // First: who is an agent is known by the state folder.
  const why = (await doubtOfState(started)) ?? (byAgent !== null && (await isBelowAgent(started)) ? byAgent : null);
  if (why !== null) started.complain(why);
  return why !== null;
}

/** An agent that could open a session of its own, or answer its own questions, would not need a person. */
async function isBelowAgent({ root, env }: Started): Promise<boolean> {
  const { recordedHostsAt, stateDir } = await import("@intentgate/sidecar");
  return recordedHostsAt(root, stateDir(env)).above(process.pid) !== null;
}

/** A host may have loaded a state folder from a file of the repository. */
async function doubtOfState({ root, env, userHome }: Started): Promise<string | null> {
  const { homeOfUser, otherState, stateDir, unusableState } = await import("@intentgate/sidecar");
  const state = stateDir(env);
  const doubt =
    unusableState(state) ?? otherState({ folder: root, stateDir: state, env, userHome: userHome ?? homeOfUser });
  return doubt === null ? null : `${doubt.message}. ${doubt.remedy}`;
}
