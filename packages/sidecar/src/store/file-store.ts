/** The store in files: everything lies in the sidecar. */
import { join } from "node:path";
import type { KeptByIdentity } from "../compiled/kept-by-identity.ts";
import type { ReadIntents } from "../compiled/kept-intents.ts";
import { createApprovalsStore } from "./approvals-store.ts";
import { createDecisionsStore } from "./decisions-store.ts";
import type { HeadList } from "./head-list.ts";
import { createIntentsStore, type ParseIntents } from "./intents-store.ts";
import { createLedgerStore } from "./ledger-store.ts";
import { createSessionsStore } from "./sessions-store.ts";
import type { Store } from "./store.ts";

export interface FileStoreParts {
  /** The sidecar; it must exist, nothing here creates it. */
  folder: string;
  clock: () => Date;
  parse: ParseIntents;
  /** Intents as they were read before; lies outside the workspace. */
  kept?: KeptByIdentity<ReadIntents>;
  /** Told of every new end of a chain; lies outside the workspace. */
  headList?: HeadList;
  /** How large the ledger's file becomes before a new one is begun; without it only a person begins one. */
  rotateAboveBytes?: () => number;
}

export function createFileStore(parts: FileStoreParts): Store {
  const { folder, clock, parse } = parts;
  return {
    intents: createIntentsStore({
      file: join(folder, "active_intents.yaml"),
      displayName: ".orchestration/active_intents.yaml",
      lockFile: join(folder, "locks", "intents.lock"),
      parse,
      kept: parts.kept ?? null,
    }),
    ledger: createLedgerStore({ folder, headList: parts.headList, rotateAboveBytes: parts.rotateAboveBytes }),
    decisions: createDecisionsStore({ folder, clock }),
    sessions: createSessionsStore({ folder }),
    approvals: createApprovalsStore({ folder, clock }),
  };
}
