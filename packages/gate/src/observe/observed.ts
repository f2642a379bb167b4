/** What was seen before a call, and what after it. */
import type { FileChange } from "@intentgate/engine";
import type { RootLook } from "@intentgate/sidecar";
import type { FileReading, FileStamp } from "@intentgate/world";
import type { ThenThere } from "./root-changes.ts";

export interface BeforeCall {
  files: Map<string, FileReading>;
  looks: Map<string, RootLook>;
}

export interface Observed {
  change: FileChange;
  /** Of files that were found by comparing: what it takes to put them back. */
  found: { was: ThenThere; stamp: FileStamp | null } | null;
}

export interface Observations {
  all: Observed[];
  /** What could not be looked at, as ends of sentences. */
  unseen: string[];
}
