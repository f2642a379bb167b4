/** Opens the workspace when it is first needed: a client that only asks for our tools does not wait for it. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AskInTerminal, Workspace } from "@intentgate/gate";

export interface Here {
  /** Runs in the workspace; questions that come up on the way are put through `ask`. */
  run<T>(ask: AskInTerminal | null, work: (workspace: Workspace) => Promise<T>): Promise<T>;
  /** The workspace, if anything was done in it yet. */
  opened(): Workspace | null;
}

export function createHere(folder: string, complain: (text: string) => void, isOnFloor = false): Here {
  const asked = new AsyncLocalStorage<AskInTerminal>();
  let quiet: Workspace | null = null;
  let asking: Workspace | null = null;

  /** Two of them, as a workspace without anybody to ask leaves its questions open for later. */
  async function open(canAsk: boolean): Promise<Workspace> {
    const known = canAsk ? asking : quiet;
    if (known) return known;
    const { openWorkspace } = await import("@intentgate/gate");
    const terminal: AskInTerminal | null = canAsk ? async (entry) => (await asked.getStore()?.(entry)) ?? null : null;
    const opened = openWorkspace(folder, {
      ...{ terminal, isOnFloor },
      onNotice: ({ kind, message }) => complain(`intentgate: ${kind}: ${message}`),
    });
    if (canAsk) asking = opened;
    else quiet = opened;
    return opened;
  }

  return {
    async run(ask, work) {
      const workspace = await open(ask !== null);
      return ask === null ? work(workspace) : asked.run(ask, () => work(workspace));
    },
    opened: () => quiet ?? asking,
  };
}
