/** While somebody has the page open, calls that ask a person wait for it; a page that nobody looks at keeps no one waiting. */
import type { Store } from "@intentgate/sidecar";
import type { News } from "./news.ts";

export interface Presence {
  /** Somebody looked at what waits without listening for news: a script, or a page that is being reloaded. */
  seen(): void;
  stop(): void;
}

/** As long as a reload or a short loss of the connection takes, and a script's pause between two looks. */
const LINGER_MS = 15_000;

export function createPresence(approvals: Store["approvals"], news: News): Presence {
  let watcher: { stop(): void } | null = null;
  let leaving: NodeJS.Timeout | null = null;

  function arrive(): void {
    if (leaving) clearTimeout(leaving);
    leaving = null;
    watcher ??= approvals.watch();
  }

  function leave(): void {
    leaving = null;
    watcher?.stop();
    watcher = null;
  }

  function leaveSoon(): void {
    if (leaving) clearTimeout(leaving);
    leaving = setTimeout(leave, LINGER_MS).unref();
  }

  news.onListeners((count) => {
    if (count > 0) arrive();
    else leaveSoon();
  });
  return {
    seen() {
      arrive();
      if (news.listeners === 0) leaveSoon();
    },
    stop() {
      if (leaving) clearTimeout(leaving);
      leave();
    },
  };
}
