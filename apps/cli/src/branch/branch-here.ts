/** The branch that is checked out, against the one that it is to be merged into. */
import { type BranchWork, branchWork } from "@intentgate/blame";
import type { Checked } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { type Args, text } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { warnOfLeft } from "../trace/left-out.ts";

export const baseOption = text("BRANCH", "what it is to be merged into; by default main");

export function branchHere(workspace: Workspace, args: Args, io: Io): Checked<BranchWork> {
  const found = branchWork(workspace.home, workspace.blame(), args.text("base") ?? "main");
  warnOfLeft(io, workspace.blame().reader().left);
  return found;
}

/** `3`, or `3-9`. */
export function rangeText({ start_line, end_line }: { start_line: number; end_line: number }): string {
  return start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
}
