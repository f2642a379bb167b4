/** The MCP server as the command line starts it. */
import { createHere } from "./open-here.ts";

export interface ServeOptions {
  /** The folder it is opened for; roots that a client names do not count. */
  root: string;
  /** Null: standard input and output. */
  http: { port: number } | null;
  /** Whether a hook of the host decides and binds, or this server keeps a session for each connection. */
  identity: "hooked" | "own-session";
  env: NodeJS.ProcessEnv;
  tell(address: { url: string; token: string }): void;
  complain(text: string): void;
}

const LINGER_MS = 5_000;

/** The exit code: 0 when the client is gone, 2 where it may not be started. */
export async function serve({ root, http, identity, env, tell, complain }: ServeOptions): Promise<number> {
  const isQuiet = http === null && identity === "hooked";
  if (!isQuiet && (await wasStartedByAgent(env))) {
    complain(
      "`intentgate mcp` was started by a program that an agent runs. Below an agent whose hooks are installed only plain `intentgate mcp` is served; ask the person to start it otherwise.",
    );
    return 2;
  }
  const newGate = async () => {
    const here = createHere(root, complain);
    if (identity === "hooked") return (await import("./hooked-gate.ts")).createHookedGate(here);
    return (await import("./own-session-gate.ts")).createOwnSessionGate(here);
  };
  if (http === null) {
    const { serveOnStdio } = await import("./serve-stdio.ts");
    await serveOnStdio({ newGate, complain });
  } else {
    const { serveOnHttp } = await import("./serve-http.ts");
    await serveOnHttp({ port: http.port, newGate, tell, complain });
  }
  // A call that still waits for a person's answer has nobody left to tell it to.
  setTimeout(() => process.exit(0), LINGER_MS).unref();
  return 0;
}

/** An agent that could open a session of its own, or answer its own questions, would not need a person. */
async function wasStartedByAgent(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { createRecordedHosts, stateDir } = await import("@intentgate/workspace");
  return createRecordedHosts(stateDir(env)).above(process.pid) !== null;
}
