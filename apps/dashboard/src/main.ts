/** The page's server as the command line starts it. */
import { once } from "node:events";
import type { Workspace } from "@intentgate/gate";
import { type RunningServer, type ServerOptions, startServer } from "./server/start-server.ts";

export interface ServeOptions extends Omit<ServerOptions, "workspace"> {
  workspace: Workspace;
  /** Told once, as soon as it listens. */
  tell(server: Pick<RunningServer, "url" | "token" | "address" | "addressForOnce">): void;
}

/** Resolves when the process is told to end. */
export async function serve({ tell, ...options }: ServeOptions): Promise<void> {
  const server = await startServer(options);
  try {
    tell(server);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), once(process, "SIGHUP")]);
  } finally {
    await server.stop();
  }
}
