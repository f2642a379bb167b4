/** What a question about a call is made of: the call as it was read, and what was looked up about its files. */
import type { ApprovalRequest, HookContext } from "@intentgate/engine";

export interface AskedCall
  extends Pick<HookContext, "toolName" | "normalizedToolName" | "effects" | "details" | "intentId"> {
  /** As people call it: "Codex". */
  agent: string;
  requests: readonly ApprovalRequest[];
  /** As a person reads it: relative to the root where it lies inside. */
  display(absolute: string): string;
  place(absolute: string): PathPlace;
  files: readonly KnownFile[];
  /** Whose bytes nobody looked at, as there are too many. */
  moreFiles: number;
}

/** `outside`: neither in a root nor in scratch. */
export type PathPlace = "in scope" | "out of scope" | "scratch" | "outside";

/** A path that the call changes, and what is lost if it does. */
export interface KnownFile {
  path: string;
  restores: Restores;
  /** How many other files name it; null where that is not known. */
  usedBy: UsedBy | null;
}

export interface UsedBy {
  files: number;
  /** There may be more of them. */
  isLeast: boolean;
}

/** `nothing`: nothing is lost there. `folder`: not all of it is kept. */
export type Restores = "nothing" | "git" | "kept" | "secret" | "large" | "folder" | "unreadable";

/** Whether all that it does is held by the system while it runs. */
export function isHeldIn({ details }: Pick<AskedCall, "details">): boolean {
  return ["read-only", "rehearsed", "held"].includes(details.kindOfRun.kind);
}
