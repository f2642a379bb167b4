/**
 * Tells at the price of two turns of the event loop whether anything in a folder changed: looking at two hundred files
 * takes as long as the rest of a decision.
 */
import { type FSWatcher, statfsSync, watch } from "node:fs";
import { codeOf, monotonicMs } from "@intentgate/world";

export interface FolderWatch {
  isWatching(): boolean;
  /** False: nothing in the folder changed since `begin`. True where it may have, or nobody watches. */
  mayHaveChanged(): boolean;
  /** What the system has noticed so far is known once this is done. */
  settle(): Promise<void>;
  /** From here on: whoever looks after this misses nothing. */
  begin(folder: string): void;
  end(): void;
}

/** Even a system that lost an event is believed no longer than this. */
const LONGEST_MS = 2_000;

/** File systems of this machine alone (ext, xfs, btrfs, tmpfs, overlay, zfs, f2fs): elsewhere others write unseen. */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

export function createFolderWatch(): FolderWatch {
  let watcher: FSWatcher | null = null;
  let watched = "";
  let isDirty = true;
  let since = 0;

  function end(): void {
    watcher?.close();
    watcher = null;
  }

  return {
    isWatching: () => watcher !== null,
    mayHaveChanged: () => watcher === null || isDirty || monotonicMs() - since > LONGEST_MS,
    // The first leads out of the turn whose queue was read already; between it and the second the queue is read again.
    settle: () => new Promise((done) => void setImmediate(() => setImmediate(done))),
    begin(folder) {
      isDirty = false;
      since = monotonicMs();
      if (watcher && watched === folder) return;
      end();
      try {
        if (!isTold(folder)) return;
        watcher = watch(folder, { persistent: false }, () => {
          isDirty = true;
        });
        watcher.on("error", end);
        watched = folder;
      } catch (error) {
        // No watches left, or the folder is gone: the files are looked at one by one instead.
        if (codeOf(error) === null) throw error;
        end();
      }
    },
    end,
  };
}

/** Elsewhere the system tells late, which is too late for a decision. */
function isTold(folder: string): boolean {
  return process.platform === "linux" && LOCAL.has(statfsSync(folder).type >>> 0);
}
