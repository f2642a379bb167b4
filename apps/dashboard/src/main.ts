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
  // First: whoever is told may end it at once.
  const over = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), once(process, "SIGHUP")]);
  try {
    tell(server);
    await over;
  } finally {
    await server.stop();
  }
}
