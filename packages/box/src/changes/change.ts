/** One thing that a command changed in the tree, as it stands on the layer that it wrote to. */
import type { Stood } from "./stood.ts";

export type Kind = "file" | "folder" | "link" | "fifo" | "socket" | "device";

/** `path` is relative to the root, without a dot before it. */
export type Change = {
  path: string;
  /** Somebody changed what stands there in the meantime. */
  isContested: boolean;
  /** What stood there when it was listed: nothing else is ever replaced by it. */
  stood: Stood;
} & (
  | { does: "delete"; was: Kind }
  | { does: "create"; made: Made }
  | { does: "change"; made: Made }
  /** Something of another kind stands there now. */
  | { does: "replace"; was: Kind; made: Made }
  | { does: "mode"; made: Made }
  /** The same bytes, written later: builds go by that. */
  | { does: "touch"; made: Made }
);

export interface Made {
  kind: Kind;
  /** The last twelve bits. */
  mode: number;
  size: number;
  /** Other names of the same file. */
  names: number;
  /** Where a link leads, as it is written. */
  target: string;
}

export interface ChangeSet {
  changes: Change[];
  /** Names that are no text, or links that lead to such a one, with what is no text replaced: never applied. */
  unreadable: string[];
  /** Something of the tree was written over or taken away: what is new may be a file of the tree under another name. */
  mayHoldMoved: boolean;
}
